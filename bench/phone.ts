/**
 * Chromium as a phone with a quarter of this machine's speed, and what a page tells of its paints, shifts and long tasks.
 */
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { type Browser, type BrowserContext, type CDPSession, chromium, devices, type Page } from '@playwright/test'
import { provideChromium } from '../tools/chromium.mjs'
import { repositoryRoot } from '../tools/repository-root.mjs'
import type { Measured } from './rounds.ts'

/** How much slower than this machine the phone is. */
const slowdown = 4

/** Slow 4G as Lighthouse has it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4g = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }

/** "12 ms (10–15)" */
export const ms = ({ median, least, most }: Measured): string =>
  `${Math.round(median)} ms (${Math.round(least)}–${Math.round(most)})`

/** What the page itself saw, gathered from before its first script. */
export interface Seen {
  firstPaint: number
  largestPaint: number
  layoutShift: number
  blockingMs: number
}

declare global {
  interface Window {
    seen: Seen
  }
}

/** In the page, before all else: keeps what the browser tells about paints, shifts and long tasks. */
function watch(): void {
  const seen: Seen = { firstPaint: 0, largestPaint: 0, layoutShift: 0, blockingMs: 0 }
  window.seen = seen
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.layoutShift += shift.value
  })
  observe('longtask', (entry) => {
    seen.blockingMs += Math.max(0, entry.duration - 50)
  })
}

/** A page of a phone that has never been here. */
export async function coldPage(
  browser: Browser,
  { token, slowNetwork }: { token?: string; slowNetwork: boolean },
): Promise<{ context: BrowserContext; page: Page; session: CDPSession }> {
  const { defaultBrowserType: _type, ...pixel } = devices['Pixel 7']
  const context = await browser.newContext({ ...pixel, viewport: { width: 390, height: 844 } })
  if (token !== undefined) {
    await context.addInitScript(([key, jwt]) => localStorage.setItem(key, jwt), [browserKeys.session, token] as const)
  }
  await context.addInitScript(watch)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (slowNetwork) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
  }
  return { context, page, session }
}

/** Starts the browser for a measurement, which ends it. */
export async function startChromium(): Promise<Browser> {
  const executablePath = provideChromium({
    root: repositoryRoot,
    node: process.execPath,
    environment: process.env,
    say: (text: string) => process.stdout.write(text),
  })
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--no-first-run', '--disable-background-networking'],
  })
}

/** Chromium as a phone with a quarter of this machine's speed, and a page's paints, shifts and long tasks. */
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { type Browser, type BrowserContext, type CDPSession, chromium, devices, type Page } from '@playwright/test'
import { provideChromium } from '../tools/chromium.ts'
import { say } from '../tools/bootstrap.mjs'

/** The CPU slowdown of a measured page. */
const slowdown = 4

/** The budgets' lines, applied to each request: latency in milliseconds, throughput in bytes a second. */
const lines = {
  /** A phone's slow line: 562 ms, 1.4 Mbit/s down, 675 kbit/s up. */
  slow: { offline: false, downloadThroughput: 184_320, uploadThroughput: 84_375, latency: 562.5 },
  /** Lighthouse's desktop: 40 ms, 10 Mbit/s. */
  desktop: { offline: false, downloadThroughput: 1_310_720, uploadThroughput: 1_310_720, latency: 40 },
}

/** The page's measurements from before its first script. */
export interface PageMetrics {
  largestPaint: number
  layoutShift: number
  blockingMs: number
}

declare global {
  interface Window {
    seen: PageMetrics
  }
}

/** In the page, before all scripts: records paints, shifts and long tasks. */
function watch(): void {
  const metrics: PageMetrics = { largestPaint: 0, layoutShift: 0, blockingMs: 0 }
  window.seen = metrics
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    metrics.largestPaint = entry.startTime
  })
  observe('layout-shift', (entry) => {
    // Includes shifts within half a second of an input: a phone's first half second counts as one.
    metrics.layoutShift += (entry as PerformanceEntry & { value: number }).value
  })
  observe('longtask', (entry) => {
    metrics.blockingMs += Math.max(0, entry.duration - 50)
  })
}

/** A phone's page with an empty profile. */
export async function coldPage(
  browser: Browser,
  { token, slow }: { token?: string; slow: boolean },
): Promise<{ context: BrowserContext; page: Page }> {
  const { defaultBrowserType: _type, ...pixel } = devices['Pixel 7']
  const context = await browser.newContext({ ...pixel, viewport: { width: 390, height: 844 } })
  if (token !== undefined) {
    await context.addInitScript(([key, jwt]) => localStorage.setItem(key, jwt), [browserKeys.session, token] as const)
  }
  await context.addInitScript(watch)
  const { page } = await slowPage(context, slow ? 'slow' : undefined)
  return { context, page }
}

/** A page with a fraction of this machine's speed, optionally on a throttled line. */
export async function slowPage(
  context: BrowserContext,
  line?: keyof typeof lines,
): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (line !== undefined) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', lines[line])
  }
  return { page, session }
}

/** Starts the browser for a measurement, which closes it. */
export async function startChromium(): Promise<Browser> {
  const executablePath = provideChromium(process.env, say)
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--no-first-run', '--disable-background-networking'],
  })
}

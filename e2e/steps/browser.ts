import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** A fault in the browser's console: an error, a warning, or an uncaught exception. */
interface ConsoleFault {
  text: string
}

/** Playwright's own warning: {@link test}'s browsers block service workers. */
const blockedWorker = /Service Worker registration blocked by Playwright/

interface Fixtures {
  /** Console lines that a journey provokes on purpose, such as the browser's line about a refused request. */
  consoleMay: { say: readonly RegExp[] }
  /** Fails the test if the console has other lines. */
  cleanConsole: undefined
}

/** Playwright's test, in which every journey ends with a clean console. */
export const test = base.extend<Fixtures>({
  consoleMay: [{ say: [] }, { option: true }],
  cleanConsole: [
    async ({ page, consoleMay }, use) => {
      const faults: ConsoleFault[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') faults.push({ text: message.text() })
      })
      page.on('pageerror', (error) => faults.push({ text: String(error) }))
      await use(undefined)
      const allowed = [...consoleMay.say, blockedWorker]
      const unexpected = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault.text)))
      expect(unexpected, 'the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The browser’s own line about a request refused with this status. */
export const refusedRequest = (status: number): RegExp => new RegExp(`status of ${status}`)

/**
 * Waits until React has hydrated a prerendered page: before that, a link loads the next page whole, and the browser
 * moves the focus.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
}

/**
 * In the page: waits until it is painted and no color transition runs. A transition in a closed part never ends, and an
 * idle page may paint no frame, so both waits have a limit.
 */
async function untilStill(): Promise<void> {
  const longestMs = 2_000
  const soon = (awaited: Promise<unknown>) =>
    Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, longestMs))])
  const frame = () => soon(new Promise((resolve) => requestAnimationFrame(resolve)))
  await frame()
  await frame()
  const ending = document
    .getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await soon(Promise.allSettled(ending.map((each) => each.finished)))
}

/** The minified build: pages parse it in half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * The axe rules per theme. Light runs all of them, plus WCAG 2.2's target size of 24 × 24 pixels (ux 56), which is off
 * by default; dark runs the color rules, as the themes differ only in color. None of these rules reads style sheets, so
 * axe need not fetch them (`preload`).
 */
const axeOptions: Record<'light' | 'dark', RunOptions> = {
  light: { preload: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  dark: {
    preload: false,
    resultTypes: ['violations'],
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  },
}

/** The violations that axe ({@link axeSource}, injected into the page) finds. */
async function runAxe(options: RunOptions): Promise<{ id: string; nodes: { target: unknown[] }[] }[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run(document, options)
  return violations
}

/**
 * Asserts that axe finds nothing on the page, in both themes, and that nothing is wider than the screen; on a phone
 * also at 320 px.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Until its code arrives, a client's page is an inert skeleton.
  await expect(page.locator('[inert] h1')).toHaveCount(0)
  // Elements out of view are not painted and keep the colors of the previous theme: render all for axe.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main *')) {
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
    }
  })
  await page.evaluate(axeSource)
  const violations: string[] = []
  const theme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion: a color in transition has its own contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(untilStill)
    for (const { id, nodes } of await page.evaluate(runAxe, axeOptions[colorScheme])) {
      violations.push(`${colorScheme}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
  }
  expect(violations).toEqual([])
  await page.emulateMedia({ colorScheme: theme as 'light' | 'dark' })
  await expectNoSidewaysScroll(page)
  const size = page.viewportSize()
  if (size === null || size.width >= 900) return
  // 1280 px at 400 % (ux 56).
  await page.setViewportSize({ ...size, width: 320 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(size)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, 'sideways scroll').toBeLessThanOrEqual(0)
}

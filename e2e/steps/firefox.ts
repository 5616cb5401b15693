import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { type EngineDriver, type EnginePage, findElement, pageOf } from './engine-page.ts'

/** Debian's Firefox, driven by WebDriver BiDi: Playwright sends it commands that it does not know. */
export interface Firefox {
  /** Opens a window without a past. */
  open: (baseUrl: string) => Promise<EnginePage>
  end: () => Promise<void>
}

/** What Firefox says while a page is being replaced, or a part of it moves: look again. */
const passing = /no such|stale|context|detached|not clickable|navigat|closed|discarded/i

function driverOf(page: Page): EngineDriver<ElementHandle<Element>> {
  return {
    name: 'Firefox',
    isPassing: (thrown) => thrown instanceof Error && passing.test(thrown.message),
    async find(steps) {
      const found = await page.evaluateHandle(findElement, steps)
      return found.asElement() as ElementHandle<Element> | null
    },
    run: async (element, work, argument) =>
      element.evaluate(work as (target: Element, value: unknown) => never, argument),
    click: async (element) => element.click(),
    type: async (_, text) => page.keyboard.type(text),
    chooseFile: async (element, path) => (element as ElementHandle<HTMLInputElement>).uploadFile(path),
    goto: async (url) => page.goto(url, { waitUntil: 'load' }),
    url: async () => page.evaluate(() => location.href),
    evaluate: async (work, argument) => page.evaluate(work as (value: unknown) => never, argument),
    screenshot: async ({ path }) => page.screenshot({ path: path as `${string}.png` }),
    close: async () => page.browserContext().close(),
  }
}

/** Starts the browser without a window of its own. */
export async function openFirefox(): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    // The clients of the journeys live there.
    env: { ...process.env, TZ: 'America/New_York' },
    extraPrefsFirefox: { 'ui.systemUsesDarkTheme': 0 },
  })
  return {
    async open(baseUrl) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 390, height: 844 })
      return pageOf(driverOf(page), baseUrl)
    },
    end: async () => browser.close(),
  }
}

import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { type EngineDriver, type EnginePage, findElement, pageOf } from './engine-page.ts'

/** Debian's Firefox, driven by WebDriver BiDi: it does not know some of Playwright's commands. */
export interface Firefox {
  /** Opens a window with an empty profile. */
  open: (baseUrl: string) => Promise<EnginePage>
  end: () => Promise<void>
}

/** Firefox's errors while a page is replaced or an element moves: retry. */
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

/** Starts the browser headless. */
export async function openFirefox(): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    // The time zone of the journeys' clients.
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

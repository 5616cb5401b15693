import { test as playwright, type TestType } from '@playwright/test'
import { test as chromiumOrFirefox } from './browser.ts'
import type { EnginePage } from './engine-page.ts'
import { openWebKit, type WebKit } from './webkit.ts'

const firefox = chromiumOrFirefox.extend<{ enginePage: EnginePage }>({
  enginePage: async ({ page }, provide) => provide(page as EnginePage),
})

const webKit = playwright.extend<{ enginePage: EnginePage }, { driver: WebKit }>({
  driver: [
    // Playwright reads from the pattern what a fixture needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const driver = await openWebKit()
      await provide(driver)
      await driver.end()
    },
    { scope: 'worker' },
  ],
  enginePage: async ({ driver, baseURL }, provide) => {
    const page = await driver.open(baseURL ?? '')
    await provide(page)
    await page.close()
  },
})

type EngineTest = TestType<{ enginePage: EnginePage }, object>

/** Playwright's test in each engine beside Chromium, which has journeys of its own (UI-09). */
export const engines = [
  { engine: 'Firefox', test: firefox as EngineTest },
  { engine: 'WebKit', test: webKit as EngineTest },
] as const

import { test as playwright } from '@playwright/test'
import type { EnginePage } from './engine-page.ts'
import { type Firefox, openFirefox } from './firefox.ts'
import { openWebKit, type WebKit } from './webkit.ts'

/** Playwright's test with a page of an engine, which each worker starts once. */
const testIn = (open: () => Promise<Firefox | WebKit>) =>
  playwright.extend<{ enginePage: EnginePage }, { driver: Firefox | WebKit }>({
    driver: [
      // Playwright reads from the pattern what a fixture needs.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, provide) => {
        const driver = await open()
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

/** Playwright's test in each engine other than Chromium, which has its own journeys (UI-09). */
export const engines = [
  { engine: 'Firefox', test: testIn(openFirefox) },
  { engine: 'WebKit', test: testIn(openWebKit) },
] as const

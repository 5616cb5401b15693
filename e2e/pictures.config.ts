import { defineConfig, devices } from '@playwright/test'
import journeys from './playwright.config.ts'

/** The pictures of README, taken from the product as the journeys run it. */
export default defineConfig({
  ...journeys,
  testDir: './pictures',
  workers: 1,
  projects: [{ name: 'pictures', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } } }],
})

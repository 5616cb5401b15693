import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

/**
 * Ports of the product under test, different from the defaults, which a developer may use. With another JOURNEYS_PORT a
 * second run works in parallel.
 */
const firstPort = Number(process.env.JOURNEYS_PORT ?? 13_000)
const ports = {
  product: firstPort,
  files: firstPort + 1,
  sandbox: firstPort + 2,
  mail: firstPort + 3,
  desk: firstPort + 4,
}

const systemChromium =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const isRoot = process.getuid?.() === 0

/** Their claims depend on the width. `npm run prove` runs all journeys at both widths. */
const atBothWidths = ['nothing-moves', 'order-an-essay'].map((name) => `**/${name}.spec.ts`)

/** Journeys in Firefox and WebKit (UI-09). */
const engines = ['**/engines.spec.ts']

/** It tests both widths itself, and its card has only one trial (abuse 22). */
const onlyOnce = ['**/trial.spec.ts']

// Set once: Playwright reads this file again in each of its processes.
process.env.JOURNEYS_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'nerdify-journeys-'))
process.env.PRODUCT_URL = `http://127.0.0.1:${ports.product}`
process.env.DESK_URL = `http://localhost:${ports.desk}`
process.env.SANDBOX_URL = `http://127.0.0.1:${ports.sandbox}`

/** Orders that are late from the start: only a clerk's day needs them, and each one once. */
const seedLateOrders =
  'node ../tools/run.mjs apps/api/src/scenarios/run-scenario.ts late --phone +14155550110 --count 8'

/** The journeys: a real browser against the product as `npm start` runs it, on a phone and on a desktop. */
export default defineConfig({
  testDir: './journeys',
  globalTeardown: './clean-log.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A cheaper test proves the same as a `@prove` journey, so these run only on request.
  grepInvert: [
    ...(process.env.PROVE === undefined ? [/@prove/] : []),
    ...(process.env.MISSING_ENGINES === undefined ? [] : [new RegExp(`in (${process.env.MISSING_ENGINES})\\b`)]),
  ],
  // Limits for hangs, not measurements: a busy machine is no fault of the product.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${ports.product}`,
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Routes of a journey must reach the page; the offline journey allows service workers.
    serviceWorkers: 'block',
    launchOptions: {
      ...(systemChromium === undefined ? {} : { executablePath: systemChromium }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages share a process: one each would take a sixth of the run.
        '--renderer-process-limit=1',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: engines,
      // One device pixel per CSS pixel: seven would take an eighth of the run.
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        colorScheme: 'light',
      },
    },
    {
      name: 'desktop',
      // After the phone project: the same seeded people sign in, and a code works once.
      dependencies: ['phone'],
      ...(process.env.PROVE === undefined ? { testMatch: atBothWidths } : { testIgnore: [...onlyOnce, ...engines] }),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
    },
    {
      // Each with its own driver.
      name: 'engines',
      testMatch: engines,
      // The desk's journeys sign in as the same staff.
      ...(process.env.PROVE !== undefined && { dependencies: ['desktop'] }),
    },
  ],
  webServer: {
    command: [
      ...(process.env.PROVE === undefined ? [] : [seedLateOrders]),
      'node ../tools/run.mjs tools/start.ts',
    ].join(' && '),
    url: `http://localhost:${ports.product}/readyz`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      ENV_FILE: 'none',
      PORT: String(ports.product),
      FILES_PORT: String(ports.files),
      DESK_PORT: String(ports.desk),
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_SMTP_PORT: String(ports.mail),
      DATA_DIR: process.env.JOURNEYS_DATA_DIR,
      LIMIT_SCALE: '1000',
      // No other journey has a client there.
      RESTRICTED_REGIONS: 'NZ',
      // Journeys move their orders themselves.
      AUTOPILOT: 'off',
    },
  },
})

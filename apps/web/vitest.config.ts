import { existsSync } from 'node:fs'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const systemChromium = '/usr/bin/chromium'

const launchOptions = {
  // The system's browser where there is one, else Playwright's own.
  ...(existsSync(systemChromium) && { executablePath: systemChromium }),
  // Chromium refuses its sandbox to root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}

/** Each story runs on a wide light screen and on a dark phone, with axe on both (UI-07). */
const screens = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

export default defineConfig({
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'downshift',
      'react-day-picker',
      '@storybook/addon-a11y/preview',
      '@storybook/react-vite',
    ],
  },
  plugins: [storybookTest({ configDir: '.storybook' })],
  test: {
    name: 'stories',
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: screens.map(({ name, colorScheme, viewport }) => ({
        browser: 'chromium' as const,
        name: `stories ${name}`,
        viewport,
        provider: playwright({ launchOptions, contextOptions: { colorScheme, reducedMotion: 'reduce' } }),
      })),
    },
  },
})

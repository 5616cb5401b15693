import { existsSync } from 'node:fs'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const systemChromium =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

const launchOptions = {
  // The system's browser, else Playwright's own.
  ...(systemChromium !== undefined && { executablePath: systemChromium }),
  // Chromium refuses its sandbox to root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}

const browser = (name: string) => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions, contextOptions: { colorScheme: 'light', reducedMotion: 'reduce' } }),
  viewport: { width: 1280, height: 800 },
  instances: [{ browser: 'chromium' as const, name }],
})

const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime']

/**
 * `stories`: every story renders, its `play` passes, and axe finds nothing on a wide screen in light and in dark (UI-07).
 * `ui`: tests that need the browser's real keyboard, mouse and touch.
 */
export default defineConfig({
  test: {
    // One page for all files: a fresh one per file loads React, Storybook and axe a hundred times.
    isolate: false,
    // Limits for hangs, not measurements: a busy machine may be slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        plugins: [
          storybookTest({
            configDir: '.storybook',
            // The preview's name of the size.
            initialGlobals: { viewport: { value: 'desktop', isRotated: false } },
          }),
        ],
        optimizeDeps: {
          include: [
            ...react,
            'axe-core',
            'react-day-picker',
            'react-router',
            '@tanstack/react-query',
            '@storybook/addon-a11y/preview',
            '@storybook/react-vite',
          ],
        },
        test: { name: 'stories', setupFiles: ['.storybook/dark.setup.ts'], browser: browser('stories') },
      },
      {
        extends: true,
        optimizeDeps: { include: [...react, 'react-router'] },
        test: {
          name: 'ui',
          include: ['src/**/*.browser.test.tsx', '../../packages/ui/src/**/*.browser.test.tsx'],
          browser: browser('ui'),
        },
      },
    ],
  },
})

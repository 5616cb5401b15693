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

/** A wide light screen and a dark phone: axe judges every story on both (UI-07). The sizes are the preview's viewports. */
const screens = [
  { name: 'light', colorScheme: 'light', viewport: 'desktop' },
  { name: 'dark', colorScheme: 'dark', viewport: 'phone' },
] as const

const browser = (name: string, colorScheme: 'light' | 'dark') => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions, contextOptions: { colorScheme, reducedMotion: 'reduce' } }),
  viewport: { width: 1280, height: 800 },
  instances: [{ browser: 'chromium' as const, name }],
})

const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime']

/**
 * `stories …`: every story renders, its `play` passes and axe finds nothing. `ui`: tests that need the browser's real
 * keyboard, mouse and touch.
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
      ...screens.map(({ name, colorScheme, viewport }) => ({
        extends: true as const,
        plugins: [
          storybookTest({
            configDir: '.storybook',
            initialGlobals: { viewport: { value: viewport, isRotated: false } },
          }),
        ],
        optimizeDeps: {
          include: [
            ...react,
            'react-day-picker',
            'react-router',
            '@tanstack/react-query',
            '@storybook/addon-a11y/preview',
            '@storybook/react-vite',
          ],
        },
        test: { name: `stories ${name}`, browser: browser(`stories ${name}`, colorScheme) },
      })),
      {
        extends: true,
        optimizeDeps: { include: [...react, 'react-router'] },
        test: {
          name: 'ui',
          include: ['src/**/*.browser.test.tsx', '../../packages/ui/src/**/*.browser.test.tsx'],
          browser: browser('ui', 'light'),
        },
      },
    ],
  },
})

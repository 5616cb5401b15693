import type { Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import '@nerdify/ui/tokens/tokens.css'
import '@nerdify/ui/tokens/base.css'

// A limit for hangs, not a measurement: a busy machine may render no frame for a second.
configure({ asyncUtilTimeout: 20_000 })

/** Every story is an accessibility test too; `theme` forces a theme, else the device's applies. */
const preview: Preview = {
  parameters: {
    // WCAG 2.2's targets of 24 × 24 pixels or with room around (ux 56): axe checks them only when enabled. No rule that is
    // on reads style sheets, so axe need not fetch them (`preload`).
    a11y: {
      test: 'error',
      options: { resultTypes: ['violations'], preload: false },
      config: { rules: [{ id: 'target-size', enabled: true }] },
    },
    layout: 'padded',
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '390px', height: '844px' } },
        tablet: { name: 'Tablet', styles: { width: '768px', height: '1024px' } },
        desktop: { name: 'Desktop', styles: { width: '1280px', height: '800px' } },
      },
    },
  },
  initialGlobals: { theme: 'device' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        title: 'Theme',
        items: ['device', 'light', 'dark'],
      },
    },
  },
  decorators: [
    (Story, { globals }) => {
      const { dataset } = document.documentElement
      if (globals.theme === 'device') delete dataset.theme
      else dataset.theme = globals.theme
      return <Story />
    },
  ],
}

export default preview

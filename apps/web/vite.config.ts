import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type UserConfig } from 'vite'

/**
 * `Button_primary`: readable in the browser, and it compresses better than a hash. Two files of one name are refused.
 */
const styleFiles = new Map<string, string>()
function className(name: string, file: string): string {
  const part = basename(file, '.module.css')
  if ((styleFiles.get(part) ?? file) !== file) throw new Error(`Two style files are called ${part}.module.css`)
  styleFiles.set(part, file)
  return `${part}_${name}`
}

/**
 * Shared chunks, by their modules; imports of those come along. The bundler's own splitting is over every budget of
 * `script-budgets.ts` (decision 0060 has the figures).
 */
const sharedFiles = [
  {
    name: 'main',
    test: /src\/(main\.tsx|visit\/early-input|frame\/(PrerenderedForm|use-action|use-hydrated|track-screen|links)|call-error|failure-text|api\/(client|first-data)|\w+\/(Accordion|Blank|TextField|SelectField|TextLink|ChoiceRow)\.tsx)|domain\/src\/(input\/(one-line|visible-text)|sign-in\/email\.ts)/,
    priority: 3,
  },
  {
    // The code that `/start` and the consent box share with a client's screens, without the rest of those screens.
    name: 'cards',
    test: /src\/(use-debounced-value|order\/(BottomBar|Money)|surfaces\/(Banner|Card|Skeleton)\.tsx|fields\/Checkbox\.tsx|pricing\/(money|units|calendar-date|zoned-time)|catalog\/(job-types|services)|orders\/business-time|texts\/review-days|referrals\/referral\.ts)/,
    priority: 2,
  },
  {
    name: 'client',
    test: /src\/(frame\/(Client|QueryStatus|use-wide)|api\/(queries|server-time)|\w+\/(Drawer|MoreMenu|FailureBanner|Segmented|Status)\.tsx|dates\/date-words|payments\/due-split|orders\/order-steps|messages\/announcement-way)|(useMutation|mutationObserver)\.js/,
    priority: 2,
  },
  {
    // The code that it shares only with the order form.
    name: 'price',
    test: /src\/(order\/PriceSummary|pricing\/(price|price-table|deadline-limits|size-limits|deadlines)\.ts|frame\/ForFriends|storage\/kept-text|uploads\/(background-queues|loaded-files|ask-before-leaving)|orders\/ReceiptRows)/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'sign-in',
    test: /src\/(features\/sign-in\/|texts\/sign-in|page\/SignInLayout|sign-in\/phone-format)/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'cabinet',
    test: /src\/features\/cabinet\/CabinetScreen/,
    priority: 1,
  },
  {
    name: 'subscription',
    test: /src\/features\/subscription\/SubscriptionScreen/,
    priority: 1,
  },
  {
    name: 'overlays',
    test: /src\/features\/cabinet\/overlays\//,
    priority: 0,
  },
  {
    // The flow begins with the form: its modules are shared by all steps.
    name: 'order-flow',
    test: /src\/features\/orders\/form\/OrderFormScreen/,
    priority: 1,
  },
]

const common: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  modulePreload: { polyfill: false },
  // `font-src 'self'` refuses data: addresses.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  // One style sheet, which `build.ts` inlines in each page: no screen waits for its own.
  cssCodeSplit: false,
}

/** No module reads a property for a side effect: what it computes from a table goes if nothing uses it. */
const treeshake = { propertyReadSideEffects: false } as const

/** Shared by both builds, so that they agree on the names of classes. */
const css: UserConfig['css'] = { modules: { generateScopedName: className } }

/** The app; with `--ssr` the prerendering code. */
const app = (isSsrBuild = false): UserConfig => ({
  plugins: [react()],
  css,
  build: {
    ...common,
    // `build.ts` reads both to find a page's chunks.
    manifest: true,
    ssrManifest: !isSsrBuild,
    rolldownOptions: { treeshake, output: isSsrBuild ? {} : { codeSplitting: { groups: sharedFiles } } },
  },
})

/** The script of `/start`, in which the browser is the router (DOOR-01, decision 0107). */
const start: UserConfig = {
  plugins: [
    react(),
    {
      name: 'plain-imports',
      enforce: 'pre',
      // None of its chunks has styles or imports to preload.
      load: (id) => (id.includes('preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined),
    },
  ],
  css,
  publicDir: false,
  resolve: { alias: { 'react-router': join(import.meta.dirname, 'src/start/router.tsx') } },
  build: {
    ...common,
    emptyOutDir: false,
    manifest: '.vite/start.json',
    rolldownOptions: { treeshake, input: { start: 'src/start/main.tsx' } },
  },
}

export default defineConfig(({ isSsrBuild, mode }) => (mode === 'start' ? start : app(isSsrBuild)))

import { basename, join, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite'

/** Where the product answers, for `vite dev`: the web app asks its own origin for `/api` and for payment links. */
const product = `http://localhost:${process.env.PORT ?? 3000}`

/**
 * The router writes to properties of what it exports, and calls `forwardRef`, when it is loaded: to a bundler that is an
 * effect, so it keeps each of these exports, used or not. What is taken out here only names parts for debugging (1.5 KB
 * of every page).
 */
const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
        .replaceAll('React$1.forwardRef(', '/* @__PURE__ */ React$1.forwardRef('),
  },
}

/** "a as b" or "a", of which the first is the name outside, as it stands within the braces of an import. */
const namesIn = (braces: string) => braces.split(',').map((each) => each.split(' as ') as [string, string?])

/**
 * The bundler keeps its own run time, 380 bytes, in a file beside the others: one more request of every page. It moves into the
 * file that all others import.
 */
const runtimeInMain: Plugin = {
  name: 'runtime-in-main',
  apply: 'build',
  // A file whose content is another has another name.
  augmentChunkHash: () => 'run time in main',
  generateBundle: {
    // Before the pages are told of their files.
    order: 'pre',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const main = chunks.find(({ name }) => name === 'main')
      if (runtime === undefined || main === undefined) return
      const [, code, exported] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(runtime.code) ?? []
      if (code === undefined || exported === undefined) this.error('The run time of the bundler exports nothing')
      const members = namesIn(exported).map(([own, name = own]) => `${name}:${own}`)
      const moved = `var bundlerRuntime=(()=>{${code}return{${members}}})();`
      for (const chunk of chunks) {
        const [statement, names] =
          new RegExp(`import\\{([^}]*)\\}from"\\./${basename(runtime.fileName)}";`).exec(chunk.code) ?? []
        if (statement === undefined || names === undefined) continue
        // Its name must change with what it now imports.
        if (chunk !== main && !chunk.imports.includes(main.fileName)) this.error(`${chunk.name} does not import main`)
        const taken = `const{${namesIn(names).map(([name, own = name]) => `${name}:${own}`)}}=bundlerRuntime;`
        const before = chunk === main ? moved : `import{bundlerRuntime}from"./${basename(main.fileName)}";`
        chunk.code = chunk.code.replace(statement, () => before + taken)
        if (chunk === main) chunk.code += 'export{bundlerRuntime};'
        chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
      }
      delete bundle[runtime.fileName]
    },
  },
}

/** What each module of ours imports as it is loaded, and the file that it is in: the build gives each page its styles by it. */
const modulesOfApp: Plugin = {
  name: 'modules-of-app',
  apply: 'build',
  generateBundle(_options, bundle) {
    const pathOf = (id: string) =>
      relative(import.meta.dirname, id.replace(/\?.*/, ''))
        .split(sep)
        .join('/')
    const ours = [...this.getModuleIds()].filter((id) => pathOf(id).startsWith('src/'))
    const imports = Object.fromEntries(
      ours.map((id) => [
        pathOf(id),
        (this.getModuleInfo(id)?.importedIds ?? []).map(pathOf).filter((path) => path.startsWith('src/')),
      ]),
    )
    const files = Object.fromEntries(
      Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? chunk.moduleIds.map((id) => [pathOf(id), chunk.fileName] as const) : [],
      ),
    )
    this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify({ imports, files }) })
  },
}

/** `Button_primary`: readable in the browser, and it packs better than a hash. Two files of one name are refused. */
const styleFiles = new Map<string, string>()
function className(name: string, file: string): string {
  const part = basename(file, '.module.css')
  if ((styleFiles.get(part) ?? file) !== file) throw new Error(`Two style files are called ${part}.module.css`)
  styleFiles.set(part, file)
  return `${part}_${name}`
}

/**
 * The files that screens share, by the modules that make them up; what those import comes with them. A few of some
 * size arrive sooner than one for each part.
 */
const sharedFiles = [
  {
    name: 'main',
    test: /src\/(main\.tsx|early-submit|frame\/(AheadForm|use-hydrated|still-here)|api\/(client|first-data|failure-text)|ui\/(Accordion|Blank|TextField|SelectField|TextLink|ChoiceRow|SignInLayout)\.tsx)|domain\/src\/sign-in\/email\.ts/,
    priority: 3,
  },
  {
    name: 'client',
    test: /src\/(frame\/Client|payment-link|texts\/payment-button|api\/queries|ui\/(Drawer|MoreMenu|Banner|FailureBanner|Card|Checkbox|Money|Segmented|Skeleton|Status)\.tsx|pricing\/(money|units)|payments\/due-split|catalog\/job-types|orders\/order-(status|can|steps))|react-query\/.*useMutation/,
    priority: 2,
  },
  {
    name: 'sign-in',
    test: /src\/(features\/sign-in\/|texts\/sign-in|sign-in\/phone-format)/,
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
    name: 'dialogs',
    test: /src\/ui\/(Dialog|RadioRows|RuledTextArea)\.tsx/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'overlays',
    test: /src\/(features\/cabinet\/|texts\/cabinet-overlays)/,
    minShareCount: 2,
    priority: 0,
  },
  {
    // The flow begins with the form: what the form needs is what all its steps share.
    name: 'order-flow',
    test: /src\/features\/orders\/form\/OrderFormScreen/,
    priority: 1,
  },
  {
    name: 'order-steps',
    test: /src\/(features\/orders\/(?!TaskFiles|use-task-files)|texts\/order-|ui\/AddOn\.tsx)/,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'extras',
    test: /src\/frame\/(Extras|install\/)/,
    priority: 1,
  },
  {
    name: 'uploads',
    test: /src\/(uploads\/|texts\/uploads)/,
    minShareCount: 2,
    priority: 0,
  },
]

/** What stands in the page itself and draws parts before React is there (`without-react.ts`). Parts that it does not use stay out. */
const inThePage = {
  resolve: {
    alias: [
      {
        find: /^(react|react\/jsx-runtime|react-router|@nerdify\/contract\/web-paths\.ts)$/,
        replacement: join(import.meta.dirname, 'src/without-react.ts'),
      },
    ],
  },
  build: {
    write: false,
    rolldownOptions: {
      input: 'src/features/cabinet/first-list.tsx',
      output: { format: 'iife' },
      treeshake: { moduleSideEffects: false },
    },
  },
} satisfies UserConfig

/** The app; with `--ssr` what renders pages ahead of it; in the mode `in-the-page` what a page brings within itself. */
export default defineConfig(({ isSsrBuild, mode }) => {
  const app: UserConfig = {
    plugins: [react(), withoutUnusedParts, runtimeInMain, modulesOfApp],
    css: { modules: { generateScopedName: className } },
    server: { proxy: { '/api': product, '/o/': product, '/messenger': product } },
    build: {
      outDir: 'dist/client',
      manifest: true,
      modulePreload: { polyfill: false },
      // `font-src 'self'` refuses data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // One style sheet: the parts share it on every page, and no screen waits for its own.
      cssCodeSplit: false,
    },
  }
  if (mode === 'in-the-page') return mergeConfig(app, inThePage)
  const output = isSsrBuild ? {} : { codeSplitting: { groups: sharedFiles } }
  return mergeConfig(app, { build: { rolldownOptions: { output } } })
})

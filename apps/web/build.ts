/**
 * Builds the web app into dist/client: the browser's code, that of `/start` alone (decision 0107), the prerendered pages
 * (PUB-09), a shell for each screen of a client (decision 0060), and a .br and .gz beside each text. Prints the weight of
 * the JavaScript of each screen with a budget, and fails when one is over it.
 */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type InlineConfig, type Manifest, type ManifestChunk } from 'vite'
import { compressTexts, filesUnder } from '../../tools/compressed-files.ts'
import { scriptBudgets } from './script-budgets.ts'
import type { PrerenderedPage, Prerenderer, Shell } from './src/prerendered.ts'

const root = dirname(fileURLToPath(import.meta.url))
const clientFolder = join(root, 'dist/client')
const serverFolder = join(root, 'dist/server')

/** The modules of each screen with a budget, or the names of shared chunks. */
const screenModules: readonly [screen: keyof typeof scriptBudgets, ...modules: string[]][] = [
  ['sign-in', 'src/features/sign-in/PhoneScreen.tsx'],
  ['order form', 'client', 'order-flow'],
  ['cabinet', 'client', 'cabinet'],
]

/** The chunks that a page loads by itself. */
function entriesOf(template: string) {
  const files = [...template.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file]) => file)
  return Object.keys(manifest).filter((name) => files.includes(manifest[name]?.file))
}

/** Every chunk that these modules or shared chunks need, with their imports, each once. */
function chunksOf(modules: readonly string[]) {
  const chunks = new Set<ManifestChunk>()
  const visit = (name: string) => {
    const file = filesOfModules[name]?.[0]?.slice(1)
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name || each.file === file)
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  return [...chunks]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Replaces exactly one `from`; fails if the template does not have it. */
function replaceOnce(template: string, from: string, to: string) {
  const parts = template.split(from)
  if (parts.length !== 2) throw new Error(`The template must hold ${from} once`)
  return parts.join(to)
}

const replaceEach = (template: string, replacements: readonly (readonly [from: string, to: string])[]) =>
  replacements.reduce((page, [from, to]) => replaceOnce(page, from, to), template)

/** Preload links for a page's chunks, so that they arrive in the same round trip. */
function linksFor(template: string, modules: readonly string[]) {
  const known = new Set(chunksOf(entriesOf(template)))
  return chunksOf(modules)
    .filter((chunk) => !known.has(chunk))
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('')
}

/**
 * The page with its style sheet inlined: a cold visit paints as soon as the page arrives. The content policy has the
 * hash of the styles (`web-app.ts` in the API).
 */
async function withStyles(page: string) {
  const [link = '', file] = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/.exec(page) ?? []
  if (file === undefined) throw new Error('index.html must load one style sheet')
  const styles = (await readFile(join(clientFolder, file), 'utf8')).trim()
  if (styles.includes('</')) throw new Error('The style sheet would end its element')
  return replaceOnce(page, link, `<style>${styles}</style>`)
}

function scriptText(script: string) {
  if (script.includes('</')) throw new Error('The script would end its element')
  return script
}

/**
 * The shell of a screen that the browser renders: the frame at once, and preloads for the screen. Its script comes
 * first, so that data are requested before the code.
 */
function shellOf(template: string, { modules, html, script }: Shell) {
  return replaceEach(template, [
    ['</title>', `</title><script>${scriptText(script)}</script>`],
    ['</head>', `${linksFor(template, modules)}</head>`],
    ['<div id="root"></div>', `<div id="root">${html}</div>`],
  ])
}

/** `/start` with its own script in place of the app's, which continues later with the screens that it leads to. */
function withOwnScript(page: string, leadsTo: readonly string[]) {
  const scripts = page.match(/<script [^>]*src="[^"]+"><\/script>/g) ?? []
  const later = chunksOf(['main', ...leadsTo]).map(({ file }) => `/${file}`)
  return replaceEach(page, [
    ...scripts.map(
      (script, index) => [script, index === 0 ? script.replace(/(?<=src=")[^"]+/, `/${ownScript.file}`) : ''] as const,
    ),
    ['<div id="root"', `<div id="root" data-app="${later[0]}" data-later="${later.join(' ')}"`],
  ])
}

/** A prerendered page, with its own head. */
function pageOf(
  template: string,
  { route, title, description, html, modules, leadsTo, script, price }: PrerenderedPage,
) {
  const description_ = /<meta name="description" content="[^"]*"/.exec(template)?.[0] ?? 'a description'
  const served = price === undefined ? '' : ` data-price="${escaped(price)}"`
  const page = replaceEach(template, [
    [/<title>[^<]*<\/title>/.exec(template)?.[0] ?? '<title>', `<title>${escaped(title)}</title>`],
    [description_, `<meta name="description" content="${escaped(description)}"`],
    ['</head>', `${linksFor(template, modules)}<script>${scriptText(script)}</script></head>`],
    ['<div id="root"></div>', `<div id="root" data-route="${escaped(route)}"${served}>${html}</div>`],
  ])
  return leadsTo === undefined ? page : withOwnScript(page, leadsTo)
}

/** Writes the service worker with its cache list: the offline page, its fonts and the icon (UI-05). */
async function writeServiceWorker() {
  const files = await filesUnder(join(clientFolder, 'assets'))
  const needed = files.filter((file) => file.endsWith('.woff2')).map((file) => file.slice(clientFolder.length))
  const cachedPaths = ['/offline', '/icon.svg', ...needed]
  const page = await readFile(join(clientFolder, 'offline/index.html'))
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12)
  const source = await readFile(join(root, 'service-worker.js'), 'utf8')
  const names = cachedPaths.map((name) => `'${name}'`).join(', ')
  const worker = replaceOnce(replaceOnce(source, '/* kept */', names), '/* version */', version)
  await writeFile(join(clientFolder, 'sw.js'), worker)
}

const vite: InlineConfig = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }
await rm(join(root, 'dist'), { recursive: true, force: true })
await build(vite)
await build({ ...vite, mode: 'start' })
await build({
  ...vite,
  publicDir: false,
  build: { ssr: 'src/prerender.tsx', outDir: serverFolder, manifest: false },
})

const manifest: Manifest = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'))
/** The chunks of each module of the app. */
const filesOfModules: Record<string, readonly string[]> = JSON.parse(
  await readFile(join(clientFolder, '.vite/ssr-manifest.json'), 'utf8'),
)
/** The script of `/start`; the app's style sheet has its styles. */
const ownScript: ManifestChunk = JSON.parse(await readFile(join(clientFolder, '.vite/start.json'), 'utf8'))[
  'src/start/main.tsx'
]
if (ownScript.imports !== undefined) throw new Error('The script of /start must be one file')
for (const styles of ownScript.css ?? []) await rm(join(clientFolder, styles))
const shellFile = join(clientFolder, 'index.html')
const template = await withStyles(await readFile(shellFile, 'utf8'))
const { prerenderedPages, reloadScript, shells }: Prerenderer = await import(
  pathToFileURL(join(serverFolder, 'prerender.js')).href
)

async function writePage(file: string, page: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page)
}

for (const page of await prerenderedPages()) {
  // React omits a part that throws and leaves it to the browser.
  if (!page.html.includes('<h1')) throw new Error(`${page.file} was rendered without its screen`)
  await writePage(join(clientFolder, page.file), pageOf(template, page))
}
for (const shell of await shells()) {
  await writePage(join(clientFolder, 'shells', `${shell.name}.html`), shellOf(template, shell))
}
await writePage(shellFile, replaceOnce(template, '</title>', `</title><script>${scriptText(reloadScript)}</script>`))
await writeServiceWorker()
await Promise.all([rm(join(clientFolder, '.vite'), { recursive: true }), rm(serverFolder, { recursive: true })])

const brotliSizes = await compressTexts(clientFolder)

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
let over = false
console.log('JavaScript of a cold visit, brotli, KB of 1000 bytes')
for (const [screen, ...modules] of [...screenModules, ['start'] as const]) {
  const budget = scriptBudgets[screen]
  const chunks = screen === 'start' ? [ownScript] : chunksOf([...entriesOf(template), ...modules])
  const bytes = chunks.reduce((sum, { file }) => sum + (brotliSizes.get(file) ?? 0), 0)
  const verdict = bytes > budget * 1000 ? 'OVER BUDGET' : 'met'
  over ||= bytes > budget * 1000
  console.log(
    `  ${screen.padEnd(11)}${kilobytes(bytes).padStart(7)}  budget ${budget}: ${verdict} (${chunks.length} files)`,
  )
}
if (over) process.exitCode = 1

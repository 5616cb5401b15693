/**
 * Builds the web app into dist/client, as the product serves it: the browser's code, the pre-rendered pages (PUB-09), a
 * shell for each screen that loads on its own, and a .br and .gz beside each text. Prints the weight of the JavaScript that three screens need, and fails when one
 * is over its budget.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { classesIn, classesOf, partsIn, stylesFor } from './page-styles.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const clientFolder = join(root, 'dist/client')
const serverFolder = join(root, 'dist/server')

/** JavaScript for a cold visit, brotli, in KB of 1000 bytes: all that the screen's modules bring with them. */
const budgets = [
  { screen: 'sign-in', budget: 95, aim: 90, modules: ['src/features/sign-in/PhoneScreen.tsx'] },
  {
    screen: 'order form',
    budget: 125,
    aim: 112,
    modules: ['client', 'order-flow'],
  },
  {
    screen: 'cabinet',
    budget: 115,
    aim: 103,
    modules: ['client', 'cabinet'],
  },
]

/** Where the app begins. */
const entryModule = 'src/main.tsx'

const textFile = /\.(html|js|css|svg|json|webmanifest|txt)$/

async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
}

/** The script that the app begins with. */
const entryScript = /<script type="module"[^>]*><\/script>/

/** The names of the chunks that a page loads by itself. */
function entriesOf(template, manifest) {
  const files = [...template.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file]) => file)
  return Object.keys(manifest).filter((name) => files.includes(manifest[name].file))
}

/** Every chunk that the modules (or shared files, by name) need, those that they import included, each once. */
function chunksOf(manifest, modules) {
  const chunks = new Set()
  const visit = (name) => {
    const chunk =
      manifest[name] ??
      Object.values(manifest).find((each) => each.name === name || each.file === ourModules.files[name])
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  return [...chunks]
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The template with exactly one `from` replaced; a template that lost it stops the build. */
function replaceOnce(template, from, to) {
  const parts = template.split(from)
  if (parts.length !== 2) throw new Error(`The template must hold ${from} once`)
  return parts.join(to)
}

/** Links for what a page needs beside its entries, so that it arrives in the same round trip. */
function linksFor(template, manifest, modules) {
  const known = new Set(chunksOf(manifest, entriesOf(template, manifest)))
  return chunksOf(manifest, modules)
    .filter((chunk) => !known.has(chunk))
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('')
}

/** The link to the style sheet of all screens in the template, and its file. */
function sheetOf(template) {
  const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/.exec(template)
  if (link === null) throw new Error('index.html must load one style sheet')
  return { link: link[0], file: link[1] }
}

/**
 * The styles of a page stand in it: a cold visit paints as soon as the page is there. They are those of the screen that the page
 * opens with; `data-route` names it and `data-all` the sheet that everything else waits for (decision 0027). Their hash goes into
 * the content policy (`web-app.ts` in the API).
 */
function withStyles(page, { css, classes, route }) {
  const { link, file } = sheetOf(page)
  const styles = stylesFor(css, classes)
  if (styles.includes('</')) throw new Error('The style sheet would end its element')
  const opens = route === undefined ? '' : ` data-route="${escaped(route)}"`
  return replaceOnce(page, link, `<style${opens} data-all="/${file}">${styles}</style>`)
}

/**
 * Our faces come after the first paint: a face that is asked for while the page is laid out, or looked for among those of the
 * system, costs a slow phone 50 ms before it paints.
 */
const withFonts = (page) =>
  replaceOnce(
    replaceOnce(page, '<html lang="en">', '<html lang="en" data-painting>'),
    '</head>',
    `<script>${scriptText(fontScript)}</script></head>`,
  )

function scriptText(script) {
  if (script.includes('</')) throw new Error('The script would end its element')
  return script
}

/** The icon stands in the page as well: a small file that would be a request of its own. */
async function withIcon(page) {
  const icon = (await readFile(join(root, 'public/icon.svg'), 'utf8')).trim().replaceAll('"', "'")
  const address = icon.replaceAll(/[%#<>]/g, (sign) => encodeURIComponent(sign))
  return replaceOnce(page, 'href="/icon.svg"', `href="data:image/svg+xml,${address}"`)
}

/**
 * What runs once a page has painted for the first time; where nothing is painted, as in a tab behind, it does not. Until then it is
 * no script to the browser: to read and to hash this one would take a slow phone 10 ms before it paints.
 */
const oncePainted = (script) =>
  `<script type="text/later">${scriptText(script)}</script><script>${laterScript}</script>`

/**
 * The shell of a screen that is drawn in the browser: the frame at once, and all that the screen needs on its way. The code is
 * named last: a browser asks for it as soon as it reads of it, and it would share a slow line with the data, which are shown first.
 */
function shellOf(template, manifest, { modules, html, script, isList }) {
  const [entry] = entryScript.exec(template) ?? ['<script type="module">']
  const code = `${entry}${linksFor(template, manifest, modules)}`
  const list = isList ? oncePainted(listScript) : ''
  return [
    [entry, ''],
    ['</title>', `</title><script>${scriptText(script)}</script>`],
    ['<div id="root"></div>', `<div id="root">${html}</div>${list}${code}`],
  ].reduce((page, [from, to]) => replaceOnce(page, from, to), template)
}

/** A page that is rendered ahead, with its own head. */
function pageOf(template, manifest, { route, title, description, html, modules }) {
  const description_ = /<meta name="description" content="[^"]*"/.exec(template)?.[0] ?? 'a description'
  const form = html.includes('<form') ? `<script>${scriptText(formScript)}</script>` : ''
  return [
    [/<title>[^<]*<\/title>/.exec(template)?.[0] ?? '<title>', `<title>${escaped(title)}</title>`],
    [description_, `<meta name="description" content="${escaped(description)}"`],
    ['</head>', `${linksFor(template, manifest, modules)}${form}</head>`],
    ['<div id="root"></div>', `<div id="root" data-route="${escaped(route)}">${html}</div>`],
  ].reduce((page, [from, to]) => replaceOnce(page, from, to), template)
}

async function compress(file) {
  const text = await readFile(file)
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    promisify(gzip)(text, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)])
  return brotli.length
}

/** Writes the service worker with what it keeps: the offline page, its fonts and the icon (UI-05). */
async function writeServiceWorker() {
  const files = await filesUnder(join(clientFolder, 'assets'))
  const needed = files.filter((file) => file.endsWith('.woff2')).map((file) => file.slice(clientFolder.length))
  const kept = ['/offline', '/icon.svg', ...needed]
  const page = await readFile(join(clientFolder, 'offline/index.html'))
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12)
  const source = await readFile(join(root, 'service-worker.js'), 'utf8')
  const names = kept.map((name) => `'${name}'`).join(', ')
  const worker = replaceOnce(replaceOnce(source, '/* kept */', names), '/* version */', version)
  await writeFile(join(clientFolder, 'sw.js'), worker)
}

const vite = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }
await rm(join(root, 'dist'), { recursive: true, force: true })
await build(vite)
const { output: inThePage } = await build({ ...vite, mode: 'in-the-page', publicDir: false })
await build({
  ...vite,
  publicDir: false,
  build: { ssr: 'src/prerender.tsx', outDir: serverFolder, manifest: false },
})

const manifest = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'))
/** What each of our modules imports, and the file that it is in (`vite.config.ts`). */
const ourModules = JSON.parse(await readFile(join(clientFolder, '.vite/modules.json'), 'utf8'))
const shellFile = join(clientFolder, 'index.html')
// No font is preloaded: Chromium would wait for it with the first paint, and it would come before the code.
const template = await withIcon(await readFile(shellFile, 'utf8'))
const css = (await readFile(join(clientFolder, sheetOf(template).file), 'utf8')).trim()
/** Draws the first orders in the shell of the cabinet. */
const listScript = inThePage.find(({ type }) => type === 'chunk').code.trim()
const { fontScript, formScript, laterScript, prerenderedPages, shells } = await import(
  pathToFileURL(join(serverFolder, 'prerender.js')).href
)

/** Writes a page with the styles of what it shows and of the modules that draw it. */
async function writePage(file, page, { route, modules = [] }) {
  const chunks = chunksOf(manifest, [...entriesOf(template, manifest), ...modules])
  const scripts = await Promise.all(chunks.map((chunk) => readFile(join(clientFolder, chunk.file), 'utf8')))
  const parts = partsIn(ourModules.imports, [entryModule, ...modules])
  const classes = new Set([...classesIn([page]), ...classesOf(scripts, parts)])
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, withFonts(withStyles(page, { css, classes, route })))
}

for (const page of await prerenderedPages()) {
  await writePage(join(clientFolder, page.file), pageOf(template, manifest, page), page)
}
for (const shell of await shells()) {
  await writePage(join(clientFolder, 'shells', `${shell.name}.html`), shellOf(template, manifest, shell), shell)
}
// Whatever else it shows needs the whole sheet.
const sheetAhead = `<link rel="preload" as="style" href="/${sheetOf(template).file}">`
await writePage(shellFile, replaceOnce(template, '</head>', `${sheetAhead}</head>`), {})
await writeServiceWorker()
await Promise.all([rm(join(clientFolder, '.vite'), { recursive: true }), rm(serverFolder, { recursive: true })])

const brotliSizes = new Map()
for (const file of await filesUnder(clientFolder)) {
  if (textFile.test(file)) brotliSizes.set(file.slice(clientFolder.length + 1), await compress(file))
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1)
let over = false
console.log('JavaScript of a cold visit, brotli, KB of 1000 bytes')
for (const { screen, budget, aim, modules } of budgets) {
  const chunks = chunksOf(manifest, [...entriesOf(template, manifest), ...modules])
  const bytes = chunks.reduce((sum, { file }) => sum + (brotliSizes.get(file) ?? 0), 0)
  const verdict = bytes > budget * 1000 ? 'OVER BUDGET' : bytes > aim * 1000 ? 'within budget, above aim' : 'within aim'
  over ||= bytes > budget * 1000
  console.log(
    `  ${screen.padEnd(11)}${kilobytes(bytes).padStart(7)}  budget ${budget}, aim ${aim}: ${verdict} (${chunks.length} files)`,
  )
}
if (over) process.exitCode = 1

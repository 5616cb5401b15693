/**
 * Builds the desk into dist, with a .br and .gz beside each text. Prints the weight of the JavaScript of queue and order
 * together, and fails when it is over its budget.
 */
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Manifest } from 'vite'
import { compressTexts } from '../../tools/compressed-files.ts'

const root = dirname(fileURLToPath(import.meta.url))
const folder = join(root, 'dist')

/** Brotli, in KB of 1000 bytes. */
const budget = 140

/** The modules that a clerk needs for queue and order. */
const screens = ['index.html']

await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
await rm(join(folder, '.vite'), { recursive: true })
const sizes = await compressTexts(folder)

// Another first layer would put the resets over the parts.
for (const file of sizes.keys()) {
  if (!file.endsWith('.css')) continue
  const sheet = await readFile(join(folder, file), 'utf8')
  if (!sheet.startsWith('@layer reset{')) throw new Error(`${file} must begin with the reset`)
}

const chunks = new Set<string>()
const visit = (name: string) => {
  const chunk = manifest[name]
  if (chunk === undefined || chunks.has(chunk.file)) return
  chunks.add(chunk.file)
  for (const imported of chunk.imports ?? []) visit(imported)
}
for (const name of screens) visit(name)
const kilobytes = [...chunks].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0) / 1000
const isOver = kilobytes > budget
console.log(
  `JavaScript of the desk's queue and order, brotli: ${kilobytes.toFixed(1)} KB, budget ${budget}: ${isOver ? 'OVER BUDGET' : 'met'} (${chunks.size} files)`,
)
if (isOver) process.exitCode = 1

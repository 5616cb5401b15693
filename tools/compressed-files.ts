import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const textFile = /\.(html|js|css|svg|json|webmanifest|txt)$/

/** Paths of all files in a folder and its subfolders. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
}

/** Writes a .br and a .gz next to each text file; returns the brotli sizes in bytes, by path below the folder. */
export async function compressTexts(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const file of await filesUnder(folder)) {
    if (textFile.test(file)) sizes.set(file.slice(folder.length + 1), await compress(file))
  }
  return sizes
}

async function compress(file: string) {
  const text = await readFile(file)
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    promisify(gzip)(text, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)])
  return brotli.length
}

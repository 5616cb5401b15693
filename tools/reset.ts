/** `npm run reset`: empties the data directory, so that the next start begins from scratch. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { Refusal, repositoryRoot, runCommand } from './bootstrap.mjs'
import { refuseUsedDataDirectory } from './data-lock.ts'
import { dataDirectoryOf } from './start-settings.ts'
import { loadSettings } from './settings-file.ts'

/** Whether a directory is or contains another one. */
const contains = (outer: string, inner: string) => {
  const path = relative(outer, inner)
  return !path.startsWith('..') && !isAbsolute(path)
}

/** Entries that a start makes; a directory of other files has none of them. */
const ownEntries = ['database', 'database.lock', 'bucket', 'secret', 'sandbox.sqlite', 'product.log', 'start.lock']

await runCommand(async () => {
  loadSettings()
  const directory = dataDirectoryOf(process.env)
  if (contains(directory, repositoryRoot) || contains(directory, homedir())) {
    throw new Refusal(`DATA_DIR is ${directory}, which contains more than Nerdify’s data. Nothing was removed.`)
  }
  refuseUsedDataDirectory(directory)
  const entries = existsSync(directory) ? readdirSync(directory) : []
  if (entries.length > 0 && !ownEntries.some((entry) => entries.includes(entry))) {
    throw new Refusal(`DATA_DIR is ${directory}, which holds other files and none of Nerdify’s. Nothing was removed.`)
  }
  for (const entry of entries) rmSync(join(directory, entry), { recursive: true, force: true })
  console.log(
    entries.length > 0
      ? `${directory} is empty; the next start begins from scratch.`
      : `${directory} was already empty.`,
  )
  if (process.env['DATABASE_URL']) console.log('The database of DATABASE_URL was not changed.')
  return 0
})

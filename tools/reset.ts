/** `npm run reset`: empties the data directory, so that the next start begins from scratch. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { Refusal, repositoryRoot, runCommand } from './bootstrap.mjs'
import { refuseUsedDataDirectory } from './data-lock.ts'
import { dataDirectoryOf } from './start-settings.ts'
import { loadSettings } from './settings-file.ts'

/** Whether a directory is another one or holds it. */
const holds = (outer: string, inner: string) => {
  const way = relative(outer, inner)
  return !way.startsWith('..') && !isAbsolute(way)
}

await runCommand(async () => {
  loadSettings()
  const directory = dataDirectoryOf(process.env)
  if (holds(directory, repositoryRoot) || holds(directory, homedir())) {
    throw new Refusal(`DATA_DIR is ${directory}, which holds more than data of Nerdify: nothing was removed.`)
  }
  refuseUsedDataDirectory(directory)
  const entries = existsSync(directory) ? readdirSync(directory) : []
  for (const entry of entries) rmSync(join(directory, entry), { recursive: true, force: true })
  console.log(
    entries.length > 0
      ? `${directory} is empty; the next start begins from scratch.`
      : `${directory} was empty already.`,
  )
  if (process.env['DATABASE_URL']) console.log('The database of DATABASE_URL is left as it is.')
  return 0
})

/** `npm run restore -- FILE`: puts a backup back into an empty data directory and an empty database. */
import { resolve } from 'node:path'
import { restoreBackup } from './backup-archive.mjs'
import { Refusal, runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { dataDirectoryOf } from './start-settings.mjs'

await runCommand(async () => {
  const [given, ...more] = process.argv.slice(2)
  if (given === undefined || more.length > 0 || given.startsWith('-')) {
    throw new Refusal('Name one file: npm run restore -- nerdify.tar.gz')
  }
  const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
  const what = {
    dataDirectory: dataDirectoryOf(repositoryRoot, process.env),
    databaseUrl: process.env['DATABASE_URL'] || undefined,
    environment: process.env,
  }
  const { at } = restoreBackup(what, file)
  console.log(`${what.dataDirectory} is as it was at ${at}.`)
  return 0
})

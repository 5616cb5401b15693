/**
 * `npm run backup -- FILE`: saves the database, the files and the secret of the data directory in one archive; with
 * DATABASE_URL the product may go on meanwhile.
 */
import { resolve } from 'node:path'
import { writeBackup } from './backup-archive.mjs'
import { Refusal, runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { dataDirectoryOf } from './start-settings.mjs'

await runCommand(async () => {
  const [given, ...more] = process.argv.slice(2)
  if (given === undefined || more.length > 0 || given.startsWith('-')) {
    throw new Refusal('Name one file: npm run backup -- nerdify.tar.gz')
  }
  const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
  const what = {
    dataDirectory: dataDirectoryOf(repositoryRoot, process.env),
    databaseUrl: process.env['DATABASE_URL'] || undefined,
    environment: process.env,
  }
  writeBackup(what, file)
  console.log(`${file} is made. It holds everything, the secret too: keep it as safe as the data itself.`)
  return 0
})

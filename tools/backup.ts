/**
 * `npm run backup -- FILE`: saves the database, the files and the secret of the data directory in one archive; with
 * DATABASE_URL the product may run.
 */
import { namedFile, writeBackup } from './backup-archive.ts'
import { runCommand } from './bootstrap.mjs'
import { loadSettings } from './settings-file.ts'

await runCommand(async () => {
  loadSettings()
  const file = namedFile('npm run backup -- nerdify.tar.gz')
  await writeBackup(file)
  console.log(`${file} is made. It holds everything, the secret too: keep it as safe as the data itself.`)
  return 0
})

/** `npm run restore -- FILE`: restores a backup into an empty data directory and an empty database. */
import { namedFile, restoreBackup } from './backup-archive.ts'
import { runCommand } from './bootstrap.mjs'
import { loadSettings } from './settings-file.ts'

await runCommand(async () => {
  loadSettings()
  const { dataDirectory, at } = await restoreBackup(namedFile('npm run restore -- nerdify.tar.gz'))
  console.log(`${dataDirectory} is as it was at ${at}.`)
  return 0
})

/** `npm start`: builds the web app, starts the product with the sandbox beside it. */
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { startAll } from './start-all.ts'
import { ensureWebBuilt } from './web-build.ts'
import { loadSettings } from './settings-file.ts'

await runCommand(async () => {
  loadSettings()
  ensureWebBuilt(repositoryRoot, say)
  return startAll()
})

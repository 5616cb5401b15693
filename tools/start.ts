/** `npm start`: builds the web app, starts the product and the sandbox. */
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { startAll } from './start-all.ts'
import { ensureWebBuilt } from './web-build.ts'
import { loadSettings } from './settings-file.ts'

await runCommand(async () => {
  loadSettings()
  ensureWebBuilt(repositoryRoot, say)
  return startAll()
})

/** `npm start`: builds the web app, starts the product with the sandbox beside it. */
import { loadSettingsFile } from '../apps/api/src/env-file.ts'
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { startAll } from './start-all.ts'
import { ensureWebBuilt } from './web-build.ts'

await runCommand(async () => {
  loadSettingsFile()
  ensureWebBuilt(repositoryRoot, say)
  return startAll()
})

/** `npm start`: builds the web app, starts the product with the sandbox beside it. */
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { startAll } from './start-all.ts'
import { ensureWebBuilt } from './web-build.ts'

await runCommand(async () => {
  ensureWebBuilt(repositoryRoot, say)
  return startAll()
})

/** `npm start`: installs what is missing, builds the web app, starts the product with the sandbox beside it. */
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { startAll } from './start-all.mjs'
import { ensureWebBuilt } from './web-build.mjs'

/** @param {string} text */
const say = (text) => process.stdout.write(text)

await runCommand(async () => {
  refuseOldNode(process.version)
  installPackages(repositoryRoot, say)
  const node = findNode24(repositoryRoot)
  ensureWebBuilt(repositoryRoot, node, say)
  return startAll({ root: repositoryRoot, node, environment: process.env, say })
})

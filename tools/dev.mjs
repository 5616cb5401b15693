/** `npm run dev`: product, sandbox and web app that follow what is saved, at one address (DEV-02). */
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { Refusal, runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'

/** @param {string} text */
const say = (text) => process.stdout.write(text)

await runCommand(async () => {
  refuseOldNode(process.version)
  installPackages(repositoryRoot, say)
  if (process.env['NODE_ENV'] === 'production') throw new Refusal('npm run dev is for development: unset NODE_ENV.')
  // Vite may have been installed a moment ago.
  const { startDevelopment } = await import('./start-development.mjs')
  const node = findNode24(repositoryRoot)
  return startDevelopment({ root: repositoryRoot, node, environment: process.env, say })
})

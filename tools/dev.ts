/** `npm run dev`: product, sandbox and web app that follow what is saved, at one address (DEV-02). */
import { Refusal, runCommand } from './bootstrap.mjs'
import { startDevelopment } from './start-development.ts'

await runCommand(async () => {
  if (process.env['NODE_ENV'] === 'production') throw new Refusal('npm run dev is for development: unset NODE_ENV.')
  return startDevelopment()
})

/** `npm run ops`. */
import { runCommand } from './bootstrap.mjs'
import { runOperations } from './run-operations.ts'
import { loadSettings } from './settings-file.ts'

await runCommand(() => {
  loadSettings()
  return runOperations(process.argv.slice(2), process.env, console)
})

/** `npm run ops`. */
import { runCommand } from './bootstrap.mjs'
import { runOperations } from './run-operations.ts'
import { loadSettings } from './settings-file.ts'

await runCommand(() => {
  loadSettings()
  // npm runs scripts in the repository's folder; typed paths are relative to the shell's.
  process.chdir(process.env['INIT_CWD'] ?? '.')
  return runOperations(process.argv.slice(2), process.env, console)
})

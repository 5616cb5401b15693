/** `npm run ops`. */
import { loadSettingsFile } from '../apps/api/src/env-file.ts'
import { runOperations } from './run-operations.ts'

loadSettingsFile()
process.exitCode = await runOperations(process.argv.slice(2), process.env, console)

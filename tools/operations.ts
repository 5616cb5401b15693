/** `npm run ops`. */
import { runOperations } from './run-operations.ts'

process.exitCode = await runOperations(process.argv.slice(2), process.env, console)

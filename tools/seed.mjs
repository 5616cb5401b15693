/** `npm run seed -- <scenario>`: fills the database with data to try the product with; `--help` lists the scenarios. */
import { runProgram } from './run-program.mjs'

await runProgram('apps/api/src/database/scenarios/run-scenario.ts')

/** `npm run doctor`: looks at what the product needs, a line each, and says how to mend what is not well (OPS-03). */
import { runProgram } from './run-program.mjs'

await runProgram('apps/api/src/doctor.ts')

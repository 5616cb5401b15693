/** `node tools/example-prices.ts pricing` or `services`: prints the sandbox's table, as a template for a price file. */
import { sandboxRates, sandboxServicePrices } from '../apps/api/src/scenarios/sandbox-prices.ts'
import { Refusal, runCommand } from './bootstrap.mjs'

const tables: Record<string, object> = { pricing: sandboxRates, services: sandboxServicePrices }

await runCommand(async () => {
  const table = tables[process.argv[2] ?? '']
  if (table === undefined) throw new Refusal(`Name one of the tables: ${Object.keys(tables).join(' or ')}.`)
  console.log(JSON.stringify(table, undefined, 2))
  return 0
})

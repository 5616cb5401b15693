import { parseArgs } from 'node:util'
import { loadSettingsFile } from '../env-file.ts'
import { readSettings, WrongSettings } from '../settings.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { connectEmbedded, connectServer } from '../database/connect.ts'
import { DataDirectoryInUse } from '../database/embedded/directory-lock.ts'
import { migrate } from '../database/migrate.ts'
import { startWithNerds } from '../nerds/register.ts'
import { startWithPrices } from '../pricing/prices.ts'
import { sandboxNerds } from './sandbox-nerds.ts'
import { sandboxPrices } from './sandbox-prices.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** Words that name no scenario, or do not go with it. */
class WrongWords extends Error {}

const usualPhone = '+14155550101'
const usualCount = 100
const mostCount = 10_000

const width = Math.max(...Object.keys(scenarios).map((name) => name.length))

const helpText = `Fills the database with data to try the product with. Stop the product first: the embedded database has one user.

  npm run seed -- <scenario> [--phone <number>] [--count <1 to ${mostCount}>]

${Object.entries(scenarios)
  .map(
    ([name, { gives, takes }]) =>
      `  ${name.padEnd(width)}   ${gives}${takes.map((option) => ` (--${option})`).join('')}`,
  )
  .join('\n')}

  --phone <number>   whose orders they are (${usualPhone})
  --count <number>   how many (${usualCount})
  --help             prints this

Settings: DATA_DIR (.data) or DATABASE_URL. Nothing is seeded with NODE_ENV=production.
Exit code: 0 done, 1 not possible, 2 wrong words.
`

interface Asked {
  scenario: Scenario
  phone: string
  count: number
}

/** What the words ask for; nothing with --help. */
function readWords(words: readonly string[]): Asked | undefined {
  const { values, positionals } = parse(words)
  if (values.help) return undefined
  const [name, ...rest] = positionals
  const names = Object.keys(scenarios).join(', ')
  if (name === undefined) throw new WrongWords(`Say which scenario: ${names}.`)
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  if (scenario === undefined) throw new WrongWords(`"${name}" is no scenario; there are ${names}.`)
  if (rest.length > 0) throw new WrongWords(`"${rest.join(' ')}" is too much.`)
  for (const option of ['phone', 'count'] as const) {
    if (values[option] !== undefined && !scenario.takes.includes(option)) {
      throw new WrongWords(`--${option} does not go with "${name}".`)
    }
  }
  const phone = canonicalPhone(values.phone ?? usualPhone)
  if (phone === undefined) throw new WrongWords(`--phone must be a phone number, not "${values.phone}".`)
  const count = Number(values.count ?? usualCount)
  if (!Number.isInteger(count) || count < 1 || count > mostCount) {
    throw new WrongWords(`--count must be a number from 1 to ${mostCount}, not "${values.count}".`)
  }
  return { scenario, phone, count }
}

function parse(words: readonly string[]) {
  const options = { phone: { type: 'string' }, count: { type: 'string' }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongWords((error as Error).message)
  }
}

async function run(): Promise<void> {
  // SAFE-16, as main.ts.
  process.umask(0o077)
  const asked = readWords(process.argv.slice(2))
  if (asked === undefined) return void process.stdout.write(helpText)
  loadSettingsFile()
  const settings = readSettings(process.env)
  if (settings.production) throw new WrongSettings(['Nothing is seeded when NODE_ENV is production.'])
  const database =
    settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
  try {
    await migrate(database)
    const now = Date.now()
    const { queries } = database
    // Orders have prices and Nerds, also in a database that was never started with.
    await startWithPrices(queries, { ...sandboxPrices, now })
    await startWithNerds(queries, sandboxNerds, now)
    const { scenario, phone, count } = asked
    process.stdout.write(`${await scenario.run({ queries, settings, now, phone, count })}\n`)
  } finally {
    await database.close()
  }
}

run().catch((error: Error) => {
  if (error instanceof WrongWords) {
    process.stderr.write(`${error.message} --help lists them.\n`)
    process.exitCode = 2
    return
  }
  const told = error instanceof WrongSettings || error instanceof DataDirectoryInUse
  process.stderr.write(`${told ? error.message : error.stack}\n`)
  process.exitCode = 1
})

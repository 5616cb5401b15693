import { parseArgs } from 'node:util'
import { canonicalPhone } from '../keys/phone-number.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** Words without a scenario, or with wrong options. */
export class WrongWords extends Error {}

const usualPhone = '+14155550101'
const usualCount = 100
const mostCount = 10_000

const width = Math.max(...Object.keys(scenarios).map((name) => name.length))

export const helpText = `Fills the database with data to try the product with. Stop the product first: the embedded database has one user.

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
Exit code: 0 done, 1 not possible, 2 not understood.
`

interface Command {
  scenario: Scenario
  phone: string
  count: number
}

/**
 * The request in the words of the command line; undefined with --help.
 *
 * @throws {WrongWords}
 */
export function readWords(words: readonly string[]): Command | undefined {
  const { values, positionals } = parse(words)
  if (values.help) return undefined
  const [name, ...rest] = positionals
  const names = Object.keys(scenarios).join(', ')
  if (name === undefined) throw new WrongWords(`Say which scenario: ${names}.`)
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  if (scenario === undefined) throw new WrongWords(`"${name}" is not a scenario; there are ${names}.`)
  if (rest.length > 0) throw new WrongWords(`Too many words: "${rest.join(' ')}".`)
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

import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { loadSettingsFile, OpenFile, settingsFile } from './env-file.ts'
import { fitsFile, inFile, settingsTable } from './settings-table.ts'
import { readSettings, WrongSettings } from './settings.ts'

/** Settings with a default that nobody needs to choose. */
const ours: Readonly<Record<string, () => string>> = {
  NODE_ENV: () => 'production',
  AUTH_SECRET: () => randomBytes(32).toString('base64url'),
  OPERATIONS_TOKEN: () => randomBytes(32).toString('base64url'),
}

const say = (text: string) => process.stdout.write(text)

/** The faults of settings, as a start would report them. */
function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof WrongSettings) return error.faults
    throw error
  }
}

/** Why the file does not take a setting's value; undefined if it does. */
function faultOf(name: string, value: string): string | undefined {
  if (!fitsFile(value)) return `${name} cannot contain ' together with ", $ or \\: the settings file cannot quote it.`
  return faultsOf({ ...process.env, [name]: value }).find((sentence) => sentence.startsWith(`${name} `))
}

/**
 * `npm run setup`: asks for production's missing settings and for suggested ones, creates our own secrets, and adds them
 * to the settings file, which only its owner can read (GO-01). Existing lines stay; an empty answer postpones a setting.
 * Exits with 1 and the names of missing or wrong settings.
 */
async function run(): Promise<number> {
  process.umask(0o077)
  loadSettingsFile()
  const path = settingsFile()
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY })
  const answers = terminal[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    say(question)
    return String((await answers.next()).value ?? '').trim()
  }
  const add = (name: string, value: string) => {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
    appendFileSync(path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${name}=${inFile(value)}\n`)
    chmodSync(path, 0o600)
    process.env[name] = value
  }
  const isAnswered = async (name: string, question: string) => {
    for (;;) {
      const value = await ask(question)
      if (value === '') return false
      const fault = faultOf(name, value)
      if (fault === undefined) {
        add(name, value)
        return true
      }
      say(`${fault}\n`)
    }
  }
  const rows = settingsTable.flatMap((group) => group.rows).filter((row) => row.wanted || row.suggested)
  for (const { examples, meaning, wanted } of rows) {
    for (const [name, example] of Object.entries(examples)) {
      if (process.env[name]) continue
      const generated = ours[name]?.()
      if (generated !== undefined) {
        add(name, generated)
        say(`${name}: made.\n`)
        continue
      }
      say(`\n${name}: ${meaning.replaceAll('`', '')}\n`)
      const question = `${name} (such as ${example}${wanted ? '' : '; Enter leaves it out'}): `
      // Without its first setting, the rest of a suggested group is left out too.
      if (!(await isAnswered(name, question)) && !wanted) break
    }
  }
  terminal.close()
  const faults = faultsOf(process.env)
  say(
    faults.length === 0
      ? `\nAll is set in ${path}. Next: start the product, and then run its doctor.\n`
      : `\n${new WrongSettings(faults).message}\n`,
  )
  return faults.length === 0 ? 0 : 1
}

process.exitCode = await run().catch((error: Error) => {
  process.stderr.write(`${error instanceof OpenFile ? error.message : error.stack}\n`)
  return 1
})

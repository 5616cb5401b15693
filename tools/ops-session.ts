/** The session of a person in the command-line tool (OPS-15): one token for each product, in a file that only its owner can read. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

type Tokens = Record<string, string>

const fileOf = (environment: NodeJS.ProcessEnv) =>
  join(environment['XDG_STATE_HOME'] || join(homedir(), '.local/state'), 'nerdify/ops-session.json')

function readTokens(environment: NodeJS.ProcessEnv): Tokens {
  try {
    return JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Tokens
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** The token of the person who is signed in at a product; undefined without one. */
export const sessionToken = (origin: string, environment: NodeJS.ProcessEnv): string | undefined =>
  readTokens(environment)[origin]

/** Keeps the token of a product; undefined forgets it. */
export function keepSessionToken(origin: string, token: string | undefined, environment: NodeJS.ProcessEnv): void {
  const { [origin]: _before, ...others } = readTokens(environment)
  const file = fileOf(environment)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // The mode counts for a new file alone.
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ ...others, ...(token !== undefined && { [origin]: token }) }), {
    mode: 0o600,
    flag: 'wx',
  })
}

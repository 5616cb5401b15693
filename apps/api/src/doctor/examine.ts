import { setTimeout } from 'node:timers/promises'

/** One thing that the product needs in order to run (OPS-03). */
export interface Check {
  name: string
  /** What to do when it fails. */
  mend: string
  /** How long the look may take where that is more than usual, in milliseconds. */
  limitMs?: number
  /** Looks; answers what it found, or throws with what is wrong. */
  look(): Promise<string>
}

/** The result of a check. */
export interface Finding {
  name: string
  well: boolean
  text: string
}

/** A look that takes longer has failed: a clerk who waits for a minute has been told nothing. */
export const usualLimitMs = 15_000

/** Makes all checks side by side; answers them in their order. */
export function examine(checks: readonly Check[], limitMs = usualLimitMs): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ name, mend, look, limitMs: ownLimitMs = limitMs }) => {
      try {
        return { name, well: true, text: await Promise.race([look(), tooLong(ownLimitMs)]) }
      } catch (error) {
        return { name, well: false, text: `${sentence(error)} ${mend}` }
      }
    }),
  )
}

/** The findings as a person reads them: a line each. */
export function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, well, text }) => `${well ? '✓' : '✗'} ${name.padEnd(width)}  ${text}\n`).join('')
}

async function tooLong(limitMs: number): Promise<never> {
  await setTimeout(limitMs)
  throw new Error(`There was no answer within ${limitMs / 1000} s`)
}

/** What an error says, in one line that ends with a full stop. */
function sentence(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: { code?: string } }
  const why = cause?.code ?? (message ? undefined : code)
  const text = `${message ?? ''}${why === undefined ? '' : ` (${why})`}`.replaceAll(/\s+/g, ' ').trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}

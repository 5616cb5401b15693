import { setTimeout } from 'node:timers/promises'

/** A check of one need of the product (OPS-03). */
export interface Check {
  name: string
  /** What to do if it fails. */
  mend: string
  /** A longer limit than usual, in milliseconds. */
  limitMs?: number
  /** Runs the check; returns its finding, or throws the fault. */
  look(): Promise<string>
}

/** The result of a check. */
export interface Finding {
  name: string
  well: boolean
  text: string
}

/** A slower check has failed: the product would be of no use at that speed. */
export const usualLimitMs = 15_000

/** Runs all checks in parallel; returns their findings in order. */
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

/** The findings as text, a line each. */
export function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, well, text }) => `${well ? '✓' : '✗'} ${name.padEnd(width)}  ${text}\n`).join('')
}

async function tooLong(limitMs: number): Promise<never> {
  await setTimeout(limitMs)
  throw new Error(`There was no answer within ${limitMs / 1000} s`)
}

/** An error's message as one line that ends with a full stop. */
function sentence(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: { code?: string } }
  const why = cause?.code ?? (message ? undefined : code)
  const text = `${message ?? ''}${why === undefined ? '' : ` (${why})`}`.replaceAll(/\s+/g, ' ').trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { repositoryRoot } from './bootstrap.mjs'
import type { FinishedStep } from './steps.ts'
import { runLine, table } from './table.ts'

/** A proof by a test: printed as `PROOF <json>` or appended to the file of PROOFS_FILE. */
export interface Proof {
  /** The proven claim. */
  name: string
  /** Identifiers such as "PRICE-05". */
  requirement: string
  /** The number of runs. */
  runs: number
  /** The result. */
  outcome: string
}

/** The proofs in a text, each once: a test may both print and append its proof. */
export function proofsIn(text: string): Proof[] {
  const lines = [...text.matchAll(/^PROOF (\{.*\})\s*$/gm)].map(([, json = '']) => json)
  return [...new Set(lines)].map((line) => JSON.parse(line))
}

/**
 * The proofs of a step.
 *
 * @param output of the step
 * @param file of PROOFS_FILE, for this step only
 */
export function proofsOf(output: string, file: string) {
  return proofsIn(`${output}\n${existsSync(file) ? readFileSync(file, 'utf8') : ''}`)
}

/** The proofs as a table, by their requirements. */
export function proofsTable(proofs: readonly (Proof & { step: string })[]) {
  const rows = proofs.map(({ requirement, name, step, runs, outcome }) => [
    requirement,
    name,
    step,
    runs.toLocaleString('en-US'),
    outcome,
  ])
  return table([
    ['requirement', 'proof', 'step', 'runs', 'outcome'],
    ...rows.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
  ])
}

/** The tested commit, with a mark if files differed from it. */
function revision() {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).stdout?.trim()
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${git('status', '--porcelain') ? ' with changes' : ''}`
}

/**
 * The text of docs/proofs.md, from the last complete run.
 *
 * @param at when it ended
 */
export function proofsDocument(
  at: Date,
  steps: readonly FinishedStep[],
  proofs: readonly (Proof & { step: string })[],
) {
  const sum = (key: 'passed' | 'failed' | 'tookMs') => steps.reduce((total, step) => total + step[key], 0)
  return `# Proofs

What the last whole run of \`npm run prove\` proved at full size; the command writes this file. \`npm run prove -- word\`
prints the proofs of one slice and writes nothing.

${runLine(at)} · revision ${revision()} · ${sum('passed')} passed, ${sum('failed')} failed in ${Math.round(sum('tookMs') / 60_000)} min of steps

${proofsTable(proofs)}
`
}

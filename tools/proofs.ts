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

type ProofOfStep = Proof & { step: string }

const proofHead = ['requirement', 'proof', 'step', 'runs', 'outcome']
const stepHead = ['step', 'passed', 'failed', 'minutes', 'run']

const proofRow = ({ requirement, name, step, runs, outcome }: ProofOfStep) => [
  requirement,
  name,
  step,
  runs.toLocaleString('en-US'),
  outcome,
]

const sortedTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  table([head, ...rows.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))])

/** The proofs as a table, by their requirements. */
export const proofsTable = (proofs: readonly ProofOfStep[]) => sortedTable(proofHead, proofs.map(proofRow))

/** The cells of a table's rows in a document, by its head; none without the table. */
function rowsBelow(text: string, head: readonly string[]): string[][] {
  const rows = text.split('\n').map((line) =>
    line.startsWith('| ')
      ? line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replaceAll('\\|', '|'))
      : undefined,
  )
  const start = rows.findIndex((row) => String(row) === String(head))
  // A line of dashes follows the head.
  const end = rows.findIndex((row, at) => at > start + 1 && row === undefined)
  return start < 0 ? [] : rows.slice(start + 2, end).filter((row) => row !== undefined)
}

/** The tested commit, with a mark if files other than this document differed from it. */
function revision() {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).stdout?.trim()
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/proofs.md') !== ''
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${isChanged ? ' with changes' : ''}`
}

/**
 * The text of docs/proofs.md after a step; the rows of other steps stay.
 *
 * @param before the text before it
 * @param at when the step ended
 */
export function proofsDocument(before: string, at: Date, step: FinishedStep, proofs: readonly ProofOfStep[]) {
  const { name, passed, failed, tookMs } = step
  const stepRow = [name, passed, failed, Math.round(tookMs / 60_000), `${runLine(at)} · revision ${revision()}`].map(
    String,
  )
  const steps = rowsBelow(before, stepHead).filter(([each]) => each !== name)
  const others = rowsBelow(before, proofHead).filter(([, , each]) => each !== name)
  return `# Proofs

The proofs of \`npm run prove\` at full size (on the embedded database at the sizes of \`npm test\`, decision 0086), with the
last whole run of each step; the command writes this file as a step ends. \`npm run prove -- --step=load\` runs the steps with
this word in their name. \`npm run prove -- word\` prints the proofs of one slice and writes nothing.

${sortedTable(stepHead, [...steps, stepRow])}

${sortedTable(proofHead, [...others, ...proofs.map(proofRow)])}
`
}

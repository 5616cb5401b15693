import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { runLine, table } from './table.mjs'

/**
 * One line of proof, as tests give it: printed as `PROOF <json>` or appended to the file of PROOFS_FILE.
 *
 * @typedef {object} Proof
 * @property {string} name what was proven
 * @property {string} requirement identifiers such as "PRICE-05"
 * @property {number} runs how often
 * @property {string} outcome what came out
 */

/**
 * The proofs in a text, each once: a test may print its proof and append it as well.
 *
 * @param {string} text
 * @returns {Proof[]}
 */
export function proofsIn(text) {
  const lines = [...text.matchAll(/^PROOF (\{.*\})\s*$/gm)].map(([, json]) => /** @type {string} */ (json))
  return [...new Set(lines)].map((line) => JSON.parse(line))
}

/**
 * The proofs that a step gave.
 *
 * @param {string} output of the step
 * @param {string} file of PROOFS_FILE, for this step alone
 */
export function proofsOf(output, file) {
  return proofsIn(`${output}\n${existsSync(file) ? readFileSync(file, 'utf8') : ''}`)
}

/**
 * The proofs as a table, by their requirements.
 *
 * @param {readonly (Proof & { step: string })[]} proofs
 */
export function proofsTable(proofs) {
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

/**
 * The commit that was proven, marked when files differed from it.
 *
 * @param {string} root absolute path of the repository
 */
function revision(root) {
  const git = (/** @type {readonly string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim()
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${git('status', '--porcelain') ? ' with changes' : ''}`
}

/**
 * The text of docs/proofs.md: what the last whole run proved.
 *
 * @param {object} run
 * @param {string} run.root absolute path of the repository
 * @param {Date} run.at when it ended
 * @param {string} run.nodeVersion of the Node that ran the tests
 * @param {readonly import('./steps.mjs').FinishedStep[]} run.steps
 * @param {readonly (Proof & { step: string })[]} run.proofs
 */
export function proofsDocument({ root, at, nodeVersion, steps, proofs }) {
  const sum = (/** @type {'passed' | 'failed' | 'tookMs'} */ key) => steps.reduce((total, step) => total + step[key], 0)
  return `# Proofs

What the last whole run of \`npm run prove\` proved at full size; the command writes this file. \`npm run prove -- word\`
prints the proofs of one slice and writes nothing.

${runLine(at, nodeVersion)} · revision ${revision(root)} · ${sum('passed')} passed, ${sum('failed')} failed in ${Math.round(sum('tookMs') / 60_000)} min of steps

${proofsTable(proofs)}
`
}

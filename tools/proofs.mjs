import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { seconds } from './steps.mjs'

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

/** @param {unknown} text */
const cell = (text) => String(text).replaceAll('|', '\\|').replace(/\s+/g, ' ')

/** @param {readonly (readonly unknown[])[]} rows the first one is the head */
const table = ([head = [], ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/**
 * The commit that was proven, marked when files differed from it.
 *
 * @param {string} root absolute path of the repository
 */
function revision(root) {
  const git = (/** @type {readonly string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim()
  // The page itself changes with each slice.
  const changed = git('status', '--porcelain', '--', ':/', ':(exclude,top)docs/proofs.md') ? ' with changes' : ''
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed}`
}

/** @param {Date} at */
const minute = (at) => at.toISOString().slice(0, 16).replace('T', ' ')

const headings = { proofs: '## Proofs at full size', steps: '## Steps of the last whole run' }
const columns = ['requirement', 'proof', 'step', 'runs', 'outcome', 'when (UTC)', 'revision']
/** So many cells in front tell which proof a row is about. */
const keyCells = 3

/** @param {readonly string[]} row */
const keyOf = (row) => row.slice(0, keyCells).join(' | ')

/**
 * The rows of proofs that a document holds, as their cells.
 *
 * @param {string} text
 */
function rowsOf(text) {
  const [, after = ''] = text.split(headings.proofs)
  const [part = ''] = after.split(headings.steps)
  const rows = [...part.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split(/(?<!\\) \| /))
  return rows.filter((row) => row.length === columns.length).slice(2)
}

/**
 * The text of docs/proofs.md: what ran, how often, what came out, when. A whole run is told anew; the proofs of one slice
 * take the place of theirs in what stood there, and the rest stays.
 *
 * @param {object} run
 * @param {string} run.root absolute path of the repository
 * @param {Date} run.at when it ended
 * @param {string} run.nodeVersion of the Node that ran the tests
 * @param {readonly import('./steps.mjs').FinishedStep[]} run.steps
 * @param {readonly (Proof & { step: string })[]} run.proofs
 * @param {string | undefined} [run.earlier] the document as it stands, for a slice
 */
export function proofsDocument({ root, at, nodeVersion, steps, proofs, earlier }) {
  const proven = revision(root)
  const made = proofs.map(({ requirement, name, step, runs, outcome }) =>
    [requirement, name, step, runs.toLocaleString('en-US'), outcome, minute(at), proven].map(cell),
  )
  const keys = new Set(made.map(keyOf))
  const kept = earlier === undefined ? [] : rowsOf(earlier).filter((row) => !keys.has(keyOf(row)))
  const rows = [...kept, ...made].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const lines = [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const processors = cpus()
  const machine = `${processors.length} × ${processors[0]?.model.trim() || 'unknown processor'}, ${process.platform} ${process.arch}`
  const whole = `${minute(at)} UTC · revision ${proven} · Node ${nodeVersion} · ${machine}

${table([['step', 'passed', 'failed', 'skipped', 'time'], ...steps.map((step) => [step.name, step.passed, step.failed, step.skippedBecause ?? step.skipped ?? 0, seconds(step.tookMs)])])}
`
  return `# Proofs

What \`npm run prove\` ran at full size, how often, and what came out. The command writes this file; \`npm run prove -- word\`
replaces the proofs of one slice.

${headings.proofs}

${rows.length > 0 ? lines.join('\n') : 'None was given.'}

${headings.steps}

${earlier?.split(headings.steps)[1]?.trim() ?? whole.trim()}
`
}

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
  const changed = git('status', '--porcelain') ? ' with changes that are not committed' : ''
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed}`
}

/**
 * The text of docs/proofs.md: what ran, how often, what came out, when.
 *
 * @param {object} run
 * @param {string} run.root absolute path of the repository
 * @param {Date} run.at when it ended
 * @param {string} run.nodeVersion of the Node that ran the tests
 * @param {readonly import('./steps.mjs').FinishedStep[]} run.steps
 * @param {readonly (Proof & { step: string })[]} run.proofs
 */
export function proofsDocument({ root, at, nodeVersion, steps, proofs }) {
  const processors = cpus()
  const machine = `${processors.length} × ${processors[0]?.model.trim() || 'unknown processor'}, ${process.platform} ${process.arch}`
  const sorted = proofs.toSorted((one, other) =>
    one.requirement < other.requirement ? -1 : Number(one.requirement > other.requirement),
  )
  return `# Proofs

What \`npm run prove\` ran at full size, how often, and what came out. The command writes this file.

${at.toISOString().slice(0, 16).replace('T', ' ')} UTC · revision ${revision(root)} · Node ${nodeVersion} · ${machine}

## Proofs at full size

${sorted.length > 0 ? table([['requirement', 'proof', 'runs', 'outcome', 'step'], ...sorted.map((proof) => [proof.requirement, proof.name, proof.runs.toLocaleString('en-US'), proof.outcome, proof.step])]) : 'None was given.'}

## Steps

${table([['step', 'passed', 'failed', 'skipped', 'time'], ...steps.map((step) => [step.name, step.passed, step.failed, step.skippedBecause ?? step.skipped ?? 0, seconds(step.tookMs)])])}
`
}

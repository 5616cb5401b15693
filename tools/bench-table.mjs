import { cpus, loadavg } from 'node:os'

/**
 * One line of the table, as a measurement gives it (bench/rows.ts).
 *
 * @typedef {object} BenchRow
 * @property {string} what
 * @property {string} [budget]
 * @property {string} [aim]
 * @property {string} measured
 * @property {'aim' | 'budget' | 'no'} [met] absent where there is no budget
 */

const verdicts = { aim: 'aim', budget: 'yes', no: '**no**' }

/** @param {BenchRow} row */
const cells = ({ what, budget, aim, measured, met }) => [
  what,
  budget ?? '',
  aim ?? '',
  measured,
  met ? verdicts[met] : '',
]

const head = ['what', 'budget', 'aim', 'measured', 'met?']

/**
 * The rows of a file that measurements append to.
 *
 * @param {string} text
 * @returns {BenchRow[]}
 */
export const rowsIn = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/**
 * The rows whose budget is not met.
 *
 * @param {readonly BenchRow[]} rows
 */
export const overBudget = (rows) => rows.filter(({ met }) => met === 'no')

/**
 * The table for a terminal, in columns.
 *
 * @param {readonly BenchRow[]} rows
 */
export function terminalTable(rows) {
  const lines = [head, ...rows.map((row) => cells(row).map((text) => text.replaceAll('*', '')))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * The text of docs/benchmarks.md.
 *
 * @param {object} run
 * @param {Date} run.at when it ended
 * @param {string} run.nodeVersion of the Node that ran the product
 * @param {boolean} run.full whether it ran at full size
 * @param {readonly BenchRow[]} run.rows
 */
export function benchmarksDocument({ at, nodeVersion, full, rows }) {
  const processors = cpus()
  const machine = `${processors.length} × ${processors[0]?.model.trim() || 'unknown processor'}, ${process.platform} ${process.arch}`
  const lines = [head, head.map(() => '---'), ...rows.map(cells)].map(
    (line) => `| ${line.map((text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`,
  )
  return `# Benchmarks

What \`npm run bench\` measured${full ? ' at full size' : ''}. The command writes this file. A ratio is taken within each round, in which the
bare server and the product run one after the other in one process on the same data; what stands here is the round in the
middle, with the least and the most in brackets. "aim" in the last column: even the aim is met. What keeps a row over its
budget stands in [profiles.md](profiles.md) and [paints.md](paints.md).

${at.toISOString().slice(0, 16).replace('T', ' ')} UTC · Node ${nodeVersion} · ${machine} · load of the last 15 minutes ${loadavg()[2]?.toFixed(1)}

${lines.join('\n')}
`
}

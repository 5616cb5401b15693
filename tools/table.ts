import { cpus, loadavg } from 'node:os'

/**
 * A Markdown table whose columns also align in a terminal; the last column, which may be long, is not padded.
 *
 * @param rows the first one is the head
 */
export function table(rows: readonly (readonly (string | number)[])[]) {
  const lines = rows.map((row) => row.map((cell) => String(cell).replaceAll('|', '\\|').replace(/\s+/g, ' ')))
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const [head = '', ...others] = lines.map(
    (line) => `| ${line.map((cell, at) => (at < line.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell)).join(' | ')} |`,
  )
  return [head, `|${widths.map(() => ' --- |').join('')}`, ...others].join('\n')
}

/**
 * Time, Node and machine of a run, for the documents with its results.
 *
 * @param at when it ended
 */
export function runLine(at: Date) {
  const processors = cpus()
  const machine = `${processors.length} × ${processors[0]?.model.trim() || 'unknown processor'}, ${process.platform} ${process.arch}`
  const minute = at.toISOString().slice(0, 16).replace('T', ' ')
  return `${minute} UTC · Node ${process.versions.node} · ${machine} · load of the last 15 minutes ${loadavg()[2]?.toFixed(1)}`
}

/** A row of a CSV with the number of its first line. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The rows of a CSV (RFC 4180) without blank ones: quoted cells may contain commas, line breaks and doubled quotes.
 *
 * @returns undefined for an unclosed quote
 */
export function csvRows(text: string): CsvRow[] | undefined {
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  const content = text.replace(/^\uFEFF/, '')
  while (cell.lastIndex < content.length) {
    const match = cell.exec(content)
    if (match === null) return undefined
    const [whole, quoted, plain = '', end] = match
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    if (end === ',' && cell.lastIndex < content.length) continue
    if (end === ',') row.cells.push('')
    rows.push(row)
    row = { line, cells: [] }
  }
  return rows.filter(({ cells }) => cells.some((each) => each.trim() !== ''))
}

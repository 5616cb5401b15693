import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** After the journeys: the server's log holds no warning and no error. */
// Playwright takes the default export.
// oxlint-disable-next-line import/no-default-export
export default function expectCleanLog(): void {
  const file = join(process.env.JOURNEYS_DATA_DIR ?? '', 'product.log')
  if (!existsSync(file)) throw new Error(`there is no log at ${file}`)
  const complaints = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level?: number }).level !== undefined)
    .filter((line) => (JSON.parse(line) as { level: number }).level >= 40)
  if (complaints.length > 0) throw new Error(`the server's log is not clean:\n${complaints.join('\n')}`)
}

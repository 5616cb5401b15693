import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Warnings about work that the product retries by itself. */
const retryWarnings = ['background work is put off', 'live updates are late', 'live updates of the desk are late']
/** Waits for a lock, a connection, a statement or the card provider, which a busy machine alone makes too long. */
const timeouts =
  /lock timeout|statement timeout|connection timeout|timeout exceeded when trying to connect|Query read timeout|timeout being reached/

interface LogLine {
  level?: number
  msg?: string
  err?: { message: string }
}

/** Whether a busy machine alone may cause the line: a retry after a timeout. Any other error of that work counts. */
const isOfBusyMachine = ({ level, msg, err }: LogLine): boolean =>
  level === 40 && retryWarnings.includes(msg ?? '') && timeouts.test(err?.message ?? '')

/** After the journeys: the server's log holds no error, and no warning but those of a busy machine. */
// Playwright takes the default export.
// oxlint-disable-next-line import/no-default-export
export default function expectCleanLog(): void {
  const file = join(process.env.JOURNEYS_DATA_DIR ?? '', 'product.log')
  if (!existsSync(file)) throw new Error(`there is no log at ${file}`)
  const complaints = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .filter((line) => {
      const entry = JSON.parse(line) as LogLine
      return (entry.level ?? 0) >= 40 && !isOfBusyMachine(entry)
    })
  if (complaints.length > 0) throw new Error(`the server's log is not clean:\n${complaints.join('\n')}`)
}

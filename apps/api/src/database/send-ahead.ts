import type { CompiledQuery } from 'kysely'
import type { Queries } from './tables.ts'

/** How a connection of either engine runs one statement. */
type Run<Result> = (text: string, values?: readonly unknown[]) => Promise<Result>

const nothing = { command: 'SELECT', rowCount: 0, rows: [] }

/** Begins the text of a statement that nobody waits for. */
const mark = '/* sent ahead */ '

/**
 * Runs a statement whose result its transaction does not need: what follows is sent without waiting for it. When it
 * fails, the transaction is rolled back and its commit throws the error.
 */
export async function sendAhead(queries: Queries, statement: CompiledQuery): Promise<void> {
  await queries.executeQuery({ ...statement, sql: mark + statement.sql })
}

/**
 * Has one connection not wait for `begin` and for what {@link sendAhead} sends inside a transaction; both engines work in
 * order, so whatever comes next finds them done. A failure is thrown by the commit, which PostgreSQL then turns into a
 * rollback. `hold` keeps what is sent until `let` is called, so that it goes with the next statement.
 */
export function sendingAhead<Result>(
  run: Run<Result>,
  line: { hold(): void; let(): void } = { hold: () => undefined, let: () => undefined },
): Run<Result> {
  let inside = false
  let sent: Promise<unknown>[] = []
  return async (text, values) => {
    const begins = text === 'begin'
    if (begins) {
      inside = true
      sent = []
    }
    if (begins || (inside && text.startsWith(mark))) {
      line.hold()
      const going = run(text, values)
      going.catch(() => undefined)
      sent.push(going)
      return nothing as Result
    }
    const result = run(text, values)
    line.let()
    if (text === 'rollback') inside = false
    if (text !== 'commit') return result
    inside = false
    const committed = await result
    await Promise.all(sent)
    return committed
  }
}

import type { CompiledQuery } from 'kysely'
import { mostPreparedTexts } from './prepared-statements.ts'
import type { Queries } from './tables.ts'

/** A statement as an engine takes it. */
export interface Statement {
  text: string
  values: readonly unknown[] | undefined
}

/** Begins the text of a statement that nobody waits for. */
const mark = '/* sent ahead */ '

/** Texts with their mark, made once: whoever looks up a text that was just made has to go through all of it. */
const marked = new Map<string, string>()

/**
 * Runs a statement that has no rows to answer, and whose outcome its transaction does not need: it goes to the database
 * with what is waited for next, at the latest with the commit. When it fails, that throws its error, and the transaction
 * is rolled back.
 */
export async function sendAhead(queries: Queries, statement: CompiledQuery): Promise<void> {
  let sql = marked.get(statement.sql)
  if (sql === undefined) {
    sql = mark + statement.sql
    if (marked.size < mostPreparedTexts) marked.set(statement.sql, sql)
  }
  await queries.executeQuery({ ...statement, sql })
}

/**
 * Has one connection keep `begin` and what {@link sendAhead} sends inside a transaction until a statement is waited for.
 * `run` runs several in order, up to the first that fails, and answers the outcome of the last one; `nothing` is the
 * outcome of a statement that was kept.
 */
export function sendingAhead<Outcome>(
  run: (statements: readonly Statement[]) => Promise<Outcome>,
  nothing: Outcome,
): (text: string, values?: readonly unknown[]) => Promise<Outcome> {
  let inside = false
  let kept: Statement[] = []
  return async (text, values) => {
    if (text === 'begin') {
      inside = true
      kept = [{ text, values }]
      return nothing
    }
    if (inside && text.startsWith(mark)) {
      kept.push({ text, values })
      return nothing
    }
    const ahead = kept
    kept = []
    if (text === 'commit' || text === 'rollback') {
      inside = false
      // Nothing has reached the database, so there is nothing to end.
      const isUnsent = ahead[0]?.text === 'begin'
      if (isUnsent && (text === 'rollback' || ahead.length === 1)) return nothing
    }
    return run(text === 'rollback' ? [{ text, values }] : [...ahead, { text, values }])
  }
}

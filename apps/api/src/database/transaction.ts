import { sql } from 'kysely'
import type { Queries } from './tables.ts'

/** Thrown inside a transaction to run it again. */
export class RetryTransaction extends Error {}

const mostTries = 5

/** A serialization failure, a deadlock, and a prepared statement outdated by a newer build's migration. */
const transientCodes = ['40001', '40P01', '0A000']

/** Constraints on randomly drawn keys: if a key is taken, the retry draws another. */
const drawnKeys = ['order_number_pkey']

/**
 * Runs `work` in one transaction and commits it; after a serialization failure or a deadlock it runs again, so `work`
 * must have no effect outside the database. Any other error rolls back and is rethrown.
 */
export async function transaction<Result>(
  queries: Queries,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await queries.transaction().execute(work)
    } catch (error) {
      if (!isRetryable(error) || tries >= mostTries) throw error
    }
  }
}

const isRetryable = (error: unknown) =>
  error instanceof RetryTransaction ||
  transientCodes.includes((error as { code?: string }).code ?? '') ||
  drawnKeys.some((key) => isUniqueViolation(error, key))

/** Whether an error is a unique violation (SQLSTATE 23505), optionally of `constraint`. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: named, message } = error as { code?: string; constraint?: string; message?: string }
  return (
    code === '23505' && (constraint === undefined || named === constraint || message?.includes(constraint) === true)
  )
}

/** SQLSTATE of a write to a read-only server, such as a standby after a failover. */
const readOnlyCode = '25006'

/** Failed or lost connections, sessions that the server ended, and waits that reached their limit (HOLD-05). */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|57P0[1-5]|57014|55P03|25P0[34]|08\w{3}|53300)$/
const unreachableWords =
  /Connection terminated|connection timeout|timeout e(xceeded when|xpired)|Query read timeout|not queryable|has been discarded|embedded database has stopped/i

/** Whether an error says that the server is read-only on this connection. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === readOnlyCode

/** Whether an error says that the database is unreachable, shutting down, read-only, or too slow. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return isReadOnly(error) || unreachableCodes.test(code ?? '') || unreachableWords.test(message ?? '')
}

/** Whether an error says that a disk, the database's or ours, is full. */
const isDiskFull = (error: unknown): boolean =>
  ['53100', 'ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')

/** Whether an error says that writes are impossible for now: 503, to be retried. */
export const isUnavailable = (error: unknown): boolean => isUnreachable(error) || isDiskFull(error)

/** Runs a part of a transaction, rolls its writes back and returns its result. */
export async function rolledBack<Answer>(queries: Queries, run: () => Promise<Answer>): Promise<Answer> {
  await sql`savepoint undone`.execute(queries)
  const answer = await run()
  await sql`rollback to savepoint undone`.execute(queries)
  return answer
}

import type { Queries } from './tables.ts'

/** Thrown inside a transaction to have it run again. */
export class TryAgain extends Error {}

/**
 * How often each is tried: a serialisation failure, a deadlock, and a prepared statement that a newer build's migration
 * outdated, which each connection of a pool may have once.
 */
const mostTriesAfter: Record<string, number> = { '40001': 5, '40P01': 5, '0A000': 20 }
const mostTries = 5

/** Unique keys that are drawn at random: when one is taken, the next try draws another. */
const drawnKeys = ['order_number_pkey']

/**
 * Runs `work` in one transaction and commits it; on a serialisation failure or a deadlock it runs again, so `work` must
 * do nothing outside the database. Any other error rolls back and is thrown on.
 */
export async function transaction<Result>(
  queries: Queries,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await queries.transaction().execute(work)
    } catch (error) {
      const most = mayGoWell(error) ? mostTries : mostTriesAfter[(error as { code?: string }).code ?? '']
      if (most === undefined || tries >= most) throw error
    }
  }
}

const mayGoWell = (error: unknown) => error instanceof TryAgain || drawnKeys.some((key) => isTaken(error, key))

/** Whether an error says that a unique key is taken; with a name, that key. */
export function isTaken(error: unknown, constraint?: string): boolean {
  const { code, constraint: named, message } = error as { code?: string; constraint?: string; message?: string }
  return (
    code === '23505' && (constraint === undefined || named === constraint || message?.includes(constraint) === true)
  )
}

/** Whether an error says that the database cannot be reached or is going away. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|57P0[123]|08\w{3}|53300)$/.test(code ?? '') ||
    /Connection terminated|connection timeout|timeout exceeded when|not queryable|embedded database has stopped/i.test(
      message ?? '',
    )
  )
}

/** Whether an error says that a disk, of the database or of ours, has no room for what was to be written. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')
}

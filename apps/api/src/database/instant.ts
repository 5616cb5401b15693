import { type RawBuilder, sql } from 'kysely'

/** An instant (epoch milliseconds) to compare a timestamp column with. */
export const instant = (at: number): RawBuilder<number> => sql<number>`${new Date(at)}`

/**
 * Whether a row that waits for the instant in `column` is due. If it waits longer than the longest delay, a clock that
 * ran ahead wrote it: it is due too.
 */
export const isDue = (column: string, { now, longestWaitMs }: { now: number; longestWaitMs: number }) =>
  sql<boolean>`(${sql.ref(column)} <= ${new Date(now)} or ${sql.ref(column)} > ${new Date(now + longestWaitMs)})`

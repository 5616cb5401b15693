import { type RawBuilder, sql } from 'kysely'

/** An instant (epoch milliseconds) to compare a timestamp column with. */
export const instant = (at: number): RawBuilder<number> => sql<number>`${new Date(at)}`

/**
 * Whether a row that waits for the instant in `column` is due. One that waits longer than anything is ever put off was
 * written by a clock that ran ahead and was set right since: it is due as well.
 */
export const isDue = (column: string, { now, longestWaitMs }: { now: number; longestWaitMs: number }) =>
  sql<boolean>`(${sql.ref(column)} <= ${new Date(now)} or ${sql.ref(column)} > ${new Date(now + longestWaitMs)})`

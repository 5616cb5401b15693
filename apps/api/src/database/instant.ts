import { type RawBuilder, sql } from 'kysely'

/** An instant (epoch milliseconds) to compare a timestamp column with. */
export const instant = (at: number): RawBuilder<number> => sql<number>`${new Date(at)}`

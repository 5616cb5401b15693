import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'
import type { keptRows } from './retention.ts'

/**
 * Deletes up to `most` of the oldest rows in a line of the retention table that are older than an instant (epoch
 * milliseconds); returns the count. Only this store deletes rows of other slices (HOLD-10).
 */
export async function deleteOldest(
  queries: Queries,
  rule: (typeof keptRows)[number],
  { before, most }: { before: number; most: number },
): Promise<number> {
  const { table, key, since, over, referencing } = { over: 'true', referencing: undefined, ...rule }
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const references =
    referencing === undefined
      ? sql``
      : sql`, reference as (
          delete from ${sql.table(referencing.table)}
          where ${sql.ref(referencing.column)} in (select ${sql.ref(referencing.of)} from gone)
        )`
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)}
        where ${sql.ref(since)} < ${instant(before)} and ${sql.raw(over)}
        order by ${sql.ref(since)} limit ${most}
      ) returning *
    )${references} select count(*)::integer as count from gone`.execute(queries)
  return rows[0]?.count ?? 0
}

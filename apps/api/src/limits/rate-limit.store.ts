import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { after, findRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/**
 * Counts one use in its bucket of the window, and answers how many there are since `since` and when the oldest bucket
 * began. It is one upsert that locks the key's row, so concurrent uses each get their own number (SAFE-07).
 */
export async function countUse(
  queries: Queries,
  { key, at, since }: { key: string; at: number; since: number },
): Promise<{ total: number; oldest: number }> {
  const { rows } = await sql<{ total: number; oldest: number }>`
    with earlier as (
      select sum(count) as count, min(window_start) as oldest from rate_bucket
      where key = ${key} and window_start > ${instant(since)} and window_start <> ${instant(at)}
    )
    insert into rate_bucket (key, window_start, count) values (${key}, ${instant(at)}, 1)
    on conflict (key, window_start) do update set count = rate_bucket.count + 1
    returning count + coalesce((select count from earlier), 0) as total,
      least(window_start, (select oldest from earlier)) as oldest`.execute(queries)
  return rows[0] as { total: number; oldest: number }
}

/** How many uses of a key there are since an instant, and when the oldest part of them began. */
export async function usesSince(queries: Queries, key: string, since: number) {
  const parts = await findRows(queries, 'rate_bucket', { key, window_start: after(since) }, { by: ['window_start'] })
  return { total: parts.reduce((sum, { count }) => sum + count, 0), oldest: parts[0]?.window_start }
}

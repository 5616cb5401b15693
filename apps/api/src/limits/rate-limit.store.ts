import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'

/** Counts one use in the part of the window that `at` falls into, and answers the uses since `since`, oldest first. */
export async function countUse(
  queries: Queries,
  use: { key: string; at: number; since: number },
): Promise<{ start: number; count: number }[]> {
  await queries
    .insertInto('rate_bucket')
    .values({ key: use.key, window_start: new Date(use.at), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_bucket.count + 1` }),
    )
    .execute()
  return usesSince(queries, use.key, use.since)
}

/** The uses of a key since an instant, oldest first. */
export async function usesSince(
  queries: Queries,
  key: string,
  since: number,
): Promise<{ start: number; count: number }[]> {
  const rows = await queries
    .selectFrom('rate_bucket')
    .select(['window_start', 'count'])
    .where('key', '=', key)
    .where('window_start', '>', instant(since))
    .orderBy('window_start')
    .execute()
  return rows.map((row) => ({ start: row.window_start, count: row.count }))
}

/** Removes what is older than any limit looks back. */
export async function forgetUses(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom('rate_bucket').where('window_start', '<', instant(before)).execute()
}

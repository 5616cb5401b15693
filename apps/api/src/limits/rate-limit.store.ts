import { instant } from '../database/instant.ts'
import { statement } from '../database/statement.ts'
import type { Queries } from '../database/tables.ts'

const upsert = statement<{ total: number; oldest: number }, [key: string, at: Date, since: Date]>(`
  with earlier as (
    select sum(count) as count, min(window_start) as oldest from rate_bucket
    where key = $1 and window_start > $3 and window_start <> $2
  )
  insert into rate_bucket (key, window_start, count) values ($1, $2, 1)
  on conflict (key, window_start) do update set count = rate_bucket.count + 1
  returning count + coalesce((select count from earlier), 0) as total,
    least(window_start, (select oldest from earlier)) as oldest`)

/**
 * Counts one use in its bucket of the window, and returns the number since `since` and the start of the oldest bucket.
 * It is one upsert that locks the key's row, so concurrent uses each get their own number (SAFE-07).
 */
export async function countUse(
  queries: Queries,
  { key, at, since }: { key: string; at: number; since: number },
): Promise<{ total: number; oldest: number }> {
  const [row] = await upsert(queries, key, new Date(at), new Date(since))
  if (row === undefined) throw new Error('An upsert answers its row.')
  return row
}

/** Subtracts one use from its bucket of the window. */
export async function takeBackUse(queries: Queries, key: string, at: number): Promise<void> {
  await queries
    .updateTable('rate_bucket')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', instant(at))
    .where('count', '>', 0)
    .execute()
}

/** The number of uses of a key since an instant, and the start of the oldest bucket. */
export async function usesSince(queries: Queries, key: string, since: number) {
  const buckets = await queries
    .selectFrom('rate_bucket')
    .selectAll()
    .where('key', '=', key)
    .where('window_start', '>', instant(since))
    .orderBy('window_start')
    .execute()
  return { total: buckets.reduce((sum, { count }) => sum + count, 0), oldest: buckets[0]?.window_start }
}

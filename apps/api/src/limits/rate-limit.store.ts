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
  use: { key: string; at: number; since: number },
): Promise<{ total: number; oldest: number }> {
  const counted = await queries
    .insertInto('rate_bucket')
    .values({ key: use.key, window_start: new Date(use.at), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_bucket.count + 1` }),
    )
    .returning((row) => {
      const before = row
        .selectFrom('rate_bucket as earlier')
        .where('earlier.key', '=', use.key)
        .where('earlier.window_start', '>', instant(use.since))
        .where('earlier.window_start', '<>', instant(use.at))
      return [
        'count',
        before.select((earlier) => earlier.fn.sum<number>('earlier.count').as('count')).as('before'),
        before.select((earlier) => earlier.fn.min('earlier.window_start').as('start')).as('oldest'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    total: counted.count + Number(counted.before ?? 0),
    oldest: Math.min(use.at, counted.oldest ?? use.at),
  }
}

/** How many uses of a key there are since an instant, and when the oldest part of them began. */
export async function usesSince(queries: Queries, key: string, since: number) {
  const parts = await findRows(queries, 'rate_bucket', { key, window_start: after(since) }, { by: ['window_start'] })
  return { total: parts.reduce((sum, { count }) => sum + count, 0), oldest: parts[0]?.window_start }
}

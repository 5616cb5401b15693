import { type RawBuilder, type Selectable, sql } from 'kysely'
import { instant } from './instant.ts'
import type { Queries, Tables } from './tables.ts'

/** Tables of clients' rows with the key `(client_id, id)`, processed in the background. */
type WorkTable = 'payment_attempt' | 'refund' | 'subscription' | 'subscription_checkout'

/**
 * Claims due rows, longest waiting first, and updates them so that no other worker claims them too. Rows locked by
 * another process are skipped.
 */
export async function claimRows<Table extends WorkTable>(
  queries: Queries,
  table: Table,
  due: {
    where: RawBuilder<boolean>
    oldestBy: string | RawBuilder<unknown>
    most: number
    change: RawBuilder<unknown>
  },
): Promise<Selectable<Tables[Table]>[]> {
  const { rows } = await sql<Selectable<Tables[Table]>>`
    with due as (
      select client_id, id from ${sql.table(table)}
      where ${due.where} order by ${typeof due.oldestBy === 'string' ? sql.ref(due.oldestBy) : due.oldestBy} limit ${due.most} for update skip locked
    )
    update ${sql.table(table)} as claimed set ${due.change} from due
    where claimed.client_id = due.client_id and claimed.id = due.id
    returning claimed.*`.execute(queries)
  return rows
}

/** The backoff of refunds: a minute, then twice as long each time, up to an hour. */
export const refundBackoff = {
  longestWaitMs: 64 * 60_000,
  /** The next try's instant, by the column that counts the tries. */
  nextAt: (attempts: string, now: number) =>
    sql`${instant(now)}::timestamptz + power(2, least(${sql.ref(attempts)}, 6)) * interval '1 minute'`,
}

/**
 * Claims open card pages and plan checkouts without a webhook that began before `madeBefore` (epoch milliseconds),
 * longest unchecked first (HOLD-08).
 * - Marks each as checked now.
 * - The pause between two checks grows with the row's age, from a minute to a tenth of the age, so that old rows do not
 * delay new ones.
 */
export function claimUnreported<Table extends 'payment_attempt' | 'subscription_checkout'>(
  queries: Queries,
  table: Table,
  due: { madeBefore: number; now: number; most: number },
): Promise<Selectable<Tables[Table]>[]> {
  return claimRows(queries, table, {
    where: sql<boolean>`status = 'open' and created_at < ${instant(due.madeBefore)}
      and (checked_at is null or checked_at < ${instant(due.now)}::timestamptz
        - greatest(interval '1 minute', (${instant(due.now)}::timestamptz - created_at) / 10))`,
    oldestBy: sql`coalesce(checked_at, created_at)`,
    most: due.most,
    change: sql`checked_at = ${instant(due.now)}`,
  })
}

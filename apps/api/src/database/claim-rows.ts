import { type RawBuilder, type Selectable, sql } from 'kysely'
import { instant } from './instant.ts'
import type { Queries, Tables } from './tables.ts'

/** Tables whose rows are a client's, `(client_id, id)` being their key, and are worked off in the background. */
type WorkTable = 'payment_attempt' | 'refund' | 'subscription' | 'subscription_checkout'

/**
 * Takes the rows that are due, the longest waiting first, and changes them so that nobody else takes them meanwhile; what
 * another process holds is passed by. The rows are found again by their key.
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

/**
 * Claims open visits to the card provider's pages that no event has told of, made before an instant (epoch milliseconds),
 * the longest unasked first. The pause between two tries grows with the age of a visit, from a minute to a tenth of its
 * age, so that old visits do not hold up new ones (HOLD-08). Each is marked as asked about now.
 */
export function claimUnheard<Table extends 'payment_attempt' | 'subscription_checkout'>(
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

import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'

/** Something that staff are to be told of an order; `what` names it among all that happens to the order. */
export interface Cause {
  clientId: string
  orderId: string
  what: string
  event: 'paid' | 'request_revision' | 'request_refund'
  /** What the client wrote with it. */
  note: string | null
}

/** What happened since an instant that staff were not told of yet, the oldest first; by the index order_event_for_staff. */
export async function causesToTell(queries: Queries, since: number): Promise<Cause[]> {
  return queries
    .selectFrom('order_event')
    .select(['client_id as clientId', 'order_id as orderId', sql<string>`id::text`.as('what')])
    .select(sql<Cause['event']>`event`.as('event'))
    .select(sql<string | null>`data ->> 'note'`.as('note'))
    .where(sql<boolean>`event in ('paid', 'request_revision', 'request_refund')`)
    .where('at', '>', instant(since))
    .where(sql<boolean>`not exists (select 1 from staff_told where staff_told.client_id = order_event.client_id
      and staff_told.order_id = order_event.order_id and staff_told.what = order_event.id::text)`)
    .orderBy('at')
    .execute()
}

/** When staff were last told of an order; nothing where they never were. */
export async function lastTold(
  queries: Queries,
  order: { clientId: string; orderId: string },
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('staff_told')
    .select('at')
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** The late waits that staff were told of, as `{order} {what}`. */
export async function lateTold(queries: Queries): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('staff_told')
    .select(['order_id', 'what'])
    .where('what', 'like', 'late:%')
    .execute()
  return new Set(rows.map(({ order_id, what }) => `${order_id} ${what}`))
}

/** Notes that staff are told; answers what they were not told before. */
export async function noteTold(
  queries: Queries,
  told: { clientId: string; orderId: string; whats: readonly string[]; now: number },
): Promise<string[]> {
  const rows = await queries
    .insertInto('staff_told')
    .values(
      told.whats.map((what) => ({ client_id: told.clientId, order_id: told.orderId, what, at: new Date(told.now) })),
    )
    .onConflict((conflict) => conflict.columns(['client_id', 'order_id', 'what']).doNothing())
    .returning('what')
    .execute()
  return rows.map(({ what }) => what)
}

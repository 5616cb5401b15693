import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { findRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Something that staff are to be told of an order; `what` names it among all that happens to the order. */
export interface Cause {
  clientId: string
  orderId: string
  /** When it happened, in epoch milliseconds. */
  at: number
  what: string
  event: (typeof toldEvents)[number]
  /** What the event says of itself, as it stands in the history. */
  data: { note?: string; mark?: number; feedback?: string; tags?: string[]; amount?: number; status?: string }
}

/** The events that staff are told of, word for word those of the index order_event_for_staff; of ratings the bad ones alone. */
const toldEvents = [
  'paid',
  'request_revision',
  'request_refund',
  'client_feedback',
  'dispute',
  'dispute_won',
  'dispute_lost',
] as const
const isTold = sql<boolean>`event in (${sql.join(toldEvents.map((event) => sql.lit(event)))})
  and (event <> 'client_feedback' or (data ->> 'mark')::integer between 1 and 3)`

/** What happened since an instant that staff were not told of yet, the oldest first; by the index order_event_for_staff. */
export async function causesToTell(queries: Queries, since: number): Promise<Cause[]> {
  return queries
    .selectFrom('order_event')
    .select(['client_id as clientId', 'order_id as orderId', 'at', sql<string>`id::text`.as('what')])
    .select(sql<Cause['event']>`event`.as('event'))
    .select(sql<Cause['data']>`data`.as('data'))
    .where(isTold)
    .where('at', '>', instant(since))
    .where(sql<boolean>`not exists (select 1 from staff_told where staff_told.client_id = order_event.client_id
      and staff_told.order_id = order_event.order_id and staff_told.what = order_event.id::text)`)
    .orderBy('at')
    .execute()
}

/** When staff were last told of an order; nothing where they never were. */
export async function lastTold(queries: Queries, order: { clientId: string; orderId: string }) {
  const key = { client_id: order.clientId, order_id: order.orderId }
  return (await findRow(queries, 'staff_told', key, { by: ['at'], lastFirst: true }))?.at
}

/** The late waits that staff were told of, as `{order} {what}`. */
export async function lateTold(queries: Queries): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('staff_told')
    .select(['order_id', 'what'])
    // A literal, for the index staff_told_late.
    .where('what', 'like', sql.lit('late:%'))
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

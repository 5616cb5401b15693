import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'
import type { EventKind, HistoryEvent } from './history/event-kinds.ts'

/** A reason to mail staff about an order; `what` identifies it among the causes of that order. */
export type Cause<Kind extends MailedEvent = MailedEvent> = HistoryEvent<Kind> & {
  clientId: string
  orderId: string
  what: string
}

/** The events mailed to staff, word for word those of the index order_event_for_staff; only bad ratings. */
const mailedEvents = [
  'paid',
  'details_added',
  'files_added',
  'services_paid',
  'accept_deadline',
  'decline_deadline',
  'request_revision',
  'request_refund',
  'client_feedback',
  'dispute',
  'dispute_won',
  'dispute_lost',
] as const satisfies readonly EventKind[]
type MailedEvent = (typeof mailedEvents)[number]
const isMailed = sql<boolean>`event in (${sql.join(mailedEvents.map((event) => sql.lit(event)))})
  and (event <> 'client_feedback' or (data ->> 'mark')::integer between 1 and 3)`

/** Unmailed causes since an instant, oldest first; by the index order_event_for_staff. */
export async function causesToMail(queries: Queries, since: number): Promise<Cause[]> {
  const rows = await queries
    .selectFrom('order_event')
    .select(['client_id as clientId', 'order_id as orderId', 'author', 'at', 'event', 'data'])
    .select(sql<string>`id::text`.as('what'))
    .where(isMailed)
    .where('at', '>', instant(since))
    .where(sql<boolean>`not exists (select 1 from staff_told where staff_told.client_id = order_event.client_id
      and staff_told.order_id = order_event.order_id and staff_told.what = order_event.id::text)`)
    .orderBy('at')
    .execute()
  return rows as Cause[]
}

/** The instant of the last mail to staff about an order; undefined before the first. */
export async function lastNotifiedAt(queries: Queries, order: { clientId: string; orderId: string }) {
  const last = await queries
    .selectFrom('staff_told')
    .select('at')
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.at
}

/** The late waits already mailed to staff, as `{order} {what}`. */
export async function notifiedLateWaits(queries: Queries): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('staff_told')
    .select(['order_id', 'what'])
    // A literal, for the index staff_told_late.
    .where('what', 'like', sql.lit('late:%'))
    .execute()
  return new Set(rows.map(({ order_id, what }) => `${order_id} ${what}`))
}

/** Records causes as mailed to staff; returns the new ones. */
export async function markNotified(
  queries: Queries,
  mail: { clientId: string; orderId: string; keys: readonly string[]; now: number },
): Promise<string[]> {
  const rows = await queries
    .insertInto('staff_told')
    .values(
      mail.keys.map((what) => ({ client_id: mail.clientId, order_id: mail.orderId, what, at: new Date(mail.now) })),
    )
    .onConflict((conflict) => conflict.columns(['client_id', 'order_id', 'what']).doNothing())
    .returning('what')
    .execute()
  return rows.map(({ what }) => what)
}

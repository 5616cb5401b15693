import { type WaitEvent, waitEventNames } from '@nerdify/domain/orders/order-waits.ts'
import { sql } from 'kysely'
import type { Queries, Tables } from '../database/tables.ts'
import { detailsStart, factColumns, filteredOrders, type OrdersFilter, type StoredOrder } from './orders.store.ts'

/**
 * Whether an order may wait: word for word the condition of the index client_order_waiting, so that the database finds
 * these orders alone, and narrower for deleted ones. It may match more orders than `waitsFor`, never fewer.
 */
export const mayWait = sql<boolean>`(
  client_status in ('In progress', 'Nerd found', 'Quality check', 'Final touches', 'Revision requested', 'On revision')
    and (system_status is null or system_status <> 'Refund Accepted')
    and system_status is distinct from 'Deleted'
  or system_status in ('Refund Requested', 'Revision Accepted')
  or mark between 1 and 3 and review_settled_at is null
  or tags @> array['payment_disputed'] and not tags @> array['dispute_answered'])`

/** The columns of an order that may wait: its facts, and those for staff. */
const columns = [
  ...factColumns,
  'client_id',
  'number',
  'title',
  'price_name',
  'size_count',
  'size_measure',
  'preferred_worker',
  'nerd_id',
  'taken_by',
  'taken_at',
] as const satisfies readonly (keyof Tables['client_order'])[]

/** An order that may wait, with the part of its history that waits need; instants in epoch milliseconds. */
export type MaybeWaiting = Pick<StoredOrder, (typeof columns)[number]> & {
  details_start: string | null
  history: WaitEvent[]
}

/** The part of an order's history that waits need, oldest first. */
const history = sql<WaitEvent[]>`(
  select coalesce(json_agg(json_build_object(
    'event', event, 'at', (extract(epoch from at) * 1000)::bigint, 'mark', data -> 'mark') order by at, id), '[]')
  from order_event
  where order_event.client_id = client_order.client_id and order_event.order_id = client_order.id
    and event in (${sql.join(waitEventNames.map((name) => sql.lit(name)))}))`.as('history')

const readOrders = (queries: Queries) =>
  queries.selectFrom('client_order').select(columns).select([detailsStart, history])

/** The state of a row: it changes with each write, even if the version stays. */
const rowState = sql<string>`client_order.xmin::text || '.' || client_order.version`.as('row_state')

/** The ids of all orders that may wait, with the states of their rows. */
export const statesOfOpenOrders = (queries: Queries): Promise<{ id: string; row_state: string }[]> =>
  queries.selectFrom('client_order').select(['id', rowState]).where(mayWait).execute()

/** The orders that may wait and match a filter. */
export async function openOrderIds(queries: Queries, filter: OrdersFilter): Promise<ReadonlySet<string>> {
  const rows = await filteredOrders(queries, filter).where(mayWait).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** The orders among `ids` that may wait, in one statement, so that facts and histories are consistent. */
export const openOrders = (
  queries: Queries,
  ids: readonly string[],
): Promise<(MaybeWaiting & { row_state: string })[]> =>
  readOrders(queries).select(rowState).where(mayWait).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()

/** The orders of some Nerds that may wait. */
export function openOrdersOfNerds(queries: Queries, nerdIds: readonly string[]): Promise<MaybeWaiting[]> {
  return readOrders(queries).where(sql<boolean>`nerd_id = any(${nerdIds}::uuid[])`).where(mayWait).execute()
}

/** Moves all orders of a Nerd to another. */
export async function giveOrders(queries: Queries, from: string, to: string): Promise<void> {
  await queries.updateTable('client_order').set({ nerd_id: to }).where('nerd_id', '=', from).execute()
}

/** Renames the preferred Nerd of open and unpaid orders (SRV-05). */
export async function renamePreferred(queries: Queries, from: string, to: string): Promise<void> {
  const preferring = queries
    .updateTable('client_order')
    .set({ preferred_worker: to })
    .where('preferred_worker', '=', from)
  await preferring.where(sql<boolean>`(${mayWait} or system_status = 'Unpaid')`).execute()
}

/** One order with the columns of {@link MaybeWaiting}, even if it cannot wait. */
export function orderWithWaits(queries: Queries, clientId: string, id: string): Promise<MaybeWaiting> {
  return readOrders(queries).where('client_id', '=', clientId).where('id', '=', id).executeTakeFirstOrThrow()
}

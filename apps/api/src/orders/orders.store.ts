import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { nameableLength } from '@nerdify/domain/orders/order-name.ts'
import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { type Selectable, sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { findRow, type NewRow, type RowChange } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries, Tables } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { type EventKind, type HistoryEvent, type NerdData, type NewEvent, nerdEvents } from './history/event-kinds.ts'

/** An order as it is stored; money in cents, instants in epoch milliseconds. */
export type StoredOrder = Selectable<Tables['client_order']>
/** The columns set by a change of an order. */
export type OrderChangeSet = RowChange<'client_order'>

/** The known columns of a new order; the others have defaults. */
const newOrderColumns = [
  'client_id',
  'id',
  'payment_token',
  'created_at',
  'updated_at',
  'version',
  'field_versions',
  'price_name',
  'size_count',
  'size_measure',
  'deadline',
  'title',
  'subject',
  'details',
  'plagiarism_check',
  'use_balance',
  'attachments',
  'system_status',
  'client_status',
  'honour_code',
  'quote_cents',
  'discount_cents',
  'service_cents',
  'price_cents',
  'quoted_at',
  'price_fixed',
  'services',
] as const satisfies readonly (keyof Tables['client_order'])[]

type NewOrder = Required<Pick<NewRow<'client_order'>, (typeof newOrderColumns)[number]>>

const insertWithKeys = statement<
  StoredOrder,
  [numbers: readonly string[], eventId: string, author: string, ...unknown[]]
>(`
  with numbered as (
    insert into order_number (client_id, order_id, number) values ($4, $5, coalesce((
      select number from unnest($1::text[]) with ordinality as drawn (number, nth)
      where not exists (select from order_number as taken where taken.number = drawn.number) order by nth limit 1
    ), ($1::text[])[1])) returning number
  ), payable as (
    insert into order_payment_token (client_id, order_id, token) values ($4, $5, $6)
  ), first_event as (
    insert into order_event (client_id, order_id, id, author, at, event) values ($4, $5, $2, $3, $7, 'created')
  )
  insert into client_order (${newOrderColumns.join(', ')}, number)
  values (${newOrderColumns.map((_, at) => `$${at + 4}`).join(', ')}, (select number from numbered))
  returning *`)

/**
 * Inserts an order with its number, its payment token and its first event, and returns the stored row. Its number is
 * the first free one of `numbers`; if another order takes it in a race, the insert fails and the transaction is retried
 * with new numbers (HOLD-10).
 */
export async function insertOrder(
  queries: Queries,
  order: NewOrder,
  { numbers, event }: { numbers: readonly string[]; event: { id: string; author: string } },
): Promise<StoredOrder> {
  const values = newOrderColumns.map((column) => order[column])
  if (Object.keys(order).length !== values.length) throw new Error('A column of the new order would not be written.')
  const [newOrder] = await insertWithKeys(queries, numbers, event.id, event.author, ...values)
  if (newOrder === undefined) throw new Error('An insert answers its row.')
  return newOrder
}

/** One order of a client; `lock` locks it until the transaction ends. */
export async function orderOf(queries: Queries, clientId: string, id: string, { lock = false } = {}) {
  return findRow(queries, 'client_order', { client_id: clientId, id }, { lock })
}

/** All orders of a client, locked until the transaction ends. */
export const lockOrdersOf = (queries: Queries, clientId: string): Promise<StoredOrder[]> =>
  queries.selectFrom('client_order').selectAll().where('client_id', '=', clientId).orderBy('id').forUpdate().execute()

/** The order of a payment token. */
export async function orderOfPaymentToken(queries: Queries, token: string): Promise<StoredOrder | undefined> {
  const key = await findRow(queries, 'order_payment_token', { token })
  return key && orderOf(queries, key.client_id, key.order_id)
}

/** Changes an order that the transaction has written or locked; returns the new row. */
export async function updateOrder(
  queries: Queries,
  clientId: string,
  id: string,
  change: OrderChangeSet,
): Promise<StoredOrder> {
  return queries
    .updateTable('client_order')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Appends an event to an order's history. */
export async function insertOrderEvent<Kind extends EventKind>(
  queries: Queries,
  newEvent: NewEvent<Kind>,
): Promise<void> {
  const { clientId: client_id, orderId: order_id, at, id = uuidv7(at), author, event, data } = newEvent
  const entry = { author, event, data: data && JSON.stringify(data) }
  await queries
    .insertInto('order_event')
    .values({ client_id, order_id, id, at: new Date(at), ...entry })
    .execute()
}

/** The ids of an order's event. */
export type OrderEventIds = Pick<Selectable<Tables['order_event']>, 'client_id' | 'order_id' | 'id'>

/** The events of some clients' orders after a key, oldest first, `most` of them (CAB-08). */
export async function orderEventsAfter(
  queries: Queries,
  { clientIds, after, most }: { clientIds: readonly string[]; after: string; most: number },
): Promise<OrderEventIds[]> {
  return (
    queries
      .selectFrom('order_event')
      .select(['client_id', 'order_id', 'id'])
      // An array gives one statement for any number of clients.
      .where(sql<boolean>`client_id = any(${clientIds}::uuid[])`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most)
      .execute()
  )
}

/** The columns that the conditions of `@nerdify/domain/orders` read, and the subject (CAB-12). */
export const factColumns = [
  'id',
  'created_at',
  'quoted_at',
  'price_cents',
  'paid_cents',
  'refunded_cents',
  'services',
  'system_status',
  'client_status',
  'deadline',
  'mark',
  'tags',
  'additional',
  'profile_arch',
  'declined',
  'is_promo',
  'is_complex',
  'tips_paid',
  'sent_at',
  'client_accept_at',
  'revision_accept_at',
  'revision_deadline',
  'offered_deadline',
  'refund_accept_at',
  'review_settled_at',
  'subject',
] as const satisfies readonly (keyof Tables['client_order'])[]

/** The columns that present an order, without its description, which may be long. */
const columnsOfLists = [
  ...factColumns,
  'client_id',
  'number',
  'payment_token',
  'version',
  'price_name',
  'title',
  'size_count',
  'size_measure',
  'plagiarism_check',
  'quote_cents',
  'discount_cents',
  'service_cents',
  'discount_code',
  'discount',
  'discount_error_type',
  'discount_error_value',
  'tips_cents',
  'use_balance',
  'held_cents',
  'attachments',
  'writer_revision_complete_at',
  'price_fixed',
  'honour_code',
  'preferred_worker',
  'nerd_id',
  'nerd_fee_cents',
  'work_sheet_at',
  'refund_decline_reason',
  'late_credit',
  'late_credit_cents',
] as const satisfies readonly (keyof Tables['client_order'])[]

/** The first words of the description, which may name an order (EASE-03). */
export const detailsStart = sql<string | null>`left(details, ${sql.lit(nameableLength + 1)})`.as('details_start')

const shownInLists = [...columnsOfLists, sql<null>`null`.as('details'), detailsStart] as const
const newestFirst = (queries: Queries) =>
  queries.selectFrom('client_order').orderBy('created_at', 'desc').orderBy('id', 'desc')

/** An order with all presented columns; in lists `details` is null, and `details_start` has its first words. */
export type ShownOrder = Pick<StoredOrder, (typeof columnsOfLists)[number] | 'details'> & {
  details_start?: string | null
}

/** The columns that the conditions need. */
export type StoredFacts = Pick<StoredOrder, (typeof factColumns)[number]>

/** The newest orders of a client, `most` of them, without their long texts. */
export const newestOrdersOf = statement<ShownOrder, [clientId: string, most: number]>(`
  select ${columnsOfLists.join(', ')}, null as details, left(details, ${nameableLength + 1}) as details_start
  from client_order where client_id = $1 order by created_at desc, id desc limit $2`)

/** The newest orders of each of some clients, in one statement, like {@link newestOrdersOf} for one. */
export function newestOrdersOfEach(
  queries: Queries,
  clientIds: readonly string[],
  most: number,
): Promise<ShownOrder[]> {
  return queries
    .selectFrom(sql<{ id: string }>`unnest(${clientIds}::uuid[])`.as<'asked'>(sql`asked(id)`))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('client_order')
          .select(shownInLists)
          .whereRef('client_id', '=', 'asked.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .execute()
}

/** The number of orders of each of some clients. */
export const countOrdersOfEach = (queries: Queries, clientIds: readonly string[]) =>
  queries
    .selectFrom('client_order')
    .select(({ fn }) => ['client_id', fn.countAll<number>().as('count')])
    .where(sql<boolean>`client_id = any(${clientIds}::uuid[])`)
    .groupBy('client_id')
    .execute()

/** The conditions' columns of a client's orders, newest first: all, or those older than one of them. */
export async function orderFactsOf(
  queries: Queries,
  { clientId, olderThan }: { clientId: string; olderThan?: { created_at: number; id: string } | undefined },
): Promise<StoredFacts[]> {
  let query = newestFirst(queries).select(factColumns).where('client_id', '=', clientId)
  if (olderThan !== undefined) {
    query = query.where(sql<boolean>`(created_at, id) < (${instant(olderThan.created_at)}, ${olderThan.id}::uuid)`)
  }
  return query.execute()
}

/** The searchable columns of a client's orders (CAB-12). */
export const namesOfOrders = (queries: Queries, clientId: string) =>
  queries
    .selectFrom('client_order')
    .select(['id', 'number', 'title', 'subject', detailsStart])
    .where('client_id', '=', clientId)
    .execute()

/**
 * A client's other orders with a discount code, locked; skips those locked by another transaction, so that no two wait
 * for each other.
 */
export function otherOrdersWithCode(
  queries: Queries,
  { clientId, orderId, code }: { clientId: string; orderId: string; code: string },
): Promise<StoredOrder[]> {
  return queries
    .selectFrom('client_order')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '<>', orderId)
    .where('discount_code', '=', code)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** A client's priced orders without payment or discount, locked. */
export function unpaidOrdersWithoutDiscount(queries: Queries, clientId: string): Promise<StoredOrder[]> {
  return queries
    .selectFrom('client_order')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('paid_cents', '=', 0)
    .where('quoted_at', 'is not', null)
    .where('discount_code', 'is', null)
    .forUpdate()
    .execute()
}

/** Some orders of a client, newest first, without their long texts. */
export async function ordersOf(queries: Queries, clientId: string, ids: readonly string[]): Promise<ShownOrder[]> {
  if (ids.length === 0) return []
  return newestFirst(queries).where('client_id', '=', clientId).where('id', 'in', ids).select(shownInLists).execute()
}

/** Orders of a client on which nothing was paid, newest first, without their long texts. */
export async function unpaidOrdersOf(queries: Queries, clientId: string): Promise<ShownOrder[]> {
  return newestFirst(queries)
    .where('client_id', '=', clientId)
    .where('paid_cents', '=', 0)
    .select(shownInLists)
    .execute()
}

/** Orders of any clients by id. */
export async function ordersById(queries: Queries, ids: readonly string[]): Promise<Map<string, StoredOrder>> {
  if (ids.length === 0) return new Map()
  const found = await queries
    .selectFrom('client_order')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(found.map((order) => [order.id, order]))
}

/** The order of a key or, without one, of a number. */
export async function orderAnywhere(
  queries: Queries,
  name: { id: string } | { number: string },
): Promise<StoredOrder | undefined> {
  if ('id' in name) return findRow(queries, 'client_order', name)
  const key = await findRow(queries, 'order_number', name)
  return key && orderOf(queries, key.client_id, key.order_id)
}

/** Conditions on all clients' orders; instants in epoch milliseconds. */
export interface OrdersFilter {
  clientId?: string | undefined
  nerdId?: string | undefined
  statuses?: { system: readonly SystemStatus[]; client: readonly ClientStatus[] } | undefined
  type?: PriceName | undefined
  dueFrom?: number | undefined
  dueTo?: number | undefined
  /** Only these orders, or all others. */
  ids?: { are: boolean; ids: readonly string[] } | undefined
  tag?: string | undefined
  /** Only letters and digits. */
  words?: readonly string[] | undefined
}

/** The words of an order, word for word the expression of the index client_order_words. */
const orderWords = sql`to_tsvector('simple', translate(coalesce(title, '') || ' ' || coalesce(subject, ''), './-@:_&', '       '))`

/**
 * The conditions of a filter. Few-valued ones are literals: a plan for any value would scan the table for a rare one.
 */
function conditionsOf({ clientId, nerdId, statuses, type, dueFrom, dueTo, ids, tag, words }: OrdersFilter) {
  const isAmong = ids && sql<boolean>`client_order.id = any(${ids.ids}::uuid[])`
  const status = statuses && [
    ...statuses.system.map((each) => sql`system_status = ${sql.lit(each)}`),
    ...statuses.client.map((each) => sql`client_status = ${sql.lit(each)}`),
  ]
  return [
    clientId && sql<boolean>`client_id = ${clientId}`,
    nerdId && sql<boolean>`nerd_id = ${nerdId}`,
    status && sql<boolean>`(${sql.join(status, sql` or `)})`,
    type && sql<boolean>`price_name = ${sql.lit(type)}`,
    dueFrom === undefined ? undefined : sql<boolean>`deadline >= ${instant(dueFrom)}`,
    dueTo === undefined ? undefined : sql<boolean>`deadline < ${instant(dueTo)}`,
    isAmong && (ids.are ? isAmong : sql<boolean>`not ${isAmong}`),
    tag && sql<boolean>`tags @> array[${tag}::text]`,
    words && sql<boolean>`${orderWords} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`,
  ].filter((condition) => condition !== undefined && condition !== '')
}

/** The orders that match a filter, unsorted. */
export const filteredOrders = (queries: Queries, filter: OrdersFilter) =>
  conditionsOf(filter).reduce((query, condition) => query.where(condition), queries.selectFrom('client_order'))

/** The start of a slice of orders, its sort order, and its size. */
export interface SlicePlace {
  /** The id of the order before the slice. */
  after: string | undefined
  by: 'newest' | 'deadline'
  most: number
}

/** The sort of a slice, and the condition of its orders, over `created_at`, `deadline` and `id`. */
function sortOf({ after, by }: SlicePlace) {
  const [key, direction] = by === 'newest' ? (['created_at', 'desc'] as const) : (['deadline', 'asc'] as const)
  const columns = sql`${sql.ref(key)}, id`
  const comparison = sql.raw(direction === 'desc' ? '<' : '>')
  const last = sql`(select ${columns} from client_order as last where last.id = ${after})`
  return {
    isBeyond: after === undefined ? sql<boolean>`true` : sql<boolean>`(${columns}) ${comparison} ${last}`,
    sort: sql`${sql.ref(key)} ${sql.raw(direction)}, id ${sql.raw(direction)}`,
  }
}

/** A slice of filtered orders, without their long texts: newest first, or by deadline. */
export function ordersAfter(queries: Queries, filter: OrdersFilter, place: SlicePlace): Promise<ShownOrder[]> {
  const { isBeyond, sort } = sortOf(place)
  return filteredOrders(queries, filter).where(isBeyond).orderBy(sort).limit(place.most).select(shownInLists).execute()
}

/** The number of orders that match a filter, up to `mostCounted`; the ids are the slice's if fewer match. */
export async function countOrdersUpTo(
  queries: Queries,
  filter: OrdersFilter,
  mostCounted: number,
  place: SlicePlace,
): Promise<{ count: number; ids: string[] }> {
  const { isBeyond, sort } = sortOf(place)
  const found = filteredOrders(queries, filter).select(['id', 'created_at', 'deadline']).limit(mostCounted)
  const counted = queries
    .selectFrom(found.as('found'))
    .select(['id', 'created_at', 'deadline', sql<number>`count(*) over ()`.as('count')])
  const rows = await queries
    .selectFrom(counted.as('counted'))
    .where(isBeyond)
    .orderBy(sort)
    .limit(place.most)
    .select(['id', 'count'])
    .execute()
  const [first] = rows
  // The count is in the rows, so if the slice has emptied meanwhile, count from the start.
  if (first === undefined && place.after !== undefined) {
    return { ...(await countOrdersUpTo(queries, filter, mostCounted, { ...place, after: undefined })), ids: [] }
  }
  return { count: first?.count ?? 0, ids: rows.map(({ id }) => id) }
}

/** The history of an order, oldest first. */
export async function orderEventsOf(queries: Queries, clientId: string, orderId: string): Promise<HistoryEvent[]> {
  const rows = await queries
    .selectFrom('order_event')
    .select(['event', 'author', 'at', 'data'])
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows as HistoryEvent[]
}

/** Whether a plan's service was added to a paid order of a client since an instant (epoch milliseconds). */
export async function hasFreeServiceSince(queries: Queries, clientId: string, since: number): Promise<boolean> {
  const found = await queries
    .selectFrom('order_event')
    .select('id')
    .where('client_id', '=', clientId)
    .where('event', '=', 'services_paid')
    .where('at', '>=', instant(since))
    .where(sql<boolean>`data ->> 'free_reason' = 'plan'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Delivered orders without a rating or the tag for it, in the order of delivery; those after `after`. */
export async function ordersWithoutFeedback(
  queries: Queries,
  search: { sentUntil: number; after: { sentAt: number; id: string } | undefined; most: number },
): Promise<{ clientId: string; id: string; sentAt: number }[]> {
  const { sentUntil, after, most } = search
  let query = queries
    .selectFrom('client_order')
    .select(['client_id', 'id', 'sent_at'])
    .where('sent_at', 'is not', null)
    .where('mark', '=', 0)
    .where(sql<boolean>`not (tags @> array['no_feedback_1d'])`)
    .where('sent_at', '<=', instant(sentUntil))
  if (after !== undefined) {
    query = query.where(sql<boolean>`(sent_at, id) > (${new Date(after.sentAt)}, ${after.id}::uuid)`)
  }
  const rows = await query.orderBy('sent_at').orderBy('id').limit(most).execute()
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, sentAt: row.sent_at as number }))
}

/** The numbers of a client's orders by key; omits orders of others. */
export async function numbersOfOrders(
  queries: Queries,
  clientId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const own = queries.selectFrom('client_order').select(['id', 'number']).where('client_id', '=', clientId)
  const rows = await own.where('id', 'in', [...new Set(ids)]).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/**
 * Abandoned orders: unpaid, with a price, and untouched for a while; the newest one of each client, without blocked
 * or leaving clients and those reminded since `lastReminderBefore`. Instants in epoch milliseconds.
 */
export async function abandonedOrders(
  queries: Queries,
  search: { changedAfter: number; changedUntil: number; lastReminderBefore: number; now: number; most: number },
): Promise<{ clientId: string; orderId: string }[]> {
  const { changedAfter, changedUntil, lastReminderBefore, now, most } = search
  const rows = await queries
    // Separate, with an offset below, so that each part uses an index: joined, the database would scan all orders.
    .with(
      (name) => name('resting').materialized(),
      (within) =>
        within
          .selectFrom('client_order')
          .select(['client_id', 'id', 'updated_at'])
          .where('system_status', '=', 'Unpaid')
          .where('recalled_at', 'is', null)
          .where(sql<boolean>`not declined`)
          .where('updated_at', '>', instant(changedAfter))
          .where('updated_at', '<=', instant(changedUntil))
          .where('deadline', '>', instant(now))
          .where('quoted_at', 'is not', null),
    )
    .selectFrom('resting')
    .distinctOn('resting.client_id')
    .select(['resting.client_id', 'resting.id'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('client_order as recalled')
            .select('recalled.id')
            .whereRef('recalled.client_id', '=', 'resting.client_id')
            .where('recalled.recalled_at', '>', instant(lastReminderBefore))
            .offset(0),
        ),
      ),
    )
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('client')
          .select(({ fn }) => fn.coalesce('blocked_at', 'erase_at').as('at'))
          .whereRef('client.id', '=', 'resting.client_id'),
        'is',
        null,
      ),
    )
    .orderBy('resting.client_id')
    .orderBy('resting.updated_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ clientId: row.client_id, orderId: row.id }))
}

/** Marks all orders of a client as recalled, so that the client gets no reminder. */
export async function markRecalled(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries
    .updateTable('client_order')
    .set({ recalled_at: new Date(now) })
    .where('client_id', '=', clientId)
    .execute()
}

/** Whether a client has rated any of their orders. */
export async function hasRatedOrder(queries: Queries, clientId: string): Promise<boolean> {
  const rated = await queries
    .selectFrom('client_order')
    .select('id')
    .where('client_id', '=', clientId)
    .where('mark', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return rated !== undefined
}

/**
 * The Nerds of a client's delivered orders with their ratings at the time, latest first, once per order; without
 * replaced Nerds.
 */
export async function nerdsFound(queries: Queries, clientId: string): Promise<{ nerdId: string; rating: number }[]> {
  const rows = await queries
    .selectFrom('order_event')
    .innerJoin('client_order', (join) =>
      join
        .onRef('client_order.client_id', '=', 'order_event.client_id')
        .onRef('client_order.id', '=', 'order_event.order_id'),
    )
    .select(['order_event.order_id', 'order_event.data', 'client_order.nerd_id'])
    .where('order_event.client_id', '=', clientId)
    .where('order_event.event', 'in', [...nerdEvents])
    .where('client_order.sent_at', 'is not', null)
    .orderBy('order_event.at', 'desc')
    .orderBy('order_event.id', 'desc')
    .execute()
  const latest = [...Map.groupBy(rows, ({ order_id }) => order_id).values()].flatMap(([row]) => row ?? [])
  return latest.flatMap(({ data, nerd_id: nerdId }) => {
    const { worker } = data as NerdData
    return worker === undefined || nerdId === null ? [] : [{ nerdId, rating: worker.rating }]
  })
}

/** The marks of some Nerds' orders, and their deliveries since an instant (epoch milliseconds). */
export const deliveriesOfNerds = (queries: Queries, nerdIds: readonly string[], since: number) =>
  queries
    .selectFrom('client_order')
    .select('nerd_id')
    .select(({ fn }) => [
      fn.count<number>('id').filterWhere('mark', '>', 0).as('marks'),
      sql<number>`coalesce(sum(mark), 0)`.as('stars'),
      fn.count<number>('id').filterWhere('sent_at', '>=', instant(since)).as('delivered'),
    ])
    .where(sql<boolean>`nerd_id = any(${nerdIds}::uuid[])`)
    .groupBy('nerd_id')
    .execute()

/** The scope of fees: one Nerd's, or all with a first delivery between two instants (epoch milliseconds). */
type FeesOf = { nerdId: string } | { from: number; until: number }

/** The delivered orders that owe a fee, with their first delivery (OPS-14). */
export function ordersWithFee(queries: Queries, scope: FeesOf) {
  const fees = queries
    .selectFrom('client_order as o')
    .innerJoin('order_event as e', (join) =>
      join
        .onRef('e.client_id', '=', 'o.client_id')
        .onRef('e.order_id', '=', 'o.id')
        // A literal, so that the index of deliveries matches.
        .on(sql<boolean>`e.event = 'send'`),
    )
    .select(['o.id as orderId', 'o.nerd_id', 'o.nerd_fee_cents', 'e.at'])
    .where('o.nerd_fee_cents', 'is not', null)
  return 'nerdId' in scope
    ? fees.where('o.nerd_id', '=', scope.nerdId)
    : fees.where('e.at', '>=', instant(scope.from)).where('e.at', '<', instant(scope.until))
}

/** The fees of delivered orders, in cents, each at its first delivery (OPS-14). */
export async function feesOfNerds(queries: Queries, scope: FeesOf) {
  const rows = await ordersWithFee(queries, scope).execute()
  return rows.map(({ orderId, nerd_id, nerd_fee_cents, at }) => ({
    orderId,
    nerdId: nerd_id as string,
    at,
    cents: nerd_fee_cents as number,
  }))
}

/** The stored money of some clients' orders, in cents. */
export function moneyOfOrdersOf(queries: Queries, clientIds: readonly string[]) {
  return queries
    .selectFrom('client_order')
    .select([
      'id',
      'number',
      'client_id',
      'paid_cents',
      'refunded_cents',
      'held_cents',
      'tips_cents',
      'late_credit_cents',
    ])
    .where('client_id', 'in', clientIds)
    .execute()
}

/** The number of orders placed after an instant (epoch milliseconds). */
export async function countPlacedSince(queries: Queries, since: number): Promise<number> {
  const { count } = await queries
    .selectFrom('client_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`created_at > ${new Date(since)}`)
    .executeTakeFirstOrThrow()
  return count
}

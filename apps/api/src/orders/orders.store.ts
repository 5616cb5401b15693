import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { OrderTable, Queries } from '../database/tables.ts'
import { isTaken, TryAgain } from '../database/transaction.ts'

/** An order as it is stored; money in cents, instants in epoch milliseconds. */
export type StoredOrder = Selectable<OrderTable>
/** The columns of an order that a change sets. */
export type OrderChangeSet = Updateable<OrderTable>

/**
 * Writes a new order with its number, its payment token and its first event. A number that another order has makes the
 * transaction run again with a new one.
 */
export async function insertOrder(
  queries: Queries,
  order: Insertable<OrderTable>,
  event: { id: string; author: string },
): Promise<StoredOrder> {
  const key = { client_id: order.client_id, order_id: order.id }
  try {
    return await queries
      .with('numbered', (write) => write.insertInto('order_number').values({ number: order.number, ...key }))
      .with('payable', (write) =>
        write.insertInto('order_payment_token').values({ token: order.payment_token, ...key }),
      )
      .with('told', (write) =>
        write
          .insertInto('order_event')
          .values({ ...key, id: event.id, at: order.created_at, author: event.author, event: 'created' }),
      )
      .insertInto('client_order')
      .values(order)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isTaken(error, 'order_number_pkey')) throw new TryAgain()
    throw error
  }
}

/** One order of a client; `lock` keeps others from changing it until the transaction ends. */
export async function orderOf(
  queries: Queries,
  clientId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredOrder | undefined> {
  const query = queries.selectFrom('client_order').selectAll().where('client_id', '=', clientId).where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Whose order a payment token names. */
export async function orderOfPaymentToken(queries: Queries, token: string): Promise<StoredOrder | undefined> {
  return queries
    .selectFrom('order_payment_token')
    .innerJoin('client_order', (join) =>
      join
        .onRef('client_order.client_id', '=', 'order_payment_token.client_id')
        .onRef('client_order.id', '=', 'order_payment_token.order_id'),
    )
    .selectAll('client_order')
    .where('token', '=', token)
    .executeTakeFirst()
}

/** Changes an order that the transaction holds locked; answers it as it now is. */
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

/** Appends what happened to an order. */
export async function insertOrderEvent(
  queries: Queries,
  event: {
    clientId: string
    orderId: string
    id: string
    at: number
    author: string
    event: string
    data?: Record<string, unknown>
  },
): Promise<void> {
  await queries
    .insertInto('order_event')
    .values({
      client_id: event.clientId,
      order_id: event.orderId,
      id: event.id,
      at: new Date(event.at),
      author: event.author,
      event: event.event,
      data: JSON.stringify(event.data ?? {}),
    })
    .execute()
}

/** The columns that the conditions of `@nerdify/domain/orders` read. */
const factColumns = [
  'id',
  'created_at',
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
  'refund_accept_at',
] as const satisfies readonly (keyof OrderTable)[]

/** What the conditions need to know of an order. */
export type StoredFacts = Pick<StoredOrder, (typeof factColumns)[number]>

/** The facts of all orders of a client, newest first. */
export async function orderFactsOf(queries: Queries, clientId: string): Promise<StoredFacts[]> {
  return queries
    .selectFrom('client_order')
    .select(factColumns)
    .where('client_id', '=', clientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Some orders of a client, newest first, without their long texts. */
export async function ordersOf(queries: Queries, clientId: string, ids: readonly string[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  return queries
    .selectFrom('client_order')
    .selectAll()
    .select(sql<null>`null`.as('details'))
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

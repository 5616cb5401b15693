import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import { factsOf } from './order-facts-of.ts'
import { orderOf, type StoredOrder } from '../orders.store.ts'

export type { ShownOrder, StoredOrder } from '../orders.store.ts'
/** Orders in any state, for background work, and the order of a payment link, for anyone who opens the link. */
export {
  lockOrdersOf,
  numbersOfOrders,
  orderOf,
  ordersById,
  ordersOf,
  orderOfPaymentToken,
} from '../orders.store.ts'

/** A client's own order; 404 for any other, even one that does not exist or was deleted (AUTH-19). */
export async function ownOrder(queries: Queries, clientId: string, orderId: string): Promise<StoredOrder> {
  const order = isUuid(orderId) ? await orderOf(queries, clientId, orderId) : undefined
  if (order === undefined || orderIs.deleted(factsOf(order))) throw notFound()
  return order
}

/** For events beyond STATE-17, in the transaction of their cause. */
export { countPlacedSince, insertOrderEvent } from '../orders.store.ts'

/** The stored money of some clients' orders, in cents; each sum equals an account of the ledger (PAY-06). */
export { moneyOfOrdersOf } from '../orders.store.ts'

import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import { factsOf } from './order-facts-of.ts'
import { orderOf, type StoredOrder } from '../orders.store.ts'

export type { ShownOrder, StoredOrder } from '../orders.store.ts'
/** An order in whatever state it is, for work of ours, and the one that a payment link names, whoever opens it. */
export { numbersOfOrders, orderOf as anyOrder, orderOfPaymentToken as orderOfToken } from '../orders.store.ts'

/** A client's own order; 404 for any other, as for one that does not exist or was deleted (AUTH-19). */
export async function ownOrder(queries: Queries, clientId: string, orderId: string): Promise<StoredOrder> {
  const order = isUuid(orderId) ? await orderOf(queries, clientId, orderId) : undefined
  if (order === undefined || orderIs.deleted(factsOf(order))) throw notFound()
  return order
}

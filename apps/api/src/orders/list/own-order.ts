import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import { factsOf } from './order-facts-of.ts'
import { orderOf, orderOfPaymentToken, type StoredOrder } from '../orders.store.ts'

export type { ShownOrder, StoredOrder } from '../orders.store.ts'

/** A client's own order; 404 for any other, as for one that does not exist or was deleted (AUTH-19). */
export async function ownOrder(queries: Queries, clientId: string, orderId: string): Promise<StoredOrder> {
  const order = isUuid(orderId) ? await orderOf(queries, clientId, orderId) : undefined
  if (order === undefined || orderIs.deleted(factsOf(order))) throw notFound()
  return order
}

/** An order in whatever state it is, for work of ours; `lock` keeps others from changing it until the transaction ends. */
export function anyOrder(
  queries: Queries,
  clientId: string,
  orderId: string,
  options: { lock?: boolean } = {},
): Promise<StoredOrder | undefined> {
  return orderOf(queries, clientId, orderId, options)
}

/** The order that a payment link names, whoever opens it; nothing for a token that is nobody's. */
export function orderOfToken(queries: Queries, token: string): Promise<StoredOrder | undefined> {
  return orderOfPaymentToken(queries, token)
}

import type { OrderTag } from '@nerdify/domain/orders/order-facts.ts'
import type { Queries } from '../database/tables.ts'
import { orderOf, updateOrder } from './orders.store.ts'

const tag: OrderTag = 'payment_disputed'

/**
 * Notes on an order whether a payment of it is disputed at the bank, so that its client is offered nothing that is frozen
 * (RATE-06). The caller books the dispute in the same transaction.
 */
export async function recordDispute(
  queries: Queries,
  dispute: { clientId: string; orderId: string; disputed: boolean; now: number },
): Promise<void> {
  const { clientId, orderId, disputed, now } = dispute
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to dispute`)
  if (order.tags.includes(tag) === disputed) return
  const others = order.tags.filter((one) => one !== tag)
  await updateOrder(queries, clientId, orderId, {
    version: order.version + 1,
    updated_at: new Date(now),
    tags: disputed ? [...others, tag] : others,
  })
}

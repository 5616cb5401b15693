import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { askForRefund, refundableOf } from './ask-for-refund.ts'

/** Gives back all that is left of what was paid for an order, when its refund is accepted (OPS-05); maybe nothing is. */
export async function refundTheRest(
  queries: Queries,
  { order, author, now }: { order: StoredOrder; author: string; now: number },
): Promise<StoredOrder> {
  const { leftCents, disputed } = await refundableOf(queries, order)
  if (leftCents <= 0 && !disputed) return order
  const { client_id: clientId, id: orderId } = order
  return (await askForRefund(queries, { clientId, orderId, reason: 'accept_refund', author, now })).order
}

import { eventFits } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../../database/tables.ts'
import { applyOrderEvent, progressOf } from '../../orders/change/apply-order-event.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { creditCashback } from '../ledger/order-credits.ts'

/**
 * Lets an order go to work whose price was covered while its refund was asked for, and which the payment itself could not send
 * there (HOLD-06); any other is left alone.
 */
export async function beginWork(
  queries: Queries,
  { order, now }: { order: StoredOrder; now: number },
): Promise<StoredOrder> {
  const event = { name: 'paid', by: 'payments' } as const
  if (!eventFits(progressOf(order), event)) return order
  const { client_id: clientId, id: orderId } = order
  const worked = await applyOrderEvent(queries, { clientId, orderId, event, author: 'payments', now })
  await creditCashback(queries, { order: worked, cents: worked.discount?.cashback_cents ?? 0, now })
  return worked
}

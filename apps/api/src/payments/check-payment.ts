import type { PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { factsOf } from '../orders/order-facts-of.ts'
import { ownOrder, type StoredOrder } from '../orders/own-order.ts'
import { CardsUnavailable } from '../ports.ts'
import type { Product } from '../product.ts'
import { openAttemptOf } from './attempts.store.ts'
import { withOrderPayments } from './order-lease.ts'
import { settleAttempt } from './settle-attempt.ts'

/**
 * Tells whether a client's order is paid, asking the provider when no event has told yet (PAY-03): `confirming` while
 * the provider cannot say, `unpaid` when nobody paid.
 */
export async function checkPayment(
  product: Product,
  clientId: string,
  orderId: string,
): Promise<{ status: PaymentCheckAnswer['status']; order: StoredOrder }> {
  const read = () => ownOrder(product.queries, clientId, orderId)
  const before = await read()
  if (orderIs.paidInFull(factsOf(before))) return { status: 'paid', order: before }
  let confirming = false
  await withOrderPayments(product, orderId, async () => {
    const attempt = await openAttemptOf(product.queries, clientId, orderId)
    if (attempt?.session_id == null) return
    try {
      const session = await product.cards.session(attempt.session_id)
      const settled = await settleAttempt(product, attempt, session)
      confirming = settled === 'open' && session.status === 'complete'
    } catch (error) {
      if (!(error instanceof CardsUnavailable)) throw error
      confirming = true
    }
  })
  const order = await read()
  const paid = orderIs.paidInFull(factsOf(order))
  return { status: paid ? 'paid' : confirming ? 'confirming' : 'unpaid', order }
}

import type { PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { amountDueOf, factsOf } from '../../orders/list/order-facts-of.ts'
import { ownOrder, type StoredOrder } from '../../orders/list/own-order.ts'
import { isUuid } from '../../database/uuid.ts'
import { CardsUnavailable } from '../../ports.ts'
import type { Product } from '../../product.ts'
import { openAttemptOf } from './attempts.store.ts'
import { withOrderPayments } from './order-lease.ts'
import { settleAttempt } from '../settle/settle-attempt.ts'

/**
 * Tells whether a client's order is paid, asking the provider when no event has told yet (PAY-03): `confirming` while
 * the provider cannot say, `unpaid` when nobody paid. Of a paid order it asks about the services added since then (PAY-08).
 */
export async function checkPayment(
  product: Product,
  clientId: string,
  orderId: string,
): Promise<{ status: PaymentCheckAnswer['status']; order: StoredOrder }> {
  const read = () => ownOrder(product.queries, clientId, orderId)
  await settleOpenTip(product, clientId, orderId)
  const before = await read()
  if (orderIs.paidInFull(factsOf(before)) && amountDueOf(before).cents === 0) return { status: 'paid', order: before }
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
  if (confirming) return { status: 'confirming', order }
  return { status: orderIs.paidInFull(factsOf(order)) ? 'paid' : 'unpaid', order }
}

/** The same for a tip that no event has told of (PAY-10); while the provider cannot say, the tip is not there yet. */
async function settleOpenTip(product: Product, clientId: string, orderId: string): Promise<void> {
  if (!isUuid(orderId) || (await openAttemptOf(product.queries, clientId, orderId, 'tip')) === undefined) return
  await withOrderPayments(product, orderId, async () => {
    const attempt = await openAttemptOf(product.queries, clientId, orderId, 'tip')
    if (attempt?.session_id == null) return
    try {
      await settleAttempt(product, attempt, await product.cards.session(attempt.session_id))
    } catch (error) {
      if (!(error instanceof CardsUnavailable)) throw error
    }
  })
}

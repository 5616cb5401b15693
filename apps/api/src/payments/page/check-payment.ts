import type { PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { amountDueOf, factsOf } from '../../orders/list/order-facts-of.ts'
import { ownOrder, type StoredOrder } from '../../orders/list/own-order.ts'
import { isUuid } from '../../database/uuid.ts'
import { CardsUnavailable } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { openAttemptOf, type StoredAttempt } from './attempts.store.ts'
import { withOrderPayments } from './order-lease.ts'
import { settleAttempt } from '../settle/settle-attempt.ts'

/**
 * Whether a client's order is paid; asks the provider if no event reported it yet (PAY-03). `confirming`: the provider
 * cannot say yet. `unpaid`: no payment. For a paid order it checks services added since (PAY-08).
 */
export async function checkPayment(
  product: AppContext,
  clientId: string,
  orderId: string,
): Promise<{ status: PaymentCheckAnswer['status']; order: StoredOrder }> {
  const read = () => ownOrder(product.queries, clientId, orderId)
  // A tip without an event is looked up too (PAY-10); while the provider cannot say, it counts as absent.
  if (isUuid(orderId) && (await openAttemptOf(product.queries, clientId, orderId, 'tip')) !== undefined) {
    await settleOpen(product, { clientId, orderId, kind: 'tip' })
  }
  const before = await read()
  const isCovered = orderIs.paidInFull(factsOf(before)) && amountDueOf(before, product.clock.now()).cents === 0
  // Money on an open page for services that are no longer sold goes back (WAIT-04).
  if (isCovered && (await openAttemptOf(product.queries, clientId, orderId, 'order')) === undefined)
    return { status: 'paid', order: before }
  const confirming = await settleOpen(product, { clientId, orderId, kind: 'order' })
  const order = await read()
  if (confirming) return { status: 'confirming', order }
  return { status: orderIs.paidInFull(factsOf(order)) ? 'paid' : 'unpaid', order }
}

/**
 * Books what the provider says about an open page; true if money may have arrived that the provider cannot confirm yet.
 */
function settleOpen(
  product: AppContext,
  { clientId, orderId, kind }: { clientId: string; orderId: string; kind: StoredAttempt['kind'] },
): Promise<boolean> {
  return withOrderPayments(product, orderId, async () => {
    const attempt = await openAttemptOf(product.queries, clientId, orderId, kind)
    if (attempt?.session_id == null) return false
    try {
      const session = await product.cards.session(attempt.session_id)
      return (await settleAttempt(product, attempt, session)) === 'open' && session.status === 'complete'
    } catch (error) {
      if (!(error instanceof CardsUnavailable)) throw error
      return true
    }
  })
}

import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { transaction } from '../../database/transaction.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../../orders/list/order-facts-of.ts'
import { anyOrder } from '../../orders/list/own-order.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { CardSession } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { attemptById, closeOpenAttempt, noteOnAttempt, type StoredAttempt } from '../page/attempts.store.ts'
import { bookPayment } from './book-payment.ts'
import { bookTip } from '../tip/book-tip.ts'
import { accounts, postEntry, transfer } from '../ledger/ledger.store.ts'
import { reconcileOrder } from '../ledger/reconcile-order.ts'
import { insertRefund } from '../refund/refunds.store.ts'
import { bookSurplus } from './surplus-money.ts'
import { releaseCodes } from '../../discounts/code-uses.ts'
import { releaseBalance } from '../page/balance-holds.ts'

/** What a session's state did: money was booked, the attempt ended without, or nothing is decided yet. */
type Settled = 'paid' | 'expired' | 'open'

/**
 * Brings the books in line with the provider's session. Idempotent: event, thank-you page, poller and payment link all
 * call it, under the order's lease, and each payment takes effect once (PAY-03, PAY-04). What the balance held for it is
 * spent with it, unless it was released before (PAY-13). Money beyond the price is refunded (PAY-07).
 */
export async function settleAttempt(
  product: AppContext,
  attempt: StoredAttempt,
  session: CardSession,
): Promise<Settled> {
  if (session.status === 'expired') {
    await endUnpaidAttempt(product, attempt, 'expired')
    return 'expired'
  }
  const { paymentIntentId, receivedCents } = session
  if (session.status !== 'complete' || !session.paid || paymentIntentId === null) return 'open'

  const now = product.clock.now()
  const { client_id: clientId, order_id: orderId } = attempt
  // Other money is no dollars for the books: nothing is booked, and the nightly comparison names it to staff.
  if (session.currency !== attempt.currency) return 'open'
  const asAsked = receivedCents === attempt.cents
  const paid = { status: asAsked ? 'paid' : 'mismatch', payment_intent_id: paymentIntentId } as const
  const refundMade = await transaction(product.queries, async (queries) => {
    await anyOrder(queries, clientId, orderId, { lock: true })
    if (attempt.kind === 'tip') {
      const tip = await bookTip(queries, product, { attempt, session, paymentIntentId })
      if (tip.booked) await noteOnAttempt(queries, attempt, paid)
      return tip.refundMade
    }
    const current = await attemptById(queries, attempt.id)
    const booked = await bookPayment(queries, product, {
      clientId,
      orderId,
      ref: paymentIntentId,
      cardCents: receivedCents,
      held: current?.status === 'open' ? current.balance_cents : 0,
      services: attempt.services ?? undefined,
      data: { attempt_id: attempt.id, card_last4: session.cardLast4, card_mark: session.cardFingerprint },
    })
    if (booked === undefined) return false
    await noteOnAttempt(queries, attempt, paid)
    return returnSurplus(queries, {
      clientId,
      orderId,
      paymentIntentId,
      cents: booked.surplusCents,
      receivedCents,
      now,
    })
  })
  product.wake.outbox()
  if (refundMade) product.wake.payments()
  return 'paid'
}

/**
 * Gives back what was paid beyond the price (PAY-07): to the card as far as it paid, the rest to the balance at once.
 * Either way it leaves the order's account, so it counts towards nothing else. The client is told once (abuse 2).
 * Answers whether the provider must be asked for a refund.
 */
async function returnSurplus(
  queries: Queries,
  surplus: {
    clientId: string
    orderId: string
    paymentIntentId: string
    cents: number
    receivedCents: number
    now: number
  },
): Promise<boolean> {
  const { clientId, orderId, paymentIntentId, cents, receivedCents, now } = surplus
  if (cents <= 0) return false
  const toCard = Math.min(cents, receivedCents)
  const toBalance = cents - toCard
  if (toBalance > 0) {
    await postEntry(queries, {
      clientId,
      orderId,
      kind: 'surplus_refund',
      ref: `surplus:${paymentIntentId}`,
      at: now,
      lines: transfer(toBalance, { from: accounts.paid(orderId), to: accounts.balance(clientId) }),
    })
  }
  if (toCard > 0) {
    const { id: refundId } = await insertRefund(queries, {
      client_id: clientId,
      order_id: orderId,
      payment_intent_id: paymentIntentId,
      cents: toCard,
      reason: 'surplus',
      now,
    })
    await bookSurplus(queries, 'surplus_returning', { clientId, orderId, refundId, cents: toCard, now })
  }
  const changed = await recordMoney(queries, 'surplusReturned', { clientId, orderId, cents, now })
  const order = await reconcileOrder(queries, { order: changed, cause: `surplus:${paymentIntentId}`, now })
  const variables = { amount: formatMoney(cents) }
  const name = orderCan.keepMoney(factsOf(order)) ? 'order-surplus' : 'order-late-payment'
  await announceOrder(queries, { order, name, key: paymentIntentId, variables, now })
  return toCard > 0
}

/**
 * Ends an attempt that was not paid, and gives back what its card page held: the coupon code (DISC-16) and the balance
 * (PAY-13). One that has ended already stays as it is.
 */
export function endUnpaidAttempt(
  product: AppContext,
  attempt: StoredAttempt,
  status: 'expired' | 'failed',
): Promise<void> {
  const { client_id: clientId, order_id: orderId } = attempt
  return transaction(product.queries, async (queries) => {
    await anyOrder(queries, clientId, orderId, { lock: true })
    if (!(await closeOpenAttempt(queries, attempt, status))) return
    if (attempt.kind === 'order') await releaseCodes(queries, { clientId, orderId })
    await releaseBalance(queries, attempt, product.clock.now())
  })
}

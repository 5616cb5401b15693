import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { transaction } from '../../database/transaction.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../../orders/list/order-facts-of.ts'
import { orderOf } from '../../orders/list/own-order.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { CardSession } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { attemptById, closeOpenAttempt, updateAttempt, type StoredAttempt } from '../page/attempts.store.ts'
import { bookPayment } from './book-payment.ts'
import { bookTip } from '../tip/book-tip.ts'
import { accounts, postEntry, transfer } from '../ledger/ledger.store.ts'
import { reconcileOrder } from '../ledger/reconcile-order.ts'
import { insertRefund } from '../refund/refunds.store.ts'
import { bookSurplus } from './surplus-money.ts'
import { releaseCodes } from '../../discounts/code-uses.ts'
import { releaseBalance } from '../page/balance-holds.ts'

/** Outcome of a session: money was booked, the attempt ended unpaid, or undecided. */
type SettleOutcome = 'paid' | 'expired' | 'open'

/**
 * Books the provider's session. Idempotent: event, thank-you page, poller and payment link all call it, under the
 * order's lease, and each payment takes effect once (PAY-03, PAY-04). It also spends the balance's hold, unless that
 * was released before (PAY-13), and refunds money beyond the price (PAY-07).
 */
export async function settleAttempt(
  product: AppContext,
  attempt: StoredAttempt,
  session: CardSession,
): Promise<SettleOutcome> {
  if (session.status === 'expired') {
    await endUnpaidAttempt(product, attempt, 'expired')
    return 'expired'
  }
  const { paymentIntentId, receivedCents } = session
  if (session.status !== 'complete' || !session.paid || paymentIntentId === null) return 'open'

  const now = product.clock.now()
  const { client_id: clientId, order_id: orderId } = attempt
  // A foreign currency cannot be booked; the nightly comparison reports it to staff.
  if (session.currency !== attempt.currency) return 'open'
  const amountMatches = receivedCents === attempt.cents
  const paid = { status: amountMatches ? 'paid' : 'mismatch', payment_intent_id: paymentIntentId } as const
  const refundQueued = await transaction(product.queries, async (queries) => {
    await orderOf(queries, clientId, orderId, { lock: true })
    if (attempt.kind === 'tip') {
      const tip = await bookTip(queries, product, { attempt, session, paymentIntentId })
      if (tip.booked) await updateAttempt(queries, attempt, paid)
      return tip.refundQueued
    }
    const current = await attemptById(queries, attempt.id)
    const booked = await bookPayment(queries, product, {
      clientId,
      orderId,
      ref: paymentIntentId,
      cardCents: receivedCents,
      heldCents: current?.status === 'open' ? current.balance_cents : 0,
      services: attempt.services ?? undefined,
      data: {
        attempt_id: attempt.id,
        card_brand: session.cardBrand,
        card_last4: session.cardLast4,
        card_mark: session.cardFingerprint,
      },
    })
    if (booked === undefined) return false
    await updateAttempt(queries, attempt, paid)
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
  if (refundQueued) product.wake.payments()
  return 'paid'
}

/**
 * Refunds money beyond the price (PAY-07): to the card up to what it paid, the rest to the balance at once. Both leave
 * the order's account, so they count towards nothing else. The client is notified once (abuse 2). Answers whether the
 * provider must be called.
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
 * Closes an unpaid attempt and releases its coupon code (DISC-16) and balance (PAY-13). A no-op for a closed attempt.
 */
export function endUnpaidAttempt(
  product: AppContext,
  attempt: StoredAttempt,
  status: 'expired' | 'failed',
): Promise<void> {
  const { client_id: clientId, order_id: orderId } = attempt
  return transaction(product.queries, async (queries) => {
    await orderOf(queries, clientId, orderId, { lock: true })
    if (!(await closeOpenAttempt(queries, attempt, status))) return
    if (attempt.kind === 'order') await releaseCodes(queries, { clientId, orderId })
    await releaseBalance(queries, attempt, product.clock.now())
  })
}

import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { CardSession } from '../ports.ts'
import type { Product } from '../product.ts'
import { closeAttempt, type StoredAttempt } from './attempts.store.ts'
import { bookPayment } from './book-payment.ts'
import { endUnpaidAttempt } from './end-unpaid-attempt.ts'
import { insertRefund } from './refunds.store.ts'

/** What a session's state did: money was booked, the attempt ended without, or nothing is decided yet. */
export type Settled = 'paid' | 'expired' | 'open'

/**
 * Brings the books to what the provider says of a session. It is called from the event, the thank-you page, the poller
 * and the payment link alike, under the lease of the order, as often as one likes: each payment takes effect once
 * (PAY-03, PAY-04). Money beyond the price is sent back (PAY-07).
 */
export async function settleAttempt(product: Product, attempt: StoredAttempt, session: CardSession): Promise<Settled> {
  if (session.status === 'expired') {
    if (attempt.status === 'open') await endUnpaidAttempt(product, attempt, 'expired')
    return 'expired'
  }
  const { paymentIntentId } = session
  if (session.status !== 'complete' || !session.paid || paymentIntentId === null) return 'open'

  const now = product.clock.now()
  const { client_id: clientId, order_id: orderId } = attempt
  const asAsked = session.receivedCents === attempt.cents && session.currency === attempt.currency
  const refundMade = await transaction(product.queries, async (queries) => {
    const booked = await bookPayment(queries, product, {
      clientId,
      orderId,
      ref: paymentIntentId,
      from: 'gateway',
      cents: session.receivedCents,
      data: { attempt_id: attempt.id, card_last4: session.cardLast4 },
    })
    if (booked === undefined) return false
    await closeAttempt(queries, attempt, { status: asAsked ? 'paid' : 'mismatch', paymentIntentId })
    if (booked.surplusCents === 0) return false
    await insertRefund(queries, {
      clientId,
      id: uuidv7(now),
      orderId,
      paymentIntentId,
      cents: Math.min(booked.surplusCents, session.receivedCents),
      reason: 'surplus',
      now,
    })
    return true
  })
  if (refundMade) product.wake.payments()
  return 'paid'
}

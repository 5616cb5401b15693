import { mailStaff } from '../outbox/enqueue.ts'
import { CardObjectGone } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { attemptById } from '../payments/page/attempts.store.ts'
import { cardEventTypes } from './card-event-types.ts'
import { claimCardEvents, insertCardEvent, noteCardEvent, takeOverCardEvents } from './card-events.store.ts'
import { withOrderPayments } from '../payments/page/order-lease.ts'
import { applyInvoice, applyMonthDispute, applyPlanSession, applySubscription } from '../subscriptions/apply-event.ts'
import { applyPlanRefundEvent } from '../subscriptions/send-month-refunds.ts'
import { settleAttempt } from '../payments/settle/settle-attempt.ts'
import { applyCardRefund } from '../payments/refund/settle-refund.ts'
import { applyDispute } from '../payments/dispute/apply-dispute.ts'
import type { Queries } from '../database/tables.ts'
import { takeOverRefunds } from '../payments/refund/refunds.store.ts'

const handledTypes: ReadonlySet<string> = new Set(cardEventTypes)
const leaseMs = 120_000
const batch = 10
/** The longest backoff: retries then run hourly (abuse 4), but not forever (HOLD-02). */
const longestWaitMs = 3_600_000
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000]
/** Tries before staff get a mail: more than three hours. */
const triesBeforeStaff = 8
/** An object that the provider does not know for a day does not exist. */
const mostTriesOfMissing = 30
/** Retries before the event becomes a dead letter, a week: the comparison of the books reports its effects. */
const mostTries = 170

/**
 * Receives an event of the card provider: checks its signature, stores it, and applies it in the background (PAY-03).
 * Throws CardEventRefused if it is forged, altered, old, or of the other mode.
 */
export async function receiveCardEvent(
  product: AppContext,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const event = product.cards.readEvent(rawBody, signature)
  // The provider also sends other types, and some concern objects that cannot be fetched (HOLD-02).
  if (!handledTypes.has(event.type) || event.objectId === '') return
  await insertCardEvent(product.queries, { ...event, now: product.clock.now() })
  product.wake.payments()
}

/** Applies due events; returns their number. An event is a hint: the object is fetched again. */
export async function applyDueCardEvents(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const events = await claimCardEvents(product.queries, { now, until: now + leaseMs, longestWaitMs, most: batch })
  for (const event of events) {
    product.ending.throwIfAborted()
    try {
      if (event.type.startsWith('checkout.session.')) await applySession(product, event)
      if (event.type.startsWith('charge.dispute.')) await applyAnyDispute(product, event.object_id)
      if (event.type.startsWith('refund.')) await applyRefund(product, event.object_id)
      if (event.type.startsWith('customer.subscription.')) {
        await applySubscription(product, { type: event.type, objectId: event.object_id })
      }
      if (event.type.startsWith('invoice.')) await applyInvoice(product, event.object_id)
      await noteCardEvent(product.queries, event.id, { status: 'done', last_error: null })
    } catch (error) {
      const pause = pausesMs[event.attempts - 1] ?? longestWaitMs
      const { message } = error as Error
      const most = error instanceof CardObjectGone ? mostTriesOfMissing : mostTries
      const isOver = event.attempts >= most
      const next = isOver ? { status: 'given_up' as const } : { next_at: new Date(product.clock.now() + pause) }
      await noteCardEvent(product.queries, event.id, { ...next, last_error: message })
      // On every retry, since the process may have died during the last one. The mail is sent once.
      if (event.attempts >= triesBeforeStaff) await notifyOfStuckEvent(product, event, message)
      product.putOff(error as Error)
    }
  }
  return events.length
}

/** Notifies staff of an event that cannot be applied: until it is, the books lack its object. */
async function notifyOfStuckEvent(
  product: AppContext,
  event: { id: string; type: string; object_id: string },
  reason: string,
): Promise<void> {
  await mailStaff(product.queries, product.clock.now(), product.settings, {
    template: 'card-event-stuck',
    variables: { type: event.type, object: event.object_id, event: event.id, reason },
    dedupeKey: `card-event-stuck:${event.id}`,
  })
  product.wake.outbox()
}

async function applyRefund(product: AppContext, refundId: string): Promise<void> {
  await applyCardRefund(product, refundId)
  await applyPlanRefundEvent(product, refundId)
}

async function applySession(product: AppContext, event: { type: string; object_id: string }): Promise<void> {
  const sessionId = event.object_id
  const { attemptId, status } = await product.cards.session(sessionId)
  // A completed page never expires: the provider has lost it, and a payment may depend on it (HOLD-02).
  if (event.type === 'checkout.session.completed' && status === 'expired') {
    throw new CardObjectGone(`the card provider has the completed page ${sessionId} no more`)
  }
  const attempt = attemptId === null ? undefined : await attemptById(product.queries, attemptId)
  // Not an order's page: a plan's, or another product's at the same account.
  if (attempt === undefined) return applyPlanSession(product, sessionId)
  await withOrderPayments(product, attempt.order_id, async () => {
    // Fetched under the lease, so that an older answer never overtakes a newer one.
    const session = await product.cards.session(sessionId)
    const current = await attemptById(product.queries, attempt.id)
    await settleAttempt(product, current ?? attempt, session)
  })
}

/** Books the state of a dispute of an order or of a plan's month; other disputes are a no-op. */
export async function applyAnyDispute(product: AppContext, disputeId: string): Promise<void> {
  if (!(await applyDispute(product, disputeId))) await applyMonthDispute(product, disputeId)
}

/**
 * Makes the card events and refunds claimed by a dead process due at once, so that no paid order waits for the claim's
 * expiry. Only at the start, for a database that no other process uses.
 */
export async function takeOverPayments(queries: Queries, now: number): Promise<void> {
  await takeOverCardEvents(queries, now)
  await takeOverRefunds(queries, now)
}

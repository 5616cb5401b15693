import { lacksFundsText, notifyOfRefundInDoubt, triesBeforeStaff } from '../payments/refund/send-refunds.ts'
import { CardCallRefused } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { applyMonthRefund, centsToRefund, finishMonthRefund, giveUpMonthRefund, monthToRefund } from './refund-month.ts'
import { claimPlanRefunds, type StoredSubscription } from './subscriptions.store.ts'
import { syncSubscription, syncUnderLease } from './sync-subscription.ts'

/** How long to trust the key of a refund: later it may return a stored error (HOLD-01). */
const keyHoldsMs = 5 * 60_000
const batch = 10

/** Requests the due month refunds at the provider (PUB-03: within 24 hours); returns their number. */
export async function sendDueMonthRefunds(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const due = await claimPlanRefunds(product.queries, { now, most: batch })
  for (const subscription of due) {
    product.ending.throwIfAborted()
    try {
      await withSubscriptionsOf(product, subscription.client_id, () => send(product, subscription))
    } catch (error) {
      // On each retry too, in case a process died during the last one. The mail is sent once.
      if (subscription.refund_attempts >= triesBeforeStaff) {
        const cents = await centsToRefund(product.queries, subscription)
        await notifyOfDoubt(product, subscription, { cents, reason: (error as Error).message })
      }
      product.putOff(error as Error)
    }
  }
  return due.length
}

async function notifyOfDoubt(
  product: AppContext,
  subscription: StoredSubscription,
  doubt: { cents: number; reason: string },
): Promise<void> {
  const { id: number } = subscription
  const { invoiceId } = monthToRefund(subscription)
  await notifyOfRefundInDoubt(product, { ...doubt, id: `month:${invoiceId ?? number}`, number })
}

async function send(product: AppContext, subscription: StoredSubscription): Promise<void> {
  const { client_id: clientId, id } = subscription
  const { invoiceId, paymentId } = monthToRefund(subscription)
  const cents = await centsToRefund(product.queries, subscription)
  // First: after the refund the round does not retry, and the plan would continue.
  await product.cards.endNow(id)
  if (paymentId === null || invoiceId === null || cents <= 0) {
    await finishMonthRefund(product, subscription)
  } else {
    await refundMonth(product, subscription, { refundId: `month:${invoiceId}`, paymentIntentId: paymentId, cents })
  }
  await syncUnderLease(product, clientId, id)
  product.wake.outbox()
}

async function refundMonth(
  product: AppContext,
  subscription: StoredSubscription,
  refund: { refundId: string; paymentIntentId: string; cents: number },
): Promise<void> {
  try {
    const { refund_id: refundId, refund_asked_at: askedAt } = subscription
    // The key of another amount is not repeated: staff refunded a part meanwhile.
    const isRest = refund.cents !== monthToRefund(subscription).cents
    const keyExpired = isRest || (askedAt ?? 0) < product.clock.now() - keyHoldsMs
    const cardRefund = await (refundId === null
      ? product.cards.refund({ ...refund, keyExpired })
      : product.cards.refundOf(refundId))
    await applyMonthRefund(product, { ...cardRefund, paymentIntentId: refund.paymentIntentId })
    if (cardRefund.lacksFunds)
      await notifyOfDoubt(product, subscription, { cents: refund.cents, reason: lacksFundsText })
  } catch (error) {
    // A permanent refusal: refunded another way, or disputed. The plan ends all the same.
    if (!(error instanceof CardCallRefused)) throw error
    await giveUpMonthRefund(product, subscription, refund)
  }
}

/** Books a refund from an event, made here or in the provider's dashboard. */
export async function applyPlanRefundEvent(product: AppContext, providerId: string): Promise<void> {
  const subscriptionId = await applyMonthRefund(product, await product.cards.refundOf(providerId))
  if (subscriptionId !== undefined) await syncSubscription(product, subscriptionId)
}

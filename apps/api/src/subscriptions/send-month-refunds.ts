import { transaction } from '../database/transaction.ts'
import { CardCallRefused } from '../ports.ts'
import type { Product } from '../product.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { applyMonthRefund, giveUpMonthRefund } from './refund-month.ts'
import { claimPlanRefunds, noteOnSubscription, type StoredSubscription } from './subscriptions.store.ts'
import { syncSubscription, syncUnderLease } from './sync-subscription.ts'

/** A refund whose call failed is tried again after this; its key makes the repeat harmless. */
const tryAgainMs = 60_000
const batch = 10

/** Asks the provider for the refunds of months that are due (PUB-03: within 24 hours); answers how many there were. */
export async function sendDueMonthRefunds(product: Product, warn: (error: Error) => void): Promise<number> {
  const now = product.clock.now()
  const due = await claimPlanRefunds(product.queries, { now, until: now + tryAgainMs, most: batch })
  for (const subscription of due) {
    try {
      await withSubscriptionsOf(product, subscription.client_id, () => send(product, subscription))
    } catch (error) {
      warn(error as Error)
    }
  }
  return due.length
}

async function send(product: Product, subscription: StoredSubscription): Promise<void> {
  const { client_id: clientId, id, payment_id: paymentIntentId, paid_invoice_id: invoiceId } = subscription
  if (paymentIntentId === null || invoiceId === null || subscription.paid_cents === 0) {
    // Nothing was paid, such as in a trial.
    await transaction(product.queries, (queries) =>
      noteOnSubscription(queries, subscription, { refunded_at: new Date(product.clock.now()) }),
    )
    return
  }
  const refundId = `month:${invoiceId}`
  try {
    const made =
      subscription.refund_id === null
        ? await product.cards.refund({ refundId, paymentIntentId, cents: subscription.paid_cents })
        : await product.cards.refundOf(subscription.refund_id)
    await applyMonthRefund(product, { ...made, paymentIntentId })
  } catch (error) {
    // Refused for good: given back already in another way, or disputed meanwhile. The plan ends all the same.
    if (!(error instanceof CardCallRefused)) throw error
    await giveUpMonthRefund(product, subscription, refundId)
  }
  await product.cards.endNow(id)
  await syncUnderLease(product, clientId, id)
  product.wake.outbox()
}

/** The same for a refund that an event tells of, be it made here or at the provider itself. */
export async function applyPlanRefundEvent(product: Product, providerId: string): Promise<void> {
  const subscriptionId = await applyMonthRefund(product, await product.cards.refundOf(providerId))
  if (subscriptionId !== undefined) await syncSubscription(product, subscriptionId)
}

import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { AppContext } from '../app-context.ts'
import { checkoutOfClient } from './subscriptions.store.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { bookInvoice } from './book-invoice.ts'
import { planOfReversal } from './plan-of-reversal.ts'
import { remindOfTrialEnd } from './remind-of-trial-end.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncSubscription, syncUnderLease } from './sync-subscription.ts'
import { lockedTags } from '../accounts/change-tags.ts'
import { transaction } from '../database/transaction.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { bookPlanDispute } from '../payments/ledger/plan-money.ts'

/** Applies an event about a page to subscribe or to save a card; ignores others. */
export async function applyPlanSession(product: AppContext, sessionId: string): Promise<void> {
  const { clientId, checkoutId } = await product.cards.planSession(sessionId)
  if (clientId === null || checkoutId === null) return
  const found = await checkoutOfClient(product.queries, clientId, checkoutId)
  if (found === undefined) return
  await withSubscriptionsOf(product, clientId, async () => {
    const session = await product.cards.planSession(sessionId)
    const current = await checkoutOfClient(product.queries, clientId, checkoutId)
    await settleCheckout(product, current ?? found, session)
  })
}

/** Applies an event about a subscription; shortly before its trial ends, its client is reminded (SUB-11). */
export async function applySubscription(product: AppContext, event: { type: string; objectId: string }): Promise<void> {
  await syncSubscription(product, event.objectId)
  if (event.type === 'customer.subscription.trial_will_end') await remindOfTrialEnd(product, event.objectId)
}

/** Applies an event about the bill of a month. */
export async function applyInvoice(product: AppContext, invoiceId: string): Promise<void> {
  const { clientId, subscriptionId } = await product.cards.invoiceOf(invoiceId)
  if (clientId === null || subscriptionId === '') return
  await withSubscriptionsOf(product, clientId, async () => {
    await syncUnderLease(product, clientId, subscriptionId)
    await bookInvoice(product, clientId, invoiceId)
  })
  product.wake.outbox()
}

/**
 * Books the state of a dispute of a plan's month (abuse 25). While it is open, and once it is lost, the payment and its
 * credit are taken back; once it is won, both return. Staff get a mail and decide about the plan. A no-op for any other
 * dispute.
 */
export async function applyMonthDispute(product: AppContext, disputeId: string): Promise<void> {
  const found = await product.cards.disputeOf(disputeId)
  const { paymentIntentId } = found
  const payment = await planOfReversal(product.queries, found)
  if (payment === undefined) return
  const { clientId, subscriptionId } = payment
  await withSubscriptionsOf(product, clientId, async () => {
    const dispute = await product.cards.disputeOf(disputeId)
    await transaction(product.queries, async (queries) => {
      await lockedTags(queries, clientId)
      const now = product.clock.now()
      const { cents, status } = dispute
      const ref = await bookPlanDispute(queries, {
        ...payment,
        disputeId,
        paymentId: paymentIntentId,
        status,
        cents,
        at: now,
      })
      if (ref !== undefined) {
        await mailStaff(queries, now, product.settings, {
          template: 'payment-disputed',
          variables: { number: subscriptionId, amount: formatMoney(cents), status },
          dedupeKey: `dispute:${ref}`,
        })
      }
    })
  })
  product.wake.outbox()
}

import type { EventType } from '../objects/event.ts'
import { hasEnded, itemOf, type Subscription, type SubscriptionSecrets } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { firstPaymentWait, trialNotice } from './billing-calendar.ts'

/** When the clock must process a subscription next, in seconds; undefined after its end. */
export function subscriptionDue(
  subscription: Subscription,
  { trialEndAnnounced }: SubscriptionSecrets,
): number | undefined {
  if (hasEnded(subscription)) return undefined
  if (subscription.status === 'incomplete') return subscription.created + firstPaymentWait
  const { trial_end: trialEnd, status } = subscription
  if (status === 'trialing' && trialEnd !== null && !trialEndAnnounced) return trialEnd - trialNotice
  return itemOf(subscription).current_period_end
}

/** Saves a subscription and reports the change; a no-op without one. */
export function keepSubscription(
  provider: CardProvider,
  after: Subscription,
  { hidden, type = 'customer.subscription.updated' }: { hidden?: SubscriptionSecrets; type?: EventType } = {},
): Subscription {
  const before = provider.subscriptions.entry(after.id)
  const secrets = hidden ?? before.hidden
  const due = subscriptionDue(after, secrets)
  provider.subscriptions.save(after, { hidden: secrets, dueAt: due && due * 1000 })
  if (hidden !== undefined || JSON.stringify(before.wire) !== JSON.stringify(after)) provider.log.record(type, after)
  return after
}

/** Ends a subscription. Paid money stays paid; an open invoice stays open, but the clock retries it no more. */
export function endSubscription(provider: CardProvider, subscription: Subscription): Subscription {
  const unpaid = { 'parent.subscription_details.subscription': subscription.id, status: 'open' }
  for (const invoice of provider.invoices.list(unpaid).data) {
    provider.invoices.change(invoice, { next_payment_attempt: null })
  }
  const ended = { ...subscription, status: 'canceled', cancel_at_period_end: false } as const
  return keepSubscription(provider, ended, { type: 'customer.subscription.deleted' })
}

/** Expires a subscription whose first month was not paid in time, and voids its invoice. */
export function giveUpSubscription(provider: CardProvider, subscription: Subscription): void {
  const { latest_invoice: unpaid } = subscription
  if (unpaid !== null) provider.invoices.change(provider.invoices.get(unpaid), { status: 'void' })
  keepSubscription(provider, { ...subscription, status: 'incomplete_expired' })
}

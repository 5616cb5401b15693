import type { EventType } from '../objects/event.ts'
import { hasEnded, itemOf, type Subscription, type SubscriptionSecrets } from '../objects/subscription.ts'
import { previousOf } from '../previous-of.ts'
import type { CardProvider } from '../provider.ts'
import { FIRST_PAYMENT_WAIT, TRIAL_NOTICE } from './billing-calendar.ts'

/** When the clock must look at a subscription next, in seconds; nothing for one that is over. */
export function subscriptionDue(
  subscription: Subscription,
  { trialEndAnnounced }: SubscriptionSecrets,
): number | undefined {
  if (hasEnded(subscription)) return undefined
  if (subscription.status === 'incomplete') return subscription.created + FIRST_PAYMENT_WAIT
  const { trial_end: trialEnd, status } = subscription
  if (status === 'trialing' && trialEnd !== null && !trialEndAnnounced) return trialEnd - TRIAL_NOTICE
  return itemOf(subscription).current_period_end
}

/** Saves a subscription as it now is and reports what changed. */
export function keepSubscription(
  provider: CardProvider,
  after: Subscription,
  { hidden, type = 'customer.subscription.updated' }: { hidden?: SubscriptionSecrets; type?: EventType } = {},
): Subscription {
  const before = provider.subscriptions.get(after.id)
  const secrets = hidden ?? before.hidden
  const due = subscriptionDue(after, secrets)
  provider.subscriptions.save(after, secrets, due === undefined ? undefined : due * 1000)
  const previous = previousOf(before.wire, after)
  if (type !== 'customer.subscription.updated') provider.log.record(type, after)
  else if (Object.keys(previous).length > 0) provider.log.record(type, after, previous)
  return after
}

/** Ends a subscription for good; `at` in seconds. Money that was paid stays paid. */
export function endSubscription(
  provider: CardProvider,
  subscription: Subscription,
  end: { readonly at: number; readonly reason: 'cancellation_requested' | 'payment_failed'; readonly comment?: string },
): Subscription {
  return keepSubscription(
    provider,
    {
      ...subscription,
      status: 'canceled',
      canceled_at: subscription.canceled_at ?? end.at,
      ended_at: end.at,
      cancel_at_period_end: false,
      cancellation_details: { comment: end.comment ?? null, feedback: null, feedback_option: null, reason: end.reason },
    },
    { type: 'customer.subscription.deleted' },
  )
}

/** Gives a subscription up whose first month was not paid in time; `at` in seconds. Its invoice is void. */
export function giveUpSubscription(provider: CardProvider, subscription: Subscription, at: number): void {
  if (subscription.latest_invoice !== null) {
    const { wire: invoice, hidden } = provider.invoices.get(subscription.latest_invoice)
    const voided = provider.invoices.save({ ...invoice, status: 'void', auto_advance: false }, hidden).wire
    provider.log.record('invoice.voided', voided)
  }
  keepSubscription(provider, { ...subscription, status: 'incomplete_expired', ended_at: at })
}

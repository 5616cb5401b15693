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

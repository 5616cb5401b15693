import { itemOf, type Subscription, withItem } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { monthEnd } from './billing-calendar.ts'
import { collectInvoice } from './collect-invoice.ts'
import { endSubscription, giveUpSubscription } from './end-subscription.ts'
import { invoiceDetails, issueInvoice, monthLine } from './issue-invoice.ts'
import { keepSubscription, subscriptionDue } from './keep-subscription.ts'

/** Does what is due for subscriptions by `now` (milliseconds), in its order, each thing as of when it was due. */
export function renewSubscriptions(provider: CardProvider, now: number): void {
  for (let step = nextStep(provider, now); step !== undefined; step = nextStep(provider, now)) step()
}

function nextStep(provider: CardProvider, now: number): (() => void) | undefined {
  const [subscription] = provider.subscriptions.due(now)
  const [invoice] = provider.invoices.due(now)
  const subscriptionAt = subscription && subscriptionDue(subscription.wire, subscription.hidden)
  const invoiceAt = invoice?.wire.next_payment_attempt ?? undefined
  if (invoice && invoiceAt !== undefined && invoiceAt <= (subscriptionAt ?? invoiceAt)) {
    return () => collectInvoice(provider, invoice.wire.id, { at: invoiceAt, byClock: true })
  }
  if (subscription === undefined || subscriptionAt === undefined) return undefined
  return () => passMoment(provider, subscription.wire, subscriptionAt)
}

/** The moment that a subscription waits for: the end of the time to pay its first month, the notice of its trial's end, or the end of the month that runs. */
function passMoment(provider: CardProvider, subscription: Subscription, at: number): void {
  if (subscription.status === 'incomplete') return giveUpSubscription(provider, subscription, at)
  const item = itemOf(subscription)
  if (at < item.current_period_end) {
    keepSubscription(provider, subscription, {
      hidden: { trialEndAnnounced: true },
      type: 'customer.subscription.trial_will_end',
    })
    return
  }
  if (subscription.cancel_at_period_end) {
    endSubscription(provider, subscription, { at, reason: 'cancellation_requested' })
    return
  }
  const end = monthEnd(subscription.billing_cycle_anchor, item.current_period_end)
  const next = keepSubscription(provider, {
    ...withItem(subscription, { current_period_start: item.current_period_end, current_period_end: end }),
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  })
  const details = invoiceDetails(provider, next, 'subscription_cycle', [monthLine(next, { free: false })])
  collectInvoice(provider, issueInvoice(provider, next, details, at).id, { at, byClock: true })
}

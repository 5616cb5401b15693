import { type Subscription, withItem } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { monthEnd } from './billing-calendar.ts'
import { collectInvoice } from './collect-invoice.ts'
import { invoiceDetails, issueInvoice, monthLine } from './issue-invoice.ts'
import { keepSubscription } from './keep-subscription.ts'

/**
 * Begins a new month at `at` (seconds) and charges it whole, as a `billing_cycle_anchor` of type `now` does without proration. A
 * card that fails makes the subscription past due, and the clock tries again.
 */
export function billAnew(provider: CardProvider, subscription: Subscription, at: number): Subscription {
  const anew = keepSubscription(provider, {
    ...withItem(subscription, { current_period_start: at, current_period_end: monthEnd(at, at) }),
    billing_cycle_anchor: at,
  })
  const details = invoiceDetails(provider, anew, 'subscription_update', [monthLine(anew, { free: false })])
  collectInvoice(provider, issueInvoice(provider, anew, details, at).id, { at, byClock: true })
  return provider.subscriptions.get(subscription.id).wire
}

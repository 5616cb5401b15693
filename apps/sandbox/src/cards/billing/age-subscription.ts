import { transaction } from '../../storage/database.ts'
import type { Invoice } from '../objects/invoice.ts'
import { itemOf, type Subscription, withItem } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { subscriptionDue } from './keep-subscription.ts'
import { renewSubscriptions } from './months.ts'

/** More than any subscription has invoices in a few years. */
const invoiceLimit = 1000

/**
 * Advances time for one subscription alone: shifts it and its invoices into the past by `seconds` and runs everything
 * due. Other objects keep their age, so that parallel tests do not interfere.
 */
export function ageSubscription(provider: CardProvider, id: string, seconds: number): Subscription {
  return transaction(provider.database, () => {
    const { wire, hidden } = provider.subscriptions.entry(id, 'subscription')
    const older = olderSubscription(wire, seconds)
    const due = subscriptionDue(older, hidden)
    provider.subscriptions.save(older, { dueAt: due && due * 1000 })
    const filter = { 'parent.subscription_details.subscription': id }
    for (const invoice of provider.invoices.list(filter, { limit: invoiceLimit }).data) {
      const next_payment_attempt = earlier(invoice.next_payment_attempt, seconds)
      const status_transitions = { paid_at: earlier(invoice.status_transitions.paid_at, seconds) }
      const created = invoice.created - seconds
      const aged: Invoice = { ...invoice, created, next_payment_attempt, status_transitions }
      provider.invoices.save(aged, { dueAt: next_payment_attempt === null ? undefined : next_payment_attempt * 1000 })
    }
    renewSubscriptions(provider, provider.clock.now())
    return provider.subscriptions.get(id)
  })
}

const earlier = (moment: number | null, seconds: number) => (moment === null ? null : moment - seconds)

function olderSubscription(subscription: Subscription, seconds: number): Subscription {
  const item = itemOf(subscription)
  const end = item.current_period_end - seconds
  return {
    ...withItem(subscription, { current_period_start: item.current_period_start - seconds, current_period_end: end }),
    // Months differ in length, so the anchor moves to the end of the current one.
    billing_cycle_anchor: end,
    created: subscription.created - seconds,
    start_date: subscription.start_date - seconds,
    trial_end: earlier(subscription.trial_end, seconds),
  }
}

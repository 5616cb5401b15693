import { transaction } from '../../storage/database.ts'
import { whereField } from '../collection.ts'
import type { Invoice } from '../objects/invoice.ts'
import { itemOf, type Subscription, withItem } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { subscriptionDue } from './keep-subscription.ts'
import { renewSubscriptions } from './months.ts'

/** More than a subscription of some years has. */
const ALL = 1000

/**
 * Lets time pass for one subscription alone: it and its invoices become older by so many seconds, and what falls due by
 * that is done. Nothing else at the provider ages, so that others may go on beside it.
 */
export function ageSubscription(provider: CardProvider, id: string, seconds: number): Subscription {
  return transaction(provider.database, () => {
    const { wire, hidden } = provider.subscriptions.get(id, 'subscription')
    const older = olderSubscription(wire, seconds)
    const due = subscriptionDue(older, hidden)
    provider.subscriptions.save(older, hidden, due === undefined ? undefined : due * 1000)
    const ofIt = whereField('parent.subscription_details.subscription', id)
    for (const invoice of provider.invoices.list('', ofIt, { limit: ALL }).data) {
      const aged = olderInvoice(invoice, seconds)
      const next = aged.next_payment_attempt
      provider.invoices.save(
        aged,
        provider.invoices.get(invoice.id).hidden,
        typeof next === 'number' ? next * 1000 : undefined,
      )
    }
    renewSubscriptions(provider, provider.clock.now())
    return provider.subscriptions.get(id).wire
  })
}

const earlier = (moment: number | null, seconds: number) => (moment === null ? null : moment - seconds)

function olderSubscription(subscription: Subscription, seconds: number): Subscription {
  const item = itemOf(subscription)
  return {
    ...withItem(subscription, {
      current_period_start: item.current_period_start - seconds,
      current_period_end: item.current_period_end - seconds,
    }),
    // Months are of different length: they are counted anew from the end of the one that runs.
    billing_cycle_anchor: item.current_period_end - seconds,
    cancel_at: earlier(subscription.cancel_at, seconds),
    canceled_at: earlier(subscription.canceled_at, seconds),
    created: subscription.created - seconds,
    ended_at: earlier(subscription.ended_at, seconds),
    start_date: subscription.start_date - seconds,
    trial_end: earlier(subscription.trial_end, seconds),
    trial_start: earlier(subscription.trial_start, seconds),
  }
}

function olderInvoice(invoice: Invoice, seconds: number): Invoice {
  return {
    ...invoice,
    created: invoice.created - seconds,
    next_payment_attempt: earlier(invoice.next_payment_attempt, seconds),
    period_end: invoice.period_end - seconds,
    period_start: invoice.period_start - seconds,
  }
}

import type { Subscription } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { keepSubscription } from './keep-subscription.ts'

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

import { declinedCall, invalidParameter } from '../api/api-error.ts'
import type { InvoiceDetails } from '../objects/invoice.ts'
import type { Price } from '../objects/price.ts'
import { itemOf, type Subscription, withItem } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { collectInvoice } from './collect-invoice.ts'
import { invoiceDetails, issueInvoice } from './issue-invoice.ts'
import { keepSubscription } from './keep-subscription.ts'

/** A change of what is bought each month; `at` is the second from which the new price counts. */
export interface PlanChange {
  readonly price: Price
  readonly quantity: number
  readonly at: number
}

/** What a change of plan costs at once: the rest of the month at the new price, less the same at the old one. */
export function prorationLines(subscription: Subscription, change: PlanChange): InvoiceDetails['lines'] {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (subscription.status === 'trialing') return []
  const share = Math.max(0, Math.min(1, (end - change.at) / (end - start)))
  const period = { start: Math.min(change.at, end), end }
  return [
    {
      description: 'Unused time of the plan before',
      amount: -Math.round(price.unit_amount * quantity * share),
      price,
      period,
      quantity,
    },
    {
      description: 'Remaining time of the new plan',
      amount: Math.round(change.price.unit_amount * change.quantity * share),
      price: change.price,
      period,
      quantity: change.quantity,
    },
  ]
}

/**
 * Changes the plan and, with `charge`, charges or credits the difference at once.
 *
 * @throws {ApiError} 402 when the card is declined; the caller's transaction takes everything back.
 */
export function changePlan(
  provider: CardProvider,
  subscription: Subscription,
  change: PlanChange,
  { charge }: { readonly charge: boolean },
): Subscription {
  if (change.price.recurring === null)
    throw invalidParameter('The price specified is not recurring.', 'items[0][price]')
  const lines = charge ? prorationLines(subscription, change) : []
  const changed = keepSubscription(provider, withItem(subscription, { price: change.price, quantity: change.quantity }))
  if (lines.length === 0) return changed
  const details = invoiceDetails(provider, changed, 'subscription_update', lines)
  const invoice = issueInvoice(provider, changed, details, change.at)
  const collected = collectInvoice(provider, invoice.id, { at: change.at, byClock: false })
  if (collected.outcome === 'declined') {
    throw declinedCall(collected.decline, { effective: false })
  }
  return provider.subscriptions.get(subscription.id).wire
}

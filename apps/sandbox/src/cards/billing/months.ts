import { declinedCall } from '../api/api-error.ts'
import type { InvoiceDetails } from '../objects/invoice.ts'
import type { Price } from '../objects/price.ts'
import {
  itemOf,
  newSubscription,
  type Subscription,
  type SubscriptionStart,
  withItem,
} from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { monthEnd, monthsAfter } from './billing-calendar.ts'
import { collectInvoice, issueInvoice, markPaid, monthLine } from './invoices.ts'
import { endSubscription, giveUpSubscription, keepSubscription, subscriptionDue } from './keep-subscription.ts'

/** The facts at a subscription's start. */
type Beginning = Omit<SubscriptionStart, 'periodEnd'>

/** Begins a subscription; `paidBy` has paid its first invoice, and a trial's costs nothing. */
export function startSubscription(
  provider: CardProvider,
  { paidBy, ...beginning }: Beginning & { readonly paidBy: string | undefined },
): Subscription {
  const { id, invoice } = addSubscription(provider, beginning, beginning.trialEnd === null ? 'active' : 'trialing')
  markPaid(provider, invoice, paidBy, provider.clock.seconds())
  return provider.subscriptions.get(id)
}

/** Begins a subscription and tries to charge its first month; until that is paid, it is incomplete. */
export function startIncomplete(provider: CardProvider, beginning: Beginning): Subscription {
  const { id, invoice } = addSubscription(provider, beginning, 'incomplete')
  collectInvoice(provider, invoice.id, { at: provider.clock.seconds(), byClock: false })
  return provider.subscriptions.get(id)
}

function addSubscription(provider: CardProvider, beginning: Beginning, status: Subscription['status']) {
  const now = provider.clock.seconds()
  const periodEnd = beginning.trialEnd ?? monthsAfter(now, 1)
  const subscription: Subscription = newSubscription({ ...beginning, periodEnd }, status, now)
  provider.subscriptions.add(subscription, { dueAt: (subscriptionDue(subscription, {}) ?? now) * 1000 })
  provider.log.record('customer.subscription.created', subscription)
  const lines = [monthLine(subscription, beginning.trialEnd !== null)]
  const invoice = issueInvoice(provider, subscription, { reason: 'subscription_create', lines, at: now })
  return { id: subscription.id, invoice }
}

/** Runs everything due for subscriptions by `now` (milliseconds), in order, each as of its due time. */
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
  return () => handleDue(provider, subscription.wire, subscriptionAt)
}

/**
 * Handles the instant that a subscription waits for: the end of the time to pay its first month, the notice of its
 * trial's end, or the end of the current month.
 */
function handleDue(provider: CardProvider, subscription: Subscription, at: number): void {
  if (subscription.status === 'incomplete') return giveUpSubscription(provider, subscription)
  const { current_period_end: end } = itemOf(subscription)
  if (at < end) {
    const announced = { hidden: { trialEndAnnounced: true }, type: 'customer.subscription.trial_will_end' } as const
    keepSubscription(provider, subscription, announced)
  } else if (subscription.cancel_at_period_end) endSubscription(provider, subscription)
  else {
    const status = subscription.status === 'trialing' ? 'active' : subscription.status
    chargeMonth(provider, { ...subscription, status }, 'subscription_cycle', end)
  }
}

/**
 * Begins a month at `at` (seconds) and charges all of it. If the card fails, the subscription is past due and the clock
 * retries.
 */
function chargeMonth(
  provider: CardProvider,
  subscription: Subscription,
  reason: InvoiceDetails['reason'],
  at: number,
): void {
  const month = { current_period_start: at, current_period_end: monthEnd(subscription.billing_cycle_anchor, at) }
  const next = keepSubscription(provider, withItem(subscription, month))
  const invoice = issueInvoice(provider, next, { reason, lines: [monthLine(next, false)], at })
  collectInvoice(provider, invoice.id, { at, byClock: true })
}

/** Begins a new month now and moves the anchor to it, like a `billing_cycle_anchor` of `now` without proration. */
export function restartBilling(provider: CardProvider, subscription: Subscription): Subscription {
  const now = provider.clock.seconds()
  chargeMonth(provider, { ...subscription, billing_cycle_anchor: now }, 'subscription_update', now)
  return provider.subscriptions.get(subscription.id)
}

/** Another price for each month, effective from `at` (seconds). */
export interface PlanChange {
  readonly price: Price
  readonly at: number
}

/**
 * The immediate cost of a plan change, which a trial does not allow: the rest of the month at the new price, minus the
 * rest at the old one.
 */
export function prorationLines(subscription: Subscription, change: PlanChange): InvoiceDetails['lines'] {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const share = Math.max(0, Math.min(1, (end - change.at) / (end - start)))
  const amountOf = ({ unit_amount }: Price) => Math.round(unit_amount * share)
  return [
    { description: 'Unused time of the plan before', amount: 0 - amountOf(price), price },
    { description: 'Remaining time of the new plan', amount: amountOf(change.price), price: change.price },
  ]
}

/**
 * Changes the plan and, with `charge`, charges or credits the difference at once.
 *
 * @throws {ApiError} 402 if the card is declined; the caller's transaction rolls back.
 */
export function changePlan(
  provider: CardProvider,
  subscription: Subscription,
  change: PlanChange,
  { charge }: { readonly charge: boolean },
): Subscription {
  const changed = keepSubscription(provider, withItem(subscription, { price: change.price }))
  if (!charge) return changed
  const lines = prorationLines(subscription, change)
  const invoice = issueInvoice(provider, changed, { reason: 'subscription_update', lines, at: change.at })
  const decline = collectInvoice(provider, invoice.id, { at: change.at, byClock: false })
  if (decline !== undefined) throw declinedCall(decline, { effective: false })
  return provider.subscriptions.get(subscription.id)
}

import { declinedCall, invalidParameter } from '../api/api-error.ts'
import type { Invoice, InvoiceDetails } from '../objects/invoice.ts'
import type { Price } from '../objects/price.ts'
import { itemOf, newSubscription, type Subscription, withItem } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { monthEnd, monthsAfter } from './billing-calendar.ts'
import { collectInvoice, invoiceDetails, issueInvoice, markPaid, monthLine } from './invoices.ts'
import { endSubscription, giveUpSubscription, keepSubscription, subscriptionDue } from './keep-subscription.ts'

/** What a subscription begins with; `paidBy` is the payment of its first month, missing for a trial. */
export interface Beginning {
  readonly customer: string
  readonly price: Price
  readonly quantity: number
  readonly paymentMethod: string
  readonly metadata: Record<string, string>
  /** When its trial ends, if it has one; seconds. */
  readonly trialEnd: number | null
  readonly paidBy?: string
}

/** Begins a subscription with its first invoice, which is paid. */
export function startSubscription(
  provider: CardProvider,
  beginning: Beginning,
): { readonly subscription: Subscription; readonly invoice: Invoice } {
  const { paidBy, ...start } = beginning
  const { made, invoice } = addSubscription(provider, start, start.trialEnd === null ? 'active' : 'trialing')
  const paid = markPaid(provider, invoice, paidBy, provider.clock.seconds())
  return { subscription: provider.subscriptions.get(made.id).wire, invoice: paid }
}

/** Begins a subscription and tries to charge its first month; it stays incomplete until that is paid. */
export function startIncomplete(provider: CardProvider, start: Omit<Beginning, 'paidBy' | 'trialEnd'>): Subscription {
  const { made, invoice } = addSubscription(provider, { ...start, trialEnd: null }, 'incomplete')
  collectInvoice(provider, invoice.id, { at: provider.clock.seconds(), byClock: false })
  return provider.subscriptions.get(made.id).wire
}

function addSubscription(
  provider: CardProvider,
  start: Omit<Beginning, 'paidBy'>,
  status: Subscription['status'],
): { readonly made: Subscription; readonly invoice: Invoice } {
  const now = provider.clock.seconds()
  const { trialEnd } = start
  const made: Subscription = {
    ...newSubscription({ ...start, periodEnd: trialEnd ?? monthsAfter(now, 1) }, now),
    status,
  }
  provider.subscriptions.add(made, {}, (subscriptionDue(made, {}) ?? now) * 1000)
  provider.log.record('customer.subscription.created', made)
  const lines = [monthLine(made, { free: trialEnd !== null })]
  const details = { ...invoiceDetails(provider, made, 'subscription_create', lines), credit: 0 }
  return { made, invoice: issueInvoice(provider, made, details, now) }
}

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

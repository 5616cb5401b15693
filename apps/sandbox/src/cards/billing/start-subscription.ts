import type { Invoice } from '../objects/invoice.ts'
import type { Price } from '../objects/price.ts'
import { newSubscription, type Subscription } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { monthsAfter } from './billing-calendar.ts'
import { collectInvoice, markPaid } from './collect-invoice.ts'
import { invoiceDetails, issueInvoice, monthLine } from './issue-invoice.ts'
import { subscriptionDue } from './keep-subscription.ts'

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

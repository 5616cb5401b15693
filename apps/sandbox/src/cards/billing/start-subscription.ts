import type { Invoice } from '../objects/invoice.ts'
import type { Price } from '../objects/price.ts'
import { newSubscription, type Subscription } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { monthsAfter } from './billing-calendar.ts'
import { markPaid } from './collect-invoice.ts'
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
  const now = provider.clock.seconds()
  const { paidBy, ...start } = beginning
  const { trialEnd } = start
  const made = newSubscription({ ...start, periodEnd: trialEnd ?? monthsAfter(now, 1) }, now)
  provider.subscriptions.add(made, {}, (subscriptionDue(made, {}) ?? now) * 1000)
  provider.log.record('customer.subscription.created', made)
  const lines = [monthLine(made, { free: trialEnd !== null })]
  const details = { ...invoiceDetails(provider, made, 'subscription_create', lines), credit: 0 }
  const invoice = issueInvoice(provider, made, details, now)
  const paid = markPaid(provider, invoice, paidBy, now)
  return { subscription: provider.subscriptions.get(made.id).wire, invoice: paid }
}

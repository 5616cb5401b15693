import { refusedByState } from '../api/api-error.ts'
import {
  type Invoice,
  type InvoiceDetails,
  type InvoicePayment,
  newInvoice,
  newInvoicePayment,
} from '../objects/invoice.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import { hasEnded, itemOf, type Subscription } from '../objects/subscription.ts'
import { confirmPayment } from '../payments/confirm-payment.ts'
import type { CardProvider } from '../provider.ts'
import { type Decline, declines } from '../test-cards.ts'
import { DAY, RETRY_GAPS } from './billing-calendar.ts'
import { endSubscription, keepSubscription } from './keep-subscription.ts'

/** The line of one month of a subscription, or of its free trial. */
export function monthLine(
  subscription: Subscription,
  { free }: { readonly free: boolean },
): InvoiceDetails['lines'][0] {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription)
  return {
    description: free ? 'Trial period' : 'Subscription',
    amount: free ? 0 : price.unit_amount * quantity,
    price,
    period: { start, end },
    quantity,
  }
}

/** What an invoice of a subscription is made of. The customer's credit pays first. */
export function invoiceDetails(
  provider: CardProvider,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  lines: InvoiceDetails['lines'],
): InvoiceDetails {
  const { balance } = provider.customers.get(subscription.customer).wire
  return {
    reason,
    customer: subscription.customer,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    lines,
    currency: subscription.currency,
    credit: Math.max(0, -balance),
  }
}

/** Makes an invoice, takes what the customer's credit pays of it, and names it the subscription's latest. */
export function issueInvoice(
  provider: CardProvider,
  subscription: Subscription,
  details: InvoiceDetails,
  at: number,
): Invoice {
  const { wire: invoice } = provider.invoices.add(newInvoice(details, at), {})
  const { wire: customer } = provider.customers.get(subscription.customer)
  const balance = invoice.ending_balance ?? 0
  if (details.credit > 0 || balance !== 0) {
    const changed = provider.customers.save({ ...customer, balance }, {}).wire
    provider.log.record('customer.updated', changed, { balance: customer.balance })
  }
  provider.log.record('invoice.created', invoice)
  keepSubscription(provider, { ...provider.subscriptions.get(subscription.id).wire, latest_invoice: invoice.id })
  return invoice
}

/** How a try to collect an invoice ended. */
export type Collected = { readonly outcome: 'paid' } | { readonly outcome: 'declined'; readonly decline: Decline }

/** The subscription that an invoice is of. */
function subscriptionOf(invoice: Invoice): string {
  return invoice.parent.subscription_details.subscription
}

/** Notes that a payment has paid an invoice; nothing had to be paid without one. */
export function markPaid(provider: CardProvider, invoice: Invoice, paidBy: string | undefined, at: number): Invoice {
  const { hidden } = provider.invoices.get(invoice.id)
  const payment: InvoicePayment | undefined =
    paidBy === undefined
      ? undefined
      : {
          ...(hidden.payment ?? newInvoicePayment(invoice, paidBy, at)),
          amount_paid: invoice.amount_due,
          status: 'paid',
        }
  const { wire: paid } = provider.invoices.save(
    {
      ...invoice,
      status: 'paid',
      attempted: true,
      attempt_count: invoice.attempt_count + (paidBy === undefined ? 0 : 1),
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      auto_advance: false,
      next_payment_attempt: null,
    },
    payment === undefined ? {} : { payment },
  )
  provider.log.record('invoice.paid', paid)
  provider.log.record('invoice.payment_succeeded', paid)
  return paid
}

/**
 * Charges the subscription's card, or another one, for an open invoice. A failure makes the subscription past due; by
 * itself the clock tries again ({@link RETRY_GAPS}), and after the last try the subscription ends.
 *
 * @param byClock whether the clock tries, so that the failure counts towards the last one.
 */
export function collectInvoice(
  provider: CardProvider,
  invoiceId: string,
  { at, card, byClock }: { readonly at: number; readonly card?: string | undefined; readonly byClock: boolean },
): Collected {
  const { wire: invoice, hidden } = provider.invoices.get(invoiceId)
  if (invoice.status === 'paid') throw refusedByState('Invoice is already paid', 'invoice_already_paid')
  if (invoice.status !== 'open') {
    throw refusedByState(`You cannot pay an invoice that is ${invoice.status}.`, 'invoice_not_editable')
  }
  if (invoice.amount_due === 0) {
    markPaid(provider, invoice, undefined, at)
    return { outcome: 'paid' }
  }
  const { wire: subscription } = provider.subscriptions.get(subscriptionOf(invoice))
  const { wire: customer } = provider.customers.get(invoice.customer)
  const { default_payment_method: customersCard } = customer.invoice_settings
  const method = card ?? subscription.default_payment_method ?? (customersCard as string | null)
  const payment = hidden.payment ?? newInvoicePayment(invoice, startPayment(provider, invoice), at)
  const result =
    method === null
      ? ({ outcome: 'declined', decline: declines.generic } as const)
      : confirmPayment(provider, payment.payment.payment_intent, method, 'absent')
  if (result.outcome === 'worked') {
    markPaid(provider, invoice, payment.payment.payment_intent, at)
    const recovered = provider.subscriptions.get(subscription.id).wire
    if (!hasEnded(recovered)) keepSubscription(provider, { ...recovered, status: 'active' })
    return { outcome: 'paid' }
  }
  const decline = result.outcome === 'declined' ? result.decline : declines.absent
  noteFailure(provider, invoice, payment, { at, byClock, decline })
  return { outcome: 'declined', decline }
}

function startPayment(provider: CardProvider, invoice: Invoice): string {
  const sum = { amount: invoice.amount_due, currency: invoice.currency, customer: invoice.customer }
  const first = invoice.billing_reason === 'subscription_create'
  const details = { description: first ? 'Subscription creation' : 'Subscription update' }
  const { wire } = provider.paymentIntents.add(newPaymentIntent(sum, details, provider.clock.seconds()), {})
  provider.log.record('payment_intent.created', wire)
  return wire.id
}

function noteFailure(
  provider: CardProvider,
  invoice: Invoice,
  payment: InvoicePayment,
  { at, byClock, decline }: { readonly at: number; readonly byClock: boolean; readonly decline: Decline },
): void {
  const tries = invoice.attempt_count + (byClock ? 1 : 0)
  const gap = RETRY_GAPS[tries - 1]
  const next = byClock ? (gap === undefined ? null : at + gap * DAY) : invoice.next_payment_attempt
  const { wire: failed } = provider.invoices.save(
    { ...invoice, attempted: true, attempt_count: tries, next_payment_attempt: next, auto_advance: next !== null },
    { payment },
    next === null ? undefined : next * 1000,
  )
  provider.log.record('invoice.payment_failed', failed)
  if (decline === declines.absent) provider.log.record('invoice.payment_action_required', failed)
  const { wire: subscription } = provider.subscriptions.get(subscriptionOf(invoice))
  if (hasEnded(subscription)) return
  if (next === null && byClock) endSubscription(provider, subscription, { at, reason: 'payment_failed' })
  else if (subscription.status !== 'incomplete') keepSubscription(provider, { ...subscription, status: 'past_due' })
}

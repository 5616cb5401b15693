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
import { chargeSaved } from '../payments/try-card.ts'
import type { CardProvider } from '../provider.ts'
import type { Decline } from '../test-cards.ts'
import { daySeconds, retryGaps } from './billing-calendar.ts'
import { endSubscription, keepSubscription } from './keep-subscription.ts'

/** The invoice line of one month of a subscription, or of its free trial. */
export function monthLine(subscription: Subscription, isFree: boolean): InvoiceDetails['lines'][0] {
  const { price } = itemOf(subscription)
  return isFree
    ? { description: 'Trial period', amount: 0, price }
    : { description: 'Subscription', amount: price.unit_amount, price }
}

/** The content of a subscription's invoice; `at` in seconds. */
interface InvoiceContent extends Pick<InvoiceDetails, 'reason' | 'lines'> {
  readonly at: number
}

/**
 * Builds an invoice of a subscription without saving it. The customer's credit pays first; the first month was paid on
 * the card page.
 */
export function invoiceFor(
  provider: CardProvider,
  subscription: Subscription,
  { reason, lines, at }: InvoiceContent,
): Invoice {
  const { balance } = provider.customers.get(subscription.customer)
  const credit = reason === 'subscription_create' ? 0 : Math.max(0, 0 - balance)
  return newInvoice(subscription, { reason, lines, credit }, at)
}

/** Saves an invoice, applies the customer's credit, and makes it the subscription's latest. */
export function issueInvoice(provider: CardProvider, subscription: Subscription, content: InvoiceContent): Invoice {
  const invoice = provider.invoices.add(invoiceFor(provider, subscription, content))
  const balance = invoice.ending_balance ?? 0
  if (invoice.starting_balance !== balance) {
    provider.customers.change(provider.customers.get(subscription.customer), { balance })
  }
  keepSubscription(provider, { ...provider.subscriptions.get(subscription.id), latest_invoice: invoice.id })
  return invoice
}

/** Marks an invoice as paid; without a payment, nothing was due. */
export function markPaid(provider: CardProvider, invoice: Invoice, paidBy: string | undefined, at: number): void {
  const known = provider.invoices.entry(invoice.id).hidden.payment
  const payment =
    paidBy === undefined ? {} : { payment: { ...(known ?? newInvoicePayment(invoice, paidBy, at)), status: 'paid' } }
  const attempt_count = invoice.attempt_count + (paidBy === undefined ? 0 : 1)
  const paid = {
    attempt_count,
    amount_paid: invoice.amount_due,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { paid_at: at },
  } as const
  provider.log.record('invoice.paid', provider.invoices.save({ ...invoice, ...paid }, { hidden: payment }))
}

/**
 * Charges the subscription's card for an open invoice. A failure makes the subscription past due. The clock retries
 * ({@link retryGaps}); after the last retry the subscription ends.
 *
 * @param byClock whether the clock retries, so that the failure counts towards the last one.
 * @returns why the card was declined; undefined once the invoice is paid
 */
export function collectInvoice(
  provider: CardProvider,
  invoiceId: string,
  { at, byClock }: { readonly at: number; readonly byClock: boolean },
): Decline | undefined {
  const { wire: invoice, hidden } = provider.invoices.entry(invoiceId)
  if (invoice.status === 'paid') throw refusedByState('Invoice is already paid', 'invoice_already_paid')
  if (invoice.status !== 'open') {
    throw refusedByState(`You cannot pay an invoice that is ${invoice.status}.`, 'invoice_not_editable')
  }
  if (invoice.amount_due === 0) {
    markPaid(provider, invoice, undefined, at)
    return undefined
  }
  const subscription = subscriptionOf(provider, invoice)
  const payment = hidden.payment ?? newInvoicePayment(invoice, startPayment(provider, invoice), at)
  const { payment_intent: paymentId } = payment.payment
  const decline = chargeSaved(provider, paymentId, subscription.default_payment_method)
  if (decline !== undefined) {
    noteFailure(provider, invoice, payment, { at, byClock })
    return decline
  }
  markPaid(provider, invoice, paymentId, at)
  const recovered = provider.subscriptions.get(subscription.id)
  if (!hasEnded(recovered)) keepSubscription(provider, { ...recovered, status: 'active' })
  return undefined
}

/** The subscription of an invoice. */
const subscriptionOf = (provider: CardProvider, { parent }: Invoice): Subscription =>
  provider.subscriptions.get(parent.subscription_details.subscription)

function startPayment(provider: CardProvider, { amount_due: amount, currency, customer }: Invoice): string {
  return provider.paymentIntents.add(newPaymentIntent({ amount, currency, customer }, provider.clock.seconds())).id
}

function noteFailure(
  provider: CardProvider,
  invoice: Invoice,
  payment: InvoicePayment,
  { at, byClock }: { readonly at: number; readonly byClock: boolean },
): void {
  const attempt_count = invoice.attempt_count + (byClock ? 1 : 0)
  const gap = retryGaps[attempt_count - 1]
  const retryAt = gap === undefined ? null : at + gap * daySeconds
  const next = byClock ? retryAt : invoice.next_payment_attempt
  const failed = provider.invoices.save(
    { ...invoice, attempt_count, next_payment_attempt: next },
    { hidden: { payment }, dueAt: next === null ? undefined : next * 1000 },
  )
  provider.log.record('invoice.payment_failed', failed)
  const subscription = subscriptionOf(provider, invoice)
  if (hasEnded(subscription)) return
  if (next === null && byClock) endSubscription(provider, subscription)
  else if (subscription.status !== 'incomplete') keepSubscription(provider, { ...subscription, status: 'past_due' })
}

import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, Shown } from './stored.ts'

/** A try to pay an invoice, as the API shows it. */
export type InvoicePayment = Shown<
  Stripe.InvoicePayment,
  ReturnType<typeof newInvoicePayment>,
  Pick<ReturnType<typeof newInvoicePayment>, 'payment'>
>

/** What a month of a subscription costs and how it was paid, as the API shows it. Amounts are cents, times seconds. */
export type Invoice = Shown<
  Stripe.Invoice,
  ReturnType<typeof newInvoice>,
  Pick<ReturnType<typeof newInvoice>, 'billing_reason' | 'customer' | 'parent'> & { status: 'open' | 'paid' | 'void' }
>

/** What only the provider knows of an invoice: the payment that its tries share. */
export interface InvoiceSecrets {
  readonly payment?: InvoicePayment
}

/** One line of an invoice to be. */
export interface InvoiceLineDetails {
  readonly description: string
  readonly amount: number
  readonly price: { readonly id: string; readonly product: string; readonly currency: string }
  readonly period: { readonly start: number; readonly end: number }
  readonly quantity: number
}

/** What an invoice is made of; `credit` are the cents that the customer has at the provider. */
export interface InvoiceDetails {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly customer: string
  readonly subscription: { readonly id: string; readonly metadata: Record<string, string> }
  readonly lines: readonly InvoiceLineDetails[]
  readonly currency: string
  readonly credit: number
}

function newInvoiceLine(line: InvoiceLineDetails) {
  return {
    id: randomId('il_1'),
    object: 'line_item',
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    livemode: false,
    metadata: {},
    period: { ...line.period },
    pricing: { price_details: { price: line.price.id, product: line.price.product }, type: 'price_details' },
    quantity: line.quantity,
    subtotal: line.amount,
  } satisfies PartOf<Stripe.InvoiceLineItem>
}

/** An invoice that waits for its payment; a sum below zero is kept as credit, and credit pays first. */
export function newInvoice(details: InvoiceDetails, createdAt: number) {
  const id = randomId('in_1')
  const lines = details.lines.map(newInvoiceLine)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const due = Math.max(0, total - details.credit)
  const periods = details.lines.map(({ period }) => period)
  return {
    id,
    object: 'invoice',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: details.reason,
    collection_method: 'charge_automatically',
    created: createdAt,
    currency: details.currency,
    customer: details.customer,
    description: null,
    ending_balance: total - details.credit < 0 ? total - details.credit : 0,
    lines: { object: 'list', url: `/v1/invoices/${id}/lines`, has_more: false, data: lines },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: randomId('', 8).toUpperCase(),
    parent: {
      quote_details: null,
      subscription_details: { metadata: details.subscription.metadata, subscription: details.subscription.id },
      type: 'subscription_details',
    },
    period_end: Math.max(...periods.map(({ end }) => end)),
    period_start: Math.min(...periods.map(({ start }) => start)),
    starting_balance: details.credit === 0 ? 0 : -details.credit,
    status: 'open',
    subtotal: total,
    total,
  } satisfies PartOf<Stripe.Invoice>
}

/** The payment of an invoice, not made yet. */
export function newInvoicePayment(invoice: Invoice, paymentIntent: string, createdAt: number) {
  return {
    id: randomId('inpay_1'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: createdAt,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'open',
  } satisfies PartOf<Stripe.InvoicePayment>
}

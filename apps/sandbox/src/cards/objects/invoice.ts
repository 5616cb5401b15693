import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf, ApiObject } from './stored.ts'
import type { Subscription } from './subscription.ts'

/** A payment attempt for an invoice, as the API shows it. */
export type InvoicePayment = ApiObject<
  Stripe.InvoicePayment,
  ReturnType<typeof newInvoicePayment>,
  Pick<ReturnType<typeof newInvoicePayment>, 'payment'>
>

/** The price of a subscription's month and its payment, as the API shows it. Amounts are cents, times seconds. */
export type Invoice = ApiObject<
  Stripe.Invoice,
  ReturnType<typeof newInvoice>,
  Pick<ReturnType<typeof newInvoice>, 'billing_reason' | 'customer' | 'parent'> & {
    status: 'open' | 'paid' | 'void'
    status_transitions: { paid_at: number | null }
  }
>

/** Fields of an invoice that are never sent: the payment shared by its retries. */
export interface InvoiceSecrets {
  readonly payment?: InvoicePayment
}

/** The facts of one invoice line. */
export interface InvoiceLineDetails {
  readonly description: string
  readonly amount: number
  readonly price: Price
}

/** The facts of a subscription's invoice; `credit` is the customer's credit at the provider, in cents. */
export interface InvoiceDetails {
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly lines: readonly InvoiceLineDetails[]
  readonly credit: number
}

function newInvoiceLine({ amount, description, price }: InvoiceLineDetails) {
  return {
    id: randomId('il_1'),
    object: 'line_item',
    amount,
    description,
    pricing: { price_details: { price: price.id, product: price.product }, type: 'price_details' },
  } satisfies PartOf<Stripe.InvoiceLineItem>
}

/** An unpaid invoice. A negative sum becomes credit, and credit pays first. */
export function newInvoice(subscription: Subscription, { reason, lines, credit }: InvoiceDetails, createdAt: number) {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: randomId('in_1'),
    object: 'invoice',
    amount_due: Math.max(0, total - credit),
    amount_paid: 0,
    attempt_count: 0,
    billing_reason: reason,
    created: createdAt,
    currency: subscription.currency,
    customer: subscription.customer,
    ending_balance: Math.min(0, total - credit),
    lines: { object: 'list', has_more: false, data: lines.map(newInvoiceLine) },
    next_payment_attempt: null,
    parent: {
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    starting_balance: 0 - credit,
    status: 'open',
    status_transitions: { paid_at: null },
    total,
  } satisfies PartOf<Stripe.Invoice>
}

/** The payment attempt for an invoice, before any charge. */
export function newInvoicePayment(invoice: Invoice, paymentIntent: string, createdAt: number) {
  return {
    id: randomId('inpay_1'),
    object: 'invoice_payment',
    created: createdAt,
    invoice: invoice.id,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'open',
  } satisfies PartOf<Stripe.InvoicePayment>
}

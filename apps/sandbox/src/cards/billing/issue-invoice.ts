import { type Invoice, type InvoiceDetails, newInvoice } from '../objects/invoice.ts'
import { itemOf, type Subscription } from '../objects/subscription.ts'
import type { CardProvider } from '../provider.ts'
import { keepSubscription } from './keep-subscription.ts'

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

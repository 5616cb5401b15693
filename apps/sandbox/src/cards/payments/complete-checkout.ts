import type { CheckoutSession } from '../objects/checkout-session.ts'
import { newCustomer } from '../objects/customer.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CardProvider } from '../provider.ts'
import type { CheckoutEntry, CheckoutResult } from './checkout-mode.ts'

/** The checkout with a customer: its own, or one made of the person at the page. */
export function withCustomer(
  provider: CardProvider,
  entry: CheckoutEntry,
  { billing_details: billing }: PaymentMethod,
): CheckoutEntry {
  if (entry.wire.customer) return entry
  const email = billing.email ?? entry.wire.customer_email
  const details = { description: null, email, metadata: {}, name: billing.name, phone: null }
  const customer = provider.customers.add(newCustomer(details, provider.clock.seconds()), {}).wire
  provider.log.record('customer.created', customer)
  return { ...entry, wire: { ...entry.wire, customer: customer.id } }
}

/** Ends a checkout well; `result` is what it came to. */
export function completeCheckout(
  provider: CardProvider,
  { wire: session, hidden }: CheckoutEntry,
  methodId: string,
  result: Partial<Pick<CheckoutSession, 'invoice' | 'payment_status' | 'setup_intent' | 'subscription'>>,
): CheckoutResult {
  const { billing_details: billing } = provider.paymentMethods.get(methodId).wire
  const customer = session.customer ? provider.customers.get(session.customer).wire : undefined
  const { authenticating: _, ...rest } = hidden
  const complete = provider.checkoutSessions.save(
    {
      ...session,
      ...result,
      status: 'complete',
      url: null,
      customer_details: {
        address: null,
        business_name: null,
        email: customer?.email ?? session.customer_email ?? billing.email,
        individual_name: null,
        name: billing.name,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      },
    },
    rest,
  ).wire
  provider.log.record('checkout.session.completed', complete)
  return { outcome: 'complete', session: complete }
}

import { formatAmount } from '../money.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import type { CardProvider } from '../provider.ts'
import type { CheckoutEntry, CheckoutMode, CheckoutResult } from './checkout-mode.ts'
import { completeCheckout, withCustomer } from './complete-checkout.ts'
import { cancelPayment, confirmPayment, failAuthentication, type PaymentResult } from './confirm-payment.ts'

/** A one-time payment. The payment behind it is made by the first submit. */
export const paymentMode: CheckoutMode = {
  buttonLabel: (session) => `Pay ${formatAmount(session.amount_total ?? 0, session.currency)}`,

  submit(provider, entry, method) {
    const payer = entry.wire.customer_creation === 'always' ? withCustomer(provider, entry, method) : entry
    const started = startPayment(provider, payer)
    return settle(provider, started, method.id, confirmPayment(provider, paymentOf(started.wire), method.id, 'present'))
  },

  authenticate(provider, entry, confirmed) {
    const payment = paymentOf(entry.wire)
    const method = entry.hidden.authenticating
    if (!method) throw new Error(`Checkout ${entry.wire.id} does not wait for an authentication`)
    const result = confirmed
      ? confirmPayment(provider, payment, method, 'confirmed')
      : failAuthentication(provider, payment)
    return settle(provider, entry, method, result)
  },

  lastDecline(provider, { wire: session }) {
    if (!session.payment_intent) return undefined
    return provider.paymentIntents.get(paymentOf(session)).wire.last_payment_error?.message
  },

  abandon(provider, { wire: session }) {
    if (session.payment_intent) cancelPayment(provider, paymentOf(session))
  },
}

function paymentOf(session: CheckoutSession): string {
  if (typeof session.payment_intent !== 'string') throw new Error(`Checkout ${session.id} has no payment yet`)
  return session.payment_intent
}

function startPayment(provider: CardProvider, entry: CheckoutEntry): CheckoutEntry {
  const { wire: session, hidden } = entry
  if (session.payment_intent) return entry
  const sum = { amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', customer: session.customer }
  const payment = provider.paymentIntents.add(
    newPaymentIntent(sum, hidden.paymentDetails, provider.clock.seconds()),
    {},
  ).wire
  provider.log.record('payment_intent.created', payment)
  return { wire: { ...session, payment_intent: payment.id }, hidden }
}

/** Saves the checkout as the try left it. The expiry stays due while it is open. */
function settle(
  provider: CardProvider,
  { wire: session, hidden }: CheckoutEntry,
  methodId: string,
  result: PaymentResult,
): CheckoutResult {
  const { authenticating: _, ...rest } = hidden
  if (result.outcome !== 'paid') {
    const waiting = result.outcome === 'needs_authentication'
    provider.checkoutSessions.save(session, waiting ? { ...rest, authenticating: methodId } : rest, hidden.dueAt)
    return waiting ? { outcome: 'needs_authentication' } : { outcome: 'declined', decline: result.decline }
  }
  return completeCheckout(provider, { wire: session, hidden: rest }, methodId, { payment_status: 'paid' })
}

import { DAY } from '../billing/billing-calendar.ts'
import { startSubscription } from '../billing/months.ts'
import type { CheckoutSecrets, CheckoutSession } from '../objects/checkout-session.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import { newSetupIntent } from '../objects/setup-intent.ts'
import type { CardProvider } from '../provider.ts'
import type { Decline } from '../test-cards.ts'
import { cancelPayment, confirmPayment, failAuthentication, type Holder, type Tried } from './confirm-payment.ts'
import { cancelSetup, confirmSetup, failSetup } from './confirm-setup.ts'

/** A checkout in progress. */
export interface CheckoutEntry {
  readonly wire: CheckoutSession
  readonly hidden: CheckoutSecrets
}

/** How a submit of the card page ended. */
export type CheckoutResult =
  | { readonly outcome: 'complete'; readonly session: CheckoutSession }
  | { readonly outcome: 'needs_authentication' }
  | { readonly outcome: 'declined'; readonly decline: Decline }

/** Whether a card is saved and nothing charged: in setup mode, and for a trial. */
const costsNothingNow = ({ mode, amount_total }: CheckoutSession) => mode === 'setup' || amount_total === 0

/** A card was typed in, or a saved one chosen. The first submit makes the payment, or the saving of a card. */
export function submitCheckout(provider: CardProvider, entry: CheckoutEntry, method: PaymentMethod): CheckoutResult {
  const started = begin(provider, entry)
  return settle(provider, started, method.id, tryCard(provider, started, method.id, 'present'))
}

/** The card's holder came back from the bank (3-D Secure). */
export function answerBank(provider: CardProvider, entry: CheckoutEntry, confirmed: boolean): CheckoutResult {
  const { authenticating: method } = entry.hidden
  if (!method) throw new Error(`Checkout ${entry.wire.id} does not wait for an authentication`)
  const fail = costsNothingNow(entry.wire) ? failSetup : failAuthentication
  const tried = confirmed ? tryCard(provider, entry, method, 'confirmed') : fail(provider, begunOf(entry))
  return settle(provider, entry, method, tried)
}

/** Why the last card did not work, if one was tried. */
export function lastDecline(provider: CardProvider, { hidden: { begun } }: CheckoutEntry): string | undefined {
  if (begun === undefined) return undefined
  const payment = provider.paymentIntents.find(begun)?.wire.last_payment_error
  return (payment ?? provider.setupIntents.find(begun)?.wire.last_setup_error)?.message
}

/** Closes an open checkout: its page can no longer be paid, and what it had begun ends too. */
export function expireCheckout(provider: CardProvider, { wire: session, hidden }: CheckoutEntry): CheckoutSession {
  const { authenticating: _, ...rest } = hidden
  const expired = provider.checkoutSessions.save({ ...session, status: 'expired', url: null }, rest).wire
  if (hidden.begun !== undefined) (costsNothingNow(session) ? cancelSetup : cancelPayment)(provider, hidden.begun)
  provider.log.record('checkout.session.expired', expired)
  return expired
}

function begin(provider: CardProvider, { wire: session, hidden }: CheckoutEntry): CheckoutEntry {
  if (hidden.begun !== undefined) return { wire: session, hidden }
  const { mode, customer } = session
  const now = provider.clock.seconds()
  if (costsNothingNow(session)) {
    const setup = provider.setupIntents.add(newSetupIntent(customer, mode === 'setup' ? hidden.metadata : {}, now), {})
    provider.log.record('setup_intent.created', setup.wire)
    const shown = mode === 'setup' ? { setup_intent: setup.wire.id } : {}
    return { wire: { ...session, ...shown }, hidden: { ...hidden, begun: setup.wire.id } }
  }
  const sum = { amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', customer }
  const details =
    mode === 'subscription'
      ? ({ description: 'Subscription creation', setup_future_usage: 'off_session' } as const)
      : { metadata: hidden.metadata }
  const { wire: payment } = provider.paymentIntents.add(newPaymentIntent(sum, details, now), {})
  provider.log.record('payment_intent.created', payment)
  const shown = mode === 'payment' ? { payment_intent: payment.id } : {}
  return { wire: { ...session, ...shown }, hidden: { ...hidden, begun: payment.id } }
}

function begunOf({ wire, hidden }: CheckoutEntry): string {
  if (hidden.begun === undefined) throw new Error(`Checkout ${wire.id} has not begun`)
  return hidden.begun
}

function tryCard(provider: CardProvider, entry: CheckoutEntry, methodId: string, holder: Holder): Tried {
  return costsNothingNow(entry.wire)
    ? confirmSetup(provider, begunOf(entry), methodId, holder === 'confirmed')
    : confirmPayment(provider, begunOf(entry), methodId, holder)
}

/** Saves the checkout as the try left it. The expiry stays due while it is open. */
function settle(provider: CardProvider, entry: CheckoutEntry, methodId: string, tried: Tried): CheckoutResult {
  const { wire: session, hidden } = entry
  const { authenticating: _, ...rest } = hidden
  if (tried.outcome === 'worked') return complete(provider, entry, methodId)
  const waiting = tried.outcome === 'needs_authentication' ? { authenticating: methodId } : {}
  provider.checkoutSessions.save(session, { ...rest, ...waiting }, hidden.dueAt)
  return tried.outcome === 'declined' ? tried : { outcome: 'needs_authentication' }
}

function complete(provider: CardProvider, entry: CheckoutEntry, methodId: string): CheckoutResult {
  const { wire: session, hidden } = entry
  const { authenticating: _, ...rest } = hidden
  const { billing_details: billing } = provider.paymentMethods.get(methodId).wire
  const customer = session.customer === null ? undefined : provider.customers.get(session.customer).wire
  const done = provider.checkoutSessions.save(
    {
      ...session,
      ...(session.mode === 'subscription' && subscribe(provider, entry, methodId)),
      payment_status: costsNothingNow(session) ? 'no_payment_required' : 'paid',
      status: 'complete',
      url: null,
      customer_details: {
        address: null,
        business_name: null,
        email: customer?.email ?? billing.email,
        individual_name: null,
        name: billing.name,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      },
    },
    rest,
  ).wire
  provider.log.record('checkout.session.completed', done)
  return { outcome: 'complete', session: done }
}

/** Begins the subscription: its first month was paid and the card saved with it, or the card was saved for its trial. */
function subscribe(provider: CardProvider, entry: CheckoutEntry, paymentMethod: string) {
  const { wire: session, hidden } = entry
  const [line] = hidden.lineItems
  if (line === undefined || session.customer === null)
    throw new Error(`Checkout ${session.id} sells nothing to anybody`)
  const { subscription, invoice } = startSubscription(provider, {
    customer: session.customer,
    price: line.price,
    quantity: line.quantity,
    paymentMethod,
    metadata: hidden.metadata,
    trialEnd: hidden.trialDays === undefined ? null : provider.clock.seconds() + hidden.trialDays * DAY,
    ...(costsNothingNow(session) ? {} : { paidBy: begunOf(entry) }),
  })
  return { subscription: subscription.id, invoice: invoice.id }
}

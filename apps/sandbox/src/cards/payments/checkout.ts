import { daySeconds } from '../billing/billing-calendar.ts'
import { startSubscription } from '../billing/months.ts'
import type { Entry } from '../collection.ts'
import type { CheckoutSecrets, CheckoutSession } from '../objects/checkout-session.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import { newSetupIntent } from '../objects/setup-intent.ts'
import type { CardProvider } from '../provider.ts'
import { type BankVerdict, type Holder, tryToPay, tryToSave } from './try-card.ts'

/** A checkout in progress. */
export type CheckoutEntry = Entry<CheckoutSession, CheckoutSecrets>

/** The result of a submitted card page: the completed session, or the bank's answer. */
export type CheckoutResult = { readonly session: CheckoutSession } | Exclude<BankVerdict, undefined>

/** Whether a card is saved without a charge: in setup mode, and for a trial. */
const costsNothingNow = ({ mode, amount_total }: CheckoutSession) => mode === 'setup' || amount_total === 0

/**
 * Submits a typed card, a saved one, or the card confirmed at the bank. The first submit creates the payment or the
 * setup intent.
 */
export function submitCheckout(
  provider: CardProvider,
  entry: CheckoutEntry,
  method: string,
  holder: Holder,
): CheckoutResult {
  const { wire: session, hidden } = withIntent(provider, entry)
  const tryCard = costsNothingNow(session) ? tryToSave : tryToPay
  const verdict = tryCard(provider, hidden.begun, method, holder)
  if (verdict === undefined) return { session: complete(provider, session, hidden, method) }
  const authenticating = verdict === 'asks' ? method : undefined
  // The expiry stays due while the checkout is open.
  provider.checkoutSessions.save(session, { hidden: { ...hidden, authenticating }, dueAt: hidden.dueAt })
  return verdict
}

/** Why the last card was declined, if one was tried. */
export function lastDecline(provider: CardProvider, { hidden: { begun = '' } }: CheckoutEntry): string | undefined {
  const payment = provider.paymentIntents.find(begun)?.wire.last_payment_error
  return (payment ?? provider.setupIntents.find(begun)?.wire.last_setup_error)?.message
}

/** Expires an open checkout: its page can no longer be paid, and its payment or setup intent is canceled. */
export function expireCheckout(provider: CardProvider, { wire: session, hidden }: CheckoutEntry): CheckoutSession {
  const expired = provider.checkoutSessions.change(session, { status: 'expired', url: null })
  if (hidden.begun !== undefined) {
    const { paymentIntents, setupIntents } = provider
    if (costsNothingNow(session)) setupIntents.change(setupIntents.get(hidden.begun), { status: 'canceled' })
    else paymentIntents.change(paymentIntents.get(hidden.begun), { status: 'canceled' })
  }
  provider.log.record('checkout.session.expired', expired)
  return expired
}

type CheckoutWithIntent = CheckoutEntry & { readonly hidden: { readonly begun: string } }

function withIntent(provider: CardProvider, { wire: session, hidden }: CheckoutEntry): CheckoutWithIntent {
  const { begun } = hidden
  if (begun !== undefined) return { wire: session, hidden: { ...hidden, begun } }
  const { mode, customer } = session
  const now = provider.clock.seconds()
  if (costsNothingNow(session)) {
    const { id } = provider.setupIntents.add(newSetupIntent(customer, mode === 'setup' ? hidden.metadata : {}, now))
    return { wire: { ...session, setup_intent: mode === 'setup' ? id : null }, hidden: { ...hidden, begun: id } }
  }
  const sum = { amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', customer }
  const purpose =
    mode === 'subscription' ? ({ setup_future_usage: 'off_session' } as const) : { metadata: hidden.metadata }
  const { id } = provider.paymentIntents.add(newPaymentIntent({ ...sum, ...purpose }, now))
  return { wire: { ...session, payment_intent: mode === 'payment' ? id : null }, hidden: { ...hidden, begun: id } }
}

function complete(
  provider: CardProvider,
  session: CheckoutSession,
  hidden: CheckoutWithIntent['hidden'],
  method: string,
): CheckoutSession {
  const completed = provider.checkoutSessions.change(session, {
    subscription: session.mode === 'subscription' ? subscribe(provider, session, hidden, method) : null,
    payment_status: costsNothingNow(session) ? 'no_payment_required' : 'paid',
    status: 'complete',
    url: null,
  })
  provider.log.record('checkout.session.completed', completed)
  return completed
}

/**
 * Begins the subscription: its first month was paid and the card saved with it, or the card was saved for its trial.
 */
function subscribe(
  provider: CardProvider,
  session: CheckoutSession,
  { lines: [line], metadata, trialDays, begun }: CheckoutWithIntent['hidden'],
  paymentMethod: string,
): string {
  const { customer, id } = session
  if (line === undefined || customer === null) throw new Error(`Checkout ${id} sells nothing to anybody`)
  return startSubscription(provider, {
    customer,
    price: line.price,
    paymentMethod,
    metadata,
    trialEnd: trialDays === undefined ? null : provider.clock.seconds() + trialDays * daySeconds,
    paidBy: costsNothingNow(session) ? undefined : begun,
  }).id
}

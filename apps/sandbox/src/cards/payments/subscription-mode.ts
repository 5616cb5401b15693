import { DAY } from '../billing/billing-calendar.ts'
import { startSubscription } from '../billing/start-subscription.ts'
import { formatAmount } from '../money.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import { newSetupIntent } from '../objects/setup-intent.ts'
import type { CardProvider } from '../provider.ts'
import type { CheckoutEntry, CheckoutMode, CheckoutResult } from './checkout-mode.ts'
import { completeCheckout, withCustomer } from './complete-checkout.ts'
import { cancelPayment, confirmPayment, failAuthentication, type Holder } from './confirm-payment.ts'
import { cancelSetup, confirmSetup, failSetup } from './confirm-setup.ts'

/**
 * The beginning of a subscription. Its first month is paid at once and the card is saved with it; with a trial the card
 * is saved only. The subscription is there once that has worked.
 */
export const subscriptionMode: CheckoutMode = {
  buttonLabel: (session) =>
    session.amount_total === 0
      ? 'Start trial'
      : `Subscribe for ${formatAmount(session.amount_total ?? 0, session.currency)}`,

  submit(provider, entry, method) {
    const started = begin(provider, withCustomer(provider, entry, method))
    return settle(provider, started, method.id, tryCard(provider, started, method.id, 'present'))
  },

  authenticate(provider, entry, confirmed) {
    const method = entry.hidden.authenticating
    if (!method) throw new Error(`Checkout ${entry.wire.id} does not wait for an authentication`)
    return settle(
      provider,
      entry,
      method,
      confirmed ? tryCard(provider, entry, method, 'confirmed') : fail(provider, entry),
    )
  },

  lastDecline(provider, { hidden: { begun } }) {
    if (begun === undefined) return undefined
    const payment = provider.paymentIntents.find(begun)?.wire.last_payment_error
    return (payment ?? provider.setupIntents.find(begun)?.wire.last_setup_error)?.message
  },

  abandon(provider, { wire: session, hidden: { begun } }) {
    if (begun === undefined) return
    if (costsNothingNow(session)) cancelSetup(provider, begun)
    else cancelPayment(provider, begun)
  },
}

type Tried = { readonly outcome: 'worked' } | Exclude<CheckoutResult, { outcome: 'complete' }>

const costsNothingNow = (session: CheckoutSession) => session.amount_total === 0

/** The payment of the first month, or the saving of the card for what comes after the trial. */
function begin(provider: CardProvider, entry: CheckoutEntry): CheckoutEntry {
  const { wire: session, hidden } = entry
  if (hidden.begun !== undefined) return entry
  const now = provider.clock.seconds()
  if (costsNothingNow(session)) {
    const { wire: setup } = provider.setupIntents.add(newSetupIntent(session.customer, {}, now), {})
    provider.log.record('setup_intent.created', setup)
    return { wire: session, hidden: { ...hidden, begun: setup.id } }
  }
  const sum = { amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', customer: session.customer }
  const details = { description: 'Subscription creation', setup_future_usage: 'off_session' } as const
  const { wire: payment } = provider.paymentIntents.add(newPaymentIntent(sum, details, now), {})
  provider.log.record('payment_intent.created', payment)
  return { wire: session, hidden: { ...hidden, begun: payment.id } }
}

function begunOf({ wire, hidden }: CheckoutEntry): string {
  if (hidden.begun === undefined) throw new Error(`Checkout ${wire.id} has not begun`)
  return hidden.begun
}

function tryCard(provider: CardProvider, entry: CheckoutEntry, methodId: string, holder: Holder): Tried {
  const result = costsNothingNow(entry.wire)
    ? confirmSetup(provider, begunOf(entry), methodId, holder === 'confirmed')
    : confirmPayment(provider, begunOf(entry), methodId, holder)
  if (result.outcome === 'declined') return { outcome: 'declined', decline: result.decline }
  return result.outcome === 'needs_authentication' ? { outcome: 'needs_authentication' } : { outcome: 'worked' }
}

function fail(provider: CardProvider, entry: CheckoutEntry): Tried {
  const result = costsNothingNow(entry.wire)
    ? failSetup(provider, begunOf(entry))
    : failAuthentication(provider, begunOf(entry))
  if (result.outcome !== 'declined') throw new Error(`Checkout ${entry.wire.id} was not declined`)
  return { outcome: 'declined', decline: result.decline }
}

function settle(provider: CardProvider, entry: CheckoutEntry, methodId: string, tried: Tried): CheckoutResult {
  const { wire: session, hidden } = entry
  if (tried.outcome !== 'worked') {
    const { authenticating: _, ...rest } = hidden
    const waiting = tried.outcome === 'needs_authentication'
    provider.checkoutSessions.save(session, waiting ? { ...rest, authenticating: methodId } : rest, hidden.dueAt)
    return tried
  }
  const line = hidden.lineItems[0]
  if (line === undefined || session.customer === null)
    throw new Error(`Checkout ${session.id} sells nothing to anybody`)
  const { trialDays } = hidden.subscriptionDetails
  const { subscription, invoice } = startSubscription(provider, {
    customer: session.customer,
    price: line.price,
    quantity: line.quantity,
    paymentMethod: methodId,
    metadata: hidden.subscriptionDetails.metadata ?? {},
    trialEnd: trialDays === undefined ? null : provider.clock.seconds() + trialDays * DAY,
    ...(costsNothingNow(session) ? {} : { paidBy: begunOf(entry) }),
  })
  return completeCheckout(provider, entry, methodId, {
    subscription: subscription.id,
    invoice: invoice.id,
    payment_status: costsNothingNow(session) ? 'no_payment_required' : 'paid',
  })
}

import type { Charge } from '../objects/charge.ts'
import { newCharge } from '../objects/charge.ts'
import type { PaymentIntent } from '../objects/payment-intent.ts'
import type { CardProvider } from '../provider.ts'
import { type Decline, declines } from '../test-cards.ts'
import { asksTheBank, saveCard } from './save-card.ts'

/** How a card fared that was to pay or to be saved. `declined` carries the words for the person at the page. */
export type Tried =
  | { readonly outcome: 'worked' | 'needs_authentication' }
  | { readonly outcome: 'declined'; readonly decline: Decline }

/** The card's holder: at the page, back from the bank (3-D Secure), or not there, as for a renewal. */
export type Holder = 'present' | 'confirmed' | 'absent'

/** Tries to pay with a card. */
export function confirmPayment(provider: CardProvider, paymentId: string, methodId: string, holder: Holder): Tried {
  const { wire: payment } = provider.paymentIntents.get(paymentId)
  const { wire: method, hidden } = provider.paymentMethods.get(methodId)
  const { behaviour } = hidden
  if (asksTheBank(behaviour, method) && holder !== 'confirmed') {
    return holder === 'absent'
      ? declinePayment(provider, payment, methodId, declines.absent)
      : askForAuthentication(provider, payment, methodId)
  }
  if (behaviour.decline) return declinePayment(provider, payment, methodId, behaviour.decline)
  return takePayment(provider, payment, methodId)
}

/** The holder did not confirm: the payment fails and waits for another card. */
export function failAuthentication(provider: CardProvider, paymentId: string): Tried {
  const { wire: payment } = provider.paymentIntents.get(paymentId)
  const decline = declines.authentication
  const failed = provider.paymentIntents.save(
    {
      ...payment,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: { type: 'invalid_request_error', code: decline.code, message: decline.message },
    },
    {},
  ).wire
  provider.log.record('payment_intent.payment_failed', failed)
  return { outcome: 'declined', decline }
}

/** Ends a payment that nobody can complete any more; does nothing to one that is done. */
export function cancelPayment(provider: CardProvider, paymentId: string): void {
  const { wire: payment } = provider.paymentIntents.get(paymentId)
  if (payment.status === 'succeeded' || payment.status === 'canceled') return
  const canceled = provider.paymentIntents.save(
    {
      ...payment,
      status: 'canceled',
      canceled_at: provider.clock.seconds(),
      cancellation_reason: 'expired',
      next_action: null,
    },
    {},
  ).wire
  provider.log.record('payment_intent.canceled', canceled)
}

function askForAuthentication(provider: CardProvider, payment: PaymentIntent, methodId: string): Tried {
  const waiting = provider.paymentIntents.save(
    {
      ...payment,
      status: 'requires_action',
      payment_method: methodId,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      last_payment_error: null,
    },
    {},
  ).wire
  provider.log.record('payment_intent.requires_action', waiting)
  return { outcome: 'needs_authentication' }
}

function charge(provider: CardProvider, payment: PaymentIntent, methodId: string, decline: Decline | null): Charge {
  const { wire: method } = provider.paymentMethods.get(methodId)
  return provider.charges.add(newCharge(payment, method, decline, provider.clock.seconds()), {}).wire
}

function declinePayment(provider: CardProvider, payment: PaymentIntent, methodId: string, decline: Decline): Tried {
  const failure = charge(provider, payment, methodId, decline)
  const failed = provider.paymentIntents.save(
    {
      ...payment,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      latest_charge: failure.id,
      last_payment_error: { type: 'card_error', charge: failure.id, ...decline },
    },
    {},
  ).wire
  provider.log.record('charge.failed', failure)
  provider.log.record('payment_intent.payment_failed', failed)
  return { outcome: 'declined', decline }
}

function takePayment(provider: CardProvider, payment: PaymentIntent, methodId: string): Tried {
  const success = charge(provider, payment, methodId, null)
  const paid = provider.paymentIntents.save(
    {
      ...payment,
      status: 'succeeded',
      amount_received: payment.amount,
      payment_method: methodId,
      next_action: null,
      latest_charge: success.id,
      last_payment_error: null,
    },
    {},
  ).wire
  provider.log.record('charge.succeeded', success)
  provider.log.record('payment_intent.succeeded', paid)
  if (paid.setup_future_usage && paid.customer) saveCard(provider, methodId, paid.customer)
  return { outcome: 'worked' }
}

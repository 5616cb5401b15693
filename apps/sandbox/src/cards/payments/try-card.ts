import { newCharge } from '../objects/charge.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CardProvider } from '../provider.ts'
import { type CardBehaviour, type Decline, declines } from '../test-cards.ts'
import { saveCard } from './save-card.ts'

/** The bank's verdict on a card to charge or to save: 3-D Secure, a decline, or approval (undefined). */
export type BankVerdict = 'asks' | Decline | undefined

/** The card's holder: at the page, back from the bank (3-D Secure) with an answer, or absent, as at a renewal. */
export type Holder = 'present' | 'confirmed' | 'refused' | 'absent'

/** The bank requires 3-D Secure always, or until the card is saved. */
function verdictOf(
  { authentication, decline }: CardBehaviour,
  { customer }: PaymentMethod,
  holder: Holder,
): BankVerdict {
  if (holder === 'refused') return declines.authentication
  const asks = authentication === 'always' || (authentication === 'unless_saved' && customer === null)
  if (!asks || holder === 'confirmed') return decline
  return holder === 'present' ? 'asks' : declines.absent
}

/** Tries to pay with a card. Each answer of the bank makes a charge, declined ones too. */
export function tryToPay(provider: CardProvider, paymentId: string, methodId: string, holder: Holder): BankVerdict {
  const payment = provider.paymentIntents.get(paymentId)
  const { wire: method, hidden } = provider.paymentMethods.entry(methodId)
  const verdict = verdictOf(hidden.behaviour, method, holder)
  if (verdict === 'asks') {
    provider.paymentIntents.change(payment, {
      status: 'requires_action',
      payment_method: methodId,
      last_payment_error: null,
    })
    return verdict
  }
  const wasAsked = holder !== 'refused'
  const charge = wasAsked && newCharge(payment, method, verdict === undefined, provider.clock.seconds())
  if (charge) provider.charges.add(charge)
  const latest_charge = charge ? charge.id : payment.latest_charge
  if (verdict !== undefined) {
    provider.paymentIntents.change(payment, {
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge,
      last_payment_error: { type: 'card_error', ...verdict },
    })
    return verdict
  }
  provider.paymentIntents.change(payment, {
    status: 'succeeded',
    amount_received: payment.amount,
    payment_method: methodId,
    latest_charge,
    last_payment_error: null,
  })
  if (payment.setup_future_usage && payment.customer) saveCard(provider, methodId, payment.customer)
  return undefined
}

/** Charges a saved card in its holder's absence; returns why the bank declined, if it did. */
export function chargeSaved(provider: CardProvider, paymentId: string, methodId: string): Decline | undefined {
  const verdict = tryToPay(provider, paymentId, methodId, 'absent')
  return verdict === 'asks' ? declines.absent : verdict
}

/** Tries to save a card for later charges. */
export function tryToSave(provider: CardProvider, setupId: string, methodId: string, holder: Holder): BankVerdict {
  const setup = provider.setupIntents.get(setupId)
  const { wire: method, hidden } = provider.paymentMethods.entry(methodId)
  const verdict = verdictOf(hidden.behaviour, method, holder)
  if (verdict === 'asks') {
    provider.setupIntents.change(setup, { status: 'requires_action', payment_method: methodId })
    return verdict
  }
  if (verdict !== undefined && (verdict !== hidden.behaviour.decline || !hidden.behaviour.saves)) {
    provider.setupIntents.change(setup, {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { type: 'card_error', ...verdict },
    })
    return verdict
  }
  if (setup.customer !== null) saveCard(provider, methodId, setup.customer)
  provider.setupIntents.change(setup, { status: 'succeeded', payment_method: methodId, last_setup_error: null })
  return undefined
}

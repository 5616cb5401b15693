import type { CheckoutSession } from '../objects/checkout-session.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CardProvider } from '../provider.ts'

/** Attaches a card to a customer for later charges. */
export function saveCard(provider: CardProvider, methodId: string, customer: string): PaymentMethod {
  return provider.paymentMethods.change(provider.paymentMethods.get(methodId), { customer })
}

/** Cards that one page shows. */
const mostOffered = 3

/** The saved cards that a checkout offers, newest first: the customer's, of the kinds that the caller asked for. */
export function offeredCards(provider: CardProvider, session: CheckoutSession): readonly PaymentMethod[] {
  const { customer, saved_payment_method_options: options } = session
  if (typeof customer !== 'string' || options == null) return []
  const now = new Date(provider.clock.now())
  const kinds = options.allow_redisplay_filters ?? ['always']
  return provider.paymentMethods
    .list({ customer, allow_redisplay: kinds }, { limit: 100 })
    .data.filter(({ card }) => !isExpired({ month: card.exp_month, year: card.exp_year }, now))
    .slice(0, mostOffered)
}

/** A card works through its last month. */
export function isExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  return expiry.year < year || (expiry.year === year && expiry.month < month)
}

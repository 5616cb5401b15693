import { whereField, whereFieldIn } from '../collection.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CardProvider } from '../provider.ts'
import type { CardBehaviour } from '../test-cards.ts'

/** Keeps a card with a customer, for later charges. */
export function saveCard(provider: CardProvider, methodId: string, customer: string): PaymentMethod {
  const { wire, hidden } = provider.paymentMethods.get(methodId)
  const attached = provider.paymentMethods.save({ ...wire, customer }, hidden).wire
  provider.log.record('payment_method.attached', attached)
  return attached
}

/** Cards that one page shows. */
const MOST_OFFERED = 3

/** The saved cards that a checkout offers, the newest first: of its customer, and of the kinds that the caller asked for. */
export function offeredCards(provider: CardProvider, session: CheckoutSession): readonly PaymentMethod[] {
  const { customer, saved_payment_method_options: options } = session
  if (typeof customer !== 'string' || options == null) return []
  const now = new Date(provider.clock.now())
  return provider.paymentMethods
    .list(
      '/v1/payment_methods',
      [
        ...whereField('customer', customer),
        ...whereFieldIn('allow_redisplay', options.allow_redisplay_filters ?? ['always']),
      ],
      { limit: 100 },
    )
    .data.filter(({ card }) => !isExpired({ month: card.exp_month, year: card.exp_year }, now))
    .slice(0, MOST_OFFERED)
}

/** Whether a card's last month is over. */
export function isExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  return expiry.year < year || (expiry.year === year && expiry.month < month)
}

/** Whether the bank wants the card's holder to confirm: always, or until the card is saved. */
export function asksTheBank({ authentication }: CardBehaviour, { customer }: PaymentMethod): boolean {
  return authentication === 'always' || (authentication === 'unless_saved' && customer === null)
}

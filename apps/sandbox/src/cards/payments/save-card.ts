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

/** Whether the bank wants the card's holder to confirm: always, or until the card is saved. */
export function asksTheBank({ authentication }: CardBehaviour, { customer }: PaymentMethod): boolean {
  return authentication === 'always' || (authentication === 'unless_saved' && customer === null)
}

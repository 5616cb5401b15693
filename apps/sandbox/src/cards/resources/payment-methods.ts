import { declinedCall, invalidParameter } from '../api/api-error.ts'
import { cardCall } from '../api/card-call.ts'
import { text } from '../api/schemas.ts'
import type { Entry } from '../collection.ts'
import { newPaymentMethod, type PaymentMethod, type PaymentMethodSecrets } from '../objects/payment-method.ts'
import { saveCard } from '../payments/save-card.ts'
import type { CardProvider } from '../provider.ts'
import { savedTestCard } from '../test-cards.ts'

/**
 * A parameter's card, saved with this customer.
 *
 * @throws {ApiError} if the card has no customer or another one.
 */
export function savedCard(provider: CardProvider, card: string, customer: string): string {
  if (provider.paymentMethods.get(card, 'default_payment_method').customer !== customer) {
    const message = `The customer does not have a payment method with the ID ${card}. The payment method must be attached to the customer.`
    throw invalidParameter(message, 'default_payment_method', 'resource_missing')
  }
  return card
}

/** Years that the provider's own test cards are valid from now. */
const yearsGood = 5

/** A card by its id; the id of one of the provider's own test cards creates a new card without a customer. */
function cardNamed(provider: CardProvider, id: string): Entry<PaymentMethod, PaymentMethodSecrets> {
  const card = savedTestCard(id)
  if (card === undefined) return provider.paymentMethods.entry(id)
  const good = new Date(provider.clock.now())
  const expiry = { expiryMonth: good.getUTCMonth() + 1, expiryYear: good.getUTCFullYear() + yearsGood }
  const method = newPaymentMethod({ card, ...expiry }, provider.clock.seconds())
  const hidden = { behaviour: card.behaviour }
  return { wire: provider.paymentMethods.add({ ...method, allow_redisplay: 'unspecified' }, { hidden }), hidden }
}

/** Used or saved cards: attach, detach. */
export const paymentMethodCalls = [
  cardCall('POST', '/payment_methods/:id/attach', { customer: text() }, (provider, { customer }, id) => {
    provider.customers.get(customer, 'customer')
    const { wire: method, hidden } = cardNamed(provider, id)
    const { decline, saves } = hidden.behaviour
    if (decline !== undefined && !saves) throw declinedCall(decline, { effective: false })
    return saveCard(provider, method.id, customer)
  }),
  cardCall('POST', '/payment_methods/:id/detach', {}, ({ paymentMethods }, _, id) =>
    paymentMethods.change(paymentMethods.get(id), { customer: null }),
  ),
]

import { oneOf, required, text } from '../../http/parameters.ts'
import { declinedCall, invalidParameter } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters } from '../api/list-parameters.ts'
import { whereField } from '../collection.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import { saveCard } from '../payments/save-card.ts'
import type { CardProvider } from '../provider.ts'
import { savedTestCard } from '../test-cards.ts'

/**
 * The card that a parameter names, saved with this customer; what is left out stays so.
 *
 * @throws {ApiError} for a card of nobody or of somebody else.
 */
export function savedCard<Given extends string | null | undefined>(
  provider: CardProvider,
  card: Given,
  customer: string,
): Given {
  if (typeof card !== 'string') return card
  if (provider.paymentMethods.get(card, 'default_payment_method').wire.customer !== customer) {
    const message = `The customer does not have a payment method with the ID ${card}. The payment method must be attached to the customer.`
    throw invalidParameter(message, 'default_payment_method', 'resource_missing')
  }
  return card
}

type CardEntry = ReturnType<CardProvider['paymentMethods']['get']>

/** How long from now the provider's own test cards are good, in years. */
const YEARS_GOOD = 5

/** A card by its id; one of the provider's own test cards becomes a new card of nobody. */
function cardNamed(provider: CardProvider, id: string): CardEntry {
  const card = savedTestCard(id)
  if (card === undefined) return provider.paymentMethods.get(id)
  const good = new Date(provider.clock.now())
  const expiry = { expiryMonth: good.getUTCMonth() + 1, expiryYear: good.getUTCFullYear() + YEARS_GOOD }
  const method = newPaymentMethod({ card, ...expiry, name: null, email: null }, provider.clock.seconds())
  return provider.paymentMethods.add({ ...method, allow_redisplay: 'unspecified' }, { behaviour: card.behaviour })
}

/** Cards that were used or saved: list, attach, detach. */
export const paymentMethodRoutes = [
  apiRoute('GET', '/payment_methods/:id', expandParameter, (provider, _, id) => provider.paymentMethods.get(id).wire),

  apiRoute(
    'GET',
    '/payment_methods',
    { ...listParameters, customer: required(text()), type: oneOf('card') },
    (provider, values) =>
      provider.paymentMethods.list('/v1/payment_methods', whereField('customer', values.customer), values),
  ),

  apiRoute(
    'POST',
    '/payment_methods/:id/attach',
    { ...expandParameter, customer: required(text()) },
    (provider, { customer }, id) => {
      provider.customers.get(customer, 'customer')
      const { wire: method, hidden } = cardNamed(provider, id)
      const { decline, saves } = hidden.behaviour
      if (decline !== undefined && !saves) throw declinedCall(decline, { effective: false })
      return saveCard(provider, method.id, customer)
    },
  ),

  apiRoute('POST', '/payment_methods/:id/detach', expandParameter, (provider, _, id) => {
    const { wire, hidden } = provider.paymentMethods.get(id)
    const detached = provider.paymentMethods.save({ ...wire, customer: null }, hidden).wire
    provider.log.record('payment_method.detached', detached, { customer: wire.customer })
    return detached
  }),
]

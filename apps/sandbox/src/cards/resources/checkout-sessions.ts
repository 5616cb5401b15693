import { oneOf, text } from '../../http/parameters.ts'
import { refusedByState, resourceMissing } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { whereField } from '../collection.ts'
import { expireCheckout } from '../payments/expire-checkout.ts'
import { createCheckout, createCheckoutParameters } from './create-checkout.ts'

const lineItemParameters = {
  ...expandParameter,
  limit: listParameters.limit,
  starting_after: listParameters.starting_after,
}

/** Checkouts: create, read, list, expire, lines. */
export const checkoutSessionRoutes = [
  apiRoute('POST', '/v1/checkout/sessions', createCheckoutParameters, createCheckout),

  apiRoute(
    'GET',
    '/v1/checkout/sessions/:id',
    expandParameter,
    (provider, _, id) => provider.checkoutSessions.get(id).wire,
  ),

  apiRoute(
    'GET',
    '/v1/checkout/sessions',
    {
      ...listParameters,
      customer: text(),
      payment_intent: text(),
      status: oneOf('open', 'complete', 'expired'),
      subscription: text(),
    },
    (provider, values) =>
      provider.checkoutSessions.list(
        '/v1/checkout/sessions',
        [
          ...whereField('customer', values.customer),
          ...whereField('payment_intent', values.payment_intent),
          ...whereField('status', values.status),
          ...whereField('subscription', values.subscription),
          ...whereCreated(values.created),
        ],
        values,
      ),
  ),

  apiRoute('POST', '/v1/checkout/sessions/:id/expire', expandParameter, (provider, _, id) => {
    const entry = provider.checkoutSessions.get(id)
    if (entry.wire.status !== 'open') {
      throw refusedByState(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${entry.wire.status}\`.`,
      )
    }
    return expireCheckout(provider, entry)
  }),

  apiRoute('GET', '/v1/checkout/sessions/:id/line_items', lineItemParameters, (provider, values, id) => {
    const { lineItems } = provider.checkoutSessions.get(id).hidden
    const after = values.starting_after
    const start = after === undefined ? 0 : lineItems.findIndex((item) => item.id === after) + 1
    if (after !== undefined && start === 0) throw resourceMissing('item', after, 'starting_after')
    const limit = values.limit ?? 10
    return {
      object: 'list',
      url: `/v1/checkout/sessions/${id}/line_items`,
      has_more: lineItems.length > start + limit,
      data: lineItems.slice(start, start + limit),
    }
  }),
]

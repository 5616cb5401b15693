import { refusedByState } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter } from '../api/list-parameters.ts'
import { expireCheckout } from '../payments/checkout.ts'
import { createCheckout, createCheckoutParameters } from './create-checkout.ts'
import { listRoute, readRoute } from './read-routes.ts'

/** Checkouts: create, read, list, expire. */
export const checkoutSessionRoutes = [
  apiRoute('POST', '/checkout/sessions', createCheckoutParameters, createCheckout),
  readRoute('/checkout/sessions', 'checkoutSessions'),
  listRoute('/checkout/sessions', 'checkoutSessions'),
  apiRoute('POST', '/checkout/sessions/:id/expire', expandParameter, (provider, _, id) => {
    const entry = provider.checkoutSessions.get(id)
    if (entry.wire.status !== 'open') {
      throw refusedByState(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${entry.wire.status}\`.`,
      )
    }
    return expireCheckout(provider, entry)
  }),
]

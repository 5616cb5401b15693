import { apiRoute } from '../api/api-route.ts'
import { expandParameter } from '../api/list-parameters.ts'

/** Cards that were used: read. */
export const paymentMethodRoutes = [
  apiRoute(
    'GET',
    '/v1/payment_methods/:id',
    expandParameter,
    (provider, _, id) => provider.paymentMethods.get(id).wire,
  ),
]

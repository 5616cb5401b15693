import { text } from '../../http/parameters.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { whereField } from '../collection.ts'

/** Payments: read, list. They are made by the hosted card page. */
export const paymentIntentRoutes = [
  apiRoute(
    'GET',
    '/v1/payment_intents/:id',
    expandParameter,
    (provider, _, id) => provider.paymentIntents.get(id).wire,
  ),

  apiRoute('GET', '/v1/payment_intents', { ...listParameters, customer: text() }, (provider, values) =>
    provider.paymentIntents.list(
      '/v1/payment_intents',
      [...whereField('customer', values.customer), ...whereCreated(values.created)],
      values,
    ),
  ),
]

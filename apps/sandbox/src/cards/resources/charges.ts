import { text } from '../../http/parameters.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { whereField } from '../collection.ts'

/** Charges, the tries to take money: read, list. */
export const chargeRoutes = [
  apiRoute('GET', '/v1/charges/:id', expandParameter, (provider, _, id) => provider.charges.get(id).wire),

  apiRoute('GET', '/v1/charges', { ...listParameters, customer: text(), payment_intent: text() }, (provider, values) =>
    provider.charges.list(
      '/v1/charges',
      [
        ...whereField('customer', values.customer),
        ...whereField('payment_intent', values.payment_intent),
        ...whereCreated(values.created),
      ],
      values,
    ),
  ),
]

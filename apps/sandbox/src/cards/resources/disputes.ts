import { text } from '../../http/parameters.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { whereField } from '../collection.ts'

/** Disputes: read, list. Banks open and decide them; here the sandbox's controls do. */
export const disputeRoutes = [
  apiRoute('GET', '/v1/disputes/:id', expandParameter, (provider, _, id) => provider.disputes.get(id).wire),

  apiRoute('GET', '/v1/disputes', { ...listParameters, payment_intent: text() }, (provider, values) =>
    provider.disputes.list(
      '/v1/disputes',
      [...whereField('payment_intent', values.payment_intent), ...whereCreated(values.created)],
      values,
    ),
  ),
]

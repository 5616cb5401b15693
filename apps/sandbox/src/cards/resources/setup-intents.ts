import { apiRoute } from '../api/api-route.ts'
import { expandParameter } from '../api/list-parameters.ts'

/** Cards that are saved: read. The hosted page saves them. */
export const setupIntentRoutes = [
  apiRoute('GET', '/v1/setup_intents/:id', expandParameter, (provider, _, id) => provider.setupIntents.get(id).wire),
]

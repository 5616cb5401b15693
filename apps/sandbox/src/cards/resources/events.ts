import { listOf, required, text } from '../../http/parameters.ts'
import { invalidParameter } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { whereField, whereFieldIn } from '../collection.ts'

/** The provider's limit on `types`. */
const TYPE_LIMIT = 20

/** Events: read, list. What a webhook missed is found here. */
export const eventRoutes = [
  apiRoute('GET', '/events/:id', expandParameter, (provider, _, id) =>
    provider.log.shown(provider.events.get(id).wire),
  ),
  apiRoute(
    'GET',
    '/events',
    { ...listParameters, type: text(), types: listOf(required(text())) },
    (provider, values) => {
      const { type, types, created } = values
      if (type !== undefined && types !== undefined) {
        throw invalidParameter('You may only specify one of these parameters: type, types.', 'types')
      }
      if ((types?.length ?? 0) > TYPE_LIMIT) {
        throw invalidParameter(`You can give up to ${TYPE_LIMIT} types.`, 'types')
      }
      const conditions = [...whereField('type', type), ...whereFieldIn('type', types), ...whereCreated(created)]
      const list = provider.events.list('/v1/events', conditions, values)
      return { ...list, data: list.data.map((event) => provider.log.shown(event)) }
    },
  ),
]

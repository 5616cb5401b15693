import { flag, listOf, required, text } from '../../http/parameters.ts'
import { invalidParameter } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { type Condition, whereField } from '../collection.ts'

/** The provider's limit on `types`. */
const TYPE_LIMIT = 20

const DELIVERED = "EXISTS (SELECT 1 FROM outgoing_calls WHERE subject = objects.id AND state = 'delivered')"

function whereDelivered(delivered: boolean | undefined): readonly Condition[] {
  return delivered === undefined ? [] : [{ sql: delivered ? DELIVERED : `NOT ${DELIVERED}`, values: [] }]
}

function whereTypes(types: readonly string[] | undefined): readonly Condition[] {
  if (!types) return []
  if (types.length > TYPE_LIMIT) throw invalidParameter(`You can give up to ${TYPE_LIMIT} types.`, 'types')
  return [{ sql: "json_extract(wire, '$.type') IN (SELECT value FROM json_each(?))", values: [JSON.stringify(types)] }]
}

/** Events: read, list. What a webhook missed is found here. */
export const eventRoutes = [
  apiRoute('GET', '/v1/events/:id', expandParameter, (provider, _, id) =>
    provider.log.shown(provider.events.get(id).wire),
  ),

  apiRoute(
    'GET',
    '/v1/events',
    { ...listParameters, delivery_success: flag(), type: text(), types: listOf(required(text())) },
    (provider, values) => {
      if (values.type !== undefined && values.types !== undefined) {
        throw invalidParameter('You may only specify one of these parameters: type, types.', 'types')
      }
      const list = provider.events.list(
        '/v1/events',
        [
          ...whereField('type', values.type),
          ...whereTypes(values.types),
          ...whereDelivered(values.delivery_success),
          ...whereCreated(values.created),
        ],
        values,
      )
      return { ...list, data: list.data.map((event) => provider.log.shown(event)) }
    },
  ),
]

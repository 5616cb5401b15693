import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { Client, ClientChange } from '@nerdify/contract/client.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/authenticate.ts'
import { writeOnce } from '../http/idempotency.ts'
import { countOrders } from '../orders/list-orders.ts'
import type { Product } from '../product.ts'
import { changeClient } from './change-client.ts'
import { readClient } from './find-client.ts'
import { presentClient } from './present-client.ts'

/** The calls about the signed-in client (API-06). */
export function clientRoutes(app: App, product: Product): void {
  const read = async (queries: Product['queries'], clientId: string) =>
    presentClient(await readClient(queries, clientId), await countOrders(queries, clientId))

  app.get(
    apiPaths.me(),
    {
      config: { who: 'client' },
      schema: { summary: 'The signed-in client', response: { 200: Client, '4xx': ErrorBody } },
    },
    async (request) => read(product.queries, clientOf(request).clientId),
  )

  app.route({
    method: ['PATCH', 'POST'],
    url: apiPaths.me(),
    config: { who: 'client' },
    schema: { summary: 'Change the signed-in client', body: ClientChange, response: { 200: Client, '4xx': ErrorBody } },
    handler: async (request) => {
      const { clientId } = clientOf(request)
      const answer = await writeOnce(product, request, async (queries) => {
        await changeClient(queries, clientId, request.body)
        return { status: 200, body: await read(queries, clientId) }
      })
      return answer.body
    },
  })
}

import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { MyData } from '@nerdify/contract/client.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/authenticate.ts'
import type { Product } from '../product.ts'
import { myData } from './my-data.ts'

/** "Download my data" (LAW-06); the wish to be deleted is an action of the client's own call (API-06). */
export function personalDataRoutes(app: App, product: Product): void {
  app.get(
    apiPaths.myData(),
    {
      config: { who: 'client' },
      schema: {
        summary: 'Everything that is kept of the signed-in client',
        response: { 200: MyData, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      void reply.header('content-disposition', 'attachment; filename="nerdify-my-data.json"')
      return myData(product, clientOf(request).clientId)
    },
  )
}

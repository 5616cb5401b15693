import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { MessagePage, MessagesQuery } from '@nerdify/contract/operations.ts'
import type { App } from '../http/app-type.ts'
import type { Product } from '../product.ts'
import { listMessages } from '../outbox/list-messages.ts'
import { operationsClientRoutes } from './client-routes.ts'
import { operationsDiscountRoutes } from './discount-routes.ts'
import { operationsOrderRoutes } from './order-routes.ts'
import { operationsPriceRoutes } from './price-routes.ts'

/** The calls of operations (OPS-01, OPS-05); each needs their token, and each write goes to the log. */
export function operationsRoutes(app: App, product: Product): void {
  operationsOrderRoutes(app, product)
  operationsClientRoutes(app, product)
  operationsPriceRoutes(app, product)
  operationsDiscountRoutes(app, product)
  app.get(
    apiPaths.opsMessages(),
    {
      config: { who: 'operations' },
      schema: {
        summary: 'A page of messages, by what became of them',
        querystring: MessagesQuery,
        response: { 200: MessagePage, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { status, page } = request.query
      return listMessages(product, { status, page: Number(page ?? '0') })
    },
  )
}

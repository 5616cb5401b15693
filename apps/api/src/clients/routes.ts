import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { BalancePage, BalanceQuery, Client, ClientChange } from '@nerdify/contract/client.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/authenticate.ts'
import { writeOnce } from '../http/idempotency.ts'
import type { Product } from '../product.ts'
import { balancePage } from './balance-page.ts'
import { changeClient } from './change-client.ts'
import { clientAnswer } from './client-answer.ts'

/** The calls about the signed-in client (API-06). */
export function clientRoutes(app: App, product: Product): void {
  app.get(
    apiPaths.me(),
    {
      config: { who: 'client' },
      schema: { summary: 'The signed-in client', response: { 200: Client, '4xx': ErrorBody } },
    },
    async (request) => {
      const { clientId } = clientOf(request)
      return transaction(product.queries, (queries) =>
        clientAnswer(product, queries, { clientId, ipAddress: request.ip }),
      )
    },
  )

  app.route({
    method: ['PATCH', 'POST'],
    url: apiPaths.me(),
    config: { who: 'client', answerKept: 'with its write' },
    schema: { summary: 'Change the signed-in client', body: ClientChange, response: { 200: Client, '4xx': ErrorBody } },
    handler: async (request) => {
      const { clientId } = clientOf(request)
      return writeOnce(product, request, async (queries) => {
        const { clock, settings } = product
        await changeClient(queries, clientId, { change: request.body, now: clock.now(), settings })
        return clientAnswer(product, queries, { clientId, ipAddress: request.ip })
      })
    },
  })

  app.get(
    apiPaths.myBalance(),
    {
      config: { who: 'client' },
      schema: {
        summary: 'What changed the balance',
        querystring: BalanceQuery,
        response: { 200: BalancePage, '4xx': ErrorBody },
      },
    },
    (request) => balancePage(product, clientOf(request).clientId, Number(request.query.page ?? '0')),
  )
}

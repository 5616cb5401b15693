import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { BalancePage, Client, ClientChange } from '@nerdify/contract/client.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { PageQuery } from '@nerdify/contract/page-of.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { clientCall } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { balancePage } from '../payments/ledger/balance-history.ts'
import { changeClient } from './change-client.ts'
import { clientAnswer } from './client-answer.ts'

/** Routes for the signed-in client (API-06). */
export function clientRoutes(app: App, product: AppContext): void {
  app.get(apiPaths.me(), clientCall('The signed-in client', { 200: Client }), async (request) => {
    const session = clientOf(request)
    return transaction(product.queries, (queries) => clientAnswer(product, queries, { session, ipAddress: request.ip }))
  })

  app.route({
    method: ['PATCH', 'POST'],
    url: apiPaths.me(),
    config: { who: 'client', answerKept: 'with its write' },
    schema: { summary: 'Change the signed-in client', body: ClientChange, response: { 200: Client, '4xx': ErrorBody } },
    handler: async (request) => {
      const session = clientOf(request)
      const answer = await writeOnce(product, request, async (queries) => {
        const { clock, settings } = product
        const { clientId, origin } = session
        await changeClient(queries, clientId, { change: request.body, origin, now: clock.now(), settings })
        return clientAnswer(product, queries, { session, ipAddress: request.ip })
      })
      if (request.body.email !== undefined) logSecurityEvent(product, request, 'address_change_asked')
      product.wake.outbox()
      return answer
    },
  })

  app.get(
    apiPaths.myBalance(),
    clientCall('What changed the balance', { querystring: PageQuery, 200: BalancePage }),
    (request) => balancePage(product, clientOf(request).clientId, Number(request.query.page ?? '0')),
  )
}

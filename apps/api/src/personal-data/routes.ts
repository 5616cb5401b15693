import { Readable } from 'node:stream'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ClientFacts, MyData } from '@nerdify/contract/client.ts'
import type { App } from '../http/app-type.ts'
import { clientCall } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { countDownload, myAccount, myData } from './my-data.ts'

/** The schema drops undeclared fields; the framework does not accept the schema's own type. */
const accountSchema: Record<string, unknown> = { ...ClientFacts }

/** "Download my data" (LAW-06); the deletion request is an action of the client's own call (API-06). */
export function personalDataRoutes(app: App, product: AppContext): void {
  app.get(
    apiPaths.myData(),
    clientCall('Everything that is kept of the signed-in client', { 200: MyData }),
    async (request, reply) => {
      const { clientId } = clientOf(request)
      await countDownload(product, clientId)
      logSecurityEvent(product, request, 'personal_data_downloaded')
      const account = String(reply.serializeInput(await myAccount(product, clientId), accountSchema))
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="nerdify-my-data.json"')
        .send(Readable.from(myData(product, { clientId, account }), { objectMode: false }) as unknown as MyData)
    },
  )
}

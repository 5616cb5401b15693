import { IdAddress } from '@nerdify/contract/addresses.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { Message, MessagePage, MessagesQuery } from '@nerdify/contract/operations.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall, keptWithWrite } from '../http/call.ts'
import { listMessages, readMessage } from '../outbox/list-messages.ts'
import { resendMessage } from '../outbox/resend-message.ts'
import type { Product } from '../product.ts'
import { writeLogged } from './logged-write.ts'

/** The calls of operations about messages (OPS-05, MSG-05). */
export function operationsMessageRoutes(app: App, product: Product): void {
  app.get(
    opsPaths.messages(),
    operationsCall('A page of messages, by what became of them', { querystring: MessagesQuery, 200: MessagePage }),
    async (request) => {
      const { status, page } = request.query
      return listMessages(product, { status, page: Number(page ?? '0') })
    },
  )

  app.post(
    opsPaths.messageResend(':id'),
    operationsCall('Send a message again that did not arrive', { params: IdAddress, 200: Message }, keptWithWrite),
    async (request) => {
      const { id } = request.params
      const answer = await writeLogged(product, request, 'resend message', async ({ queries, now }) => {
        await resendMessage(queries, id, now)
        return { subject: `message ${id}`, body: await readMessage(queries, product, id) }
      })
      product.wake.outbox()
      return answer
    },
  )
}

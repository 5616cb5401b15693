import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { Message, MessagePage, MessagesQuery } from '@nerdify/contract/operations.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { listMessages, readMessage } from '../outbox/list-messages.ts'
import { resendMessage } from '../outbox/resend-message.ts'
import type { Product } from '../product.ts'
import { writeLogged } from './logged-write.ts'

const MessageAddress = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** The calls of operations about messages (OPS-05, MSG-05). */
export function operationsMessageRoutes(app: App, product: Product): void {
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

  app.post(
    apiPaths.opsMessageResend(':id'),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Send a message again that did not arrive',
        params: MessageAddress,
        response: { 200: Message, '4xx': ErrorBody },
      },
    },
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

import { IdAddress } from '@nerdify/contract/addresses.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import {
  ConversationList,
  ConversationMessage,
  ConversationPage,
  ConversationQuery,
  MessagePosting,
  MessagePreview,
  MessagePreviewPosting,
  ReadPosting,
  Unread,
} from '@nerdify/contract/conversations.ts'
import { onlyOrderOf } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { clientCall, storedWithWrite } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import { readSentUploads } from '../uploads/attach-uploads.ts'
import {
  listOwnConversations,
  ownConversation,
  postMessage,
  previewForNerd,
  readConversation,
  readUntil,
} from './conversations.ts'

/** The calls of clients about their conversations (TALK-01): one for each order, and a general one. */
export function conversationRoutes(app: App, product: AppContext): void {
  const { queries, clock } = product

  app.get(
    messagePaths.conversations(),
    clientCall('A client’s conversations, the latest first', { 200: ConversationList }),
    (request) => {
      const session = clientOf(request)
      const only = onlyOrderOf(session)
      return listOwnConversations(product, { clientId: session.clientId, only })
    },
  )

  const read = async (request: FastifyRequest, orderId: string | undefined) => {
    const { before } = request.query as { before?: string }
    const key = await ownConversation(queries, clientOf(request).clientId, orderId)
    return readConversation(queries, product, { key, ...(before !== undefined && { before }) })
  }
  const reading = { querystring: ConversationQuery, 200: ConversationPage }
  app.get(messagePaths.messages(), clientCall('The general conversation with support', reading), (request) =>
    read(request, undefined),
  )
  app.get(
    messagePaths.orderMessages(':id'),
    clientCall('The conversation about an order', { params: IdAddress, ...reading }),
    (request) => read(request, request.params.id),
  )

  const post = async (request: FastifyRequest, orderId: string | undefined) => {
    const { text, files = [] } = request.body as MessagePosting
    const { clientId } = clientOf(request)
    const write = async (within: Queries, uploads: readonly string[]) => {
      const key = await ownConversation(within, clientId, orderId)
      return postMessage(within, product, { key, content: { text, files: uploads }, now: clock.now() })
    }
    const prepare = () => readSentUploads(product, clientId, files)
    const answer = await writeOnce(product, request, write, { prepare })
    product.wake.outbox()
    return answer
  }
  const posting = { body: MessagePosting, 201: ConversationMessage }
  app.post(messagePaths.messages(), clientCall('Write to support', posting, storedWithWrite), async (request, reply) =>
    reply.code(201).send(await post(request, undefined)),
  )
  app.post(
    messagePaths.orderMessages(':id'),
    clientCall('Write about an order', { params: IdAddress, ...posting }, storedWithWrite),
    async (request, reply) => reply.code(201).send(await post(request, request.params.id)),
  )

  app.post(
    messagePaths.orderMessagesPreview(':id'),
    clientCall('The Nerd’s copy of a message before it is sent', {
      params: IdAddress,
      body: MessagePreviewPosting,
      200: MessagePreview,
    }),
    (request) =>
      previewForNerd(queries, {
        clientId: clientOf(request).clientId,
        orderId: request.params.id,
        text: request.body.text,
      }),
  )

  const markRead = (request: FastifyRequest, orderId: string | undefined) => {
    const { last } = request.body as { last: string }
    return writeOnce(product, request, async (within) => {
      const key = await ownConversation(within, clientOf(request).clientId, orderId)
      return readUntil(within, key, last, clock.now())
    })
  }
  const marking = { body: ReadPosting, 200: Unread }
  app.post(messagePaths.messagesRead(), clientCall('Mark messages as read', marking, storedWithWrite), (request) =>
    markRead(request, undefined),
  )
  app.post(
    messagePaths.orderMessagesRead(':id'),
    clientCall('Mark messages about an order as read', { params: IdAddress, ...marking }, storedWithWrite),
    (request) => markRead(request, request.params.id),
  )
}

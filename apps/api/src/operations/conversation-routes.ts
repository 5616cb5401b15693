import { OperationsOrderAddress } from '@nerdify/contract/addresses.ts'
import {
  AnswerPosting,
  ConversationQuery,
  OperationsConversation,
  OperationsConversationPage,
  OperationsConversationsQuery,
} from '@nerdify/contract/conversations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { AppContext } from '../app-context.ts'
import {
  answerConversation,
  endWaitWithoutAnswer,
  findConversation,
  readForStaff,
  takeBackAnswer,
} from '../conversations/conversations.ts'
import type { ConversationKey } from '../conversations/conversations.ts'
import { listForStaff } from '../conversations/list-for-staff.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { loggedCall, writeLogged } from './logged-write.ts'
import { actorOf } from './operator.ts'

/** The calls of operations about conversations (TALK-01): read, answer, and end a wait without an answer. */
export function operationsConversationRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.conversations(),
    operationsCall('Conversations, all or those that wait for an answer', {
      querystring: OperationsConversationsQuery,
      200: OperationsConversationPage,
    }),
    ({ query: { waits, q, cursor } }) => listForStaff(product.queries, { waits: waits === 'true', q, cursor }),
  )

  app.get(
    opsPaths.conversation(':id'),
    operationsCall('One conversation, by order or client', {
      params: OperationsOrderAddress,
      querystring: ConversationQuery,
      200: OperationsConversation,
    }),
    async (request) => {
      const key = await findConversation(product.queries, request.params.id)
      request.account = key.clientId
      return readForStaff(product.queries, key, request.query.before)
    },
  )

  const done = async (queries: Queries, key: ConversationKey) => ({
    subject: `conversation ${key.id}`,
    body: await readForStaff(queries, key, undefined),
  })

  app.post(
    opsPaths.conversationAnswers(':id'),
    loggedCall('Answer a client; the client reads it after 10 seconds', {
      params: OperationsOrderAddress,
      body: AnswerPosting,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'answer conversation', async ({ queries, now }) => {
        const key = await findConversation(queries, request.params.id)
        const { as = 'support', text } = request.body
        await answerConversation(queries, { key, as, text, operator: actorOf(request), now })
        return done(queries, key)
      }),
  )

  app.post(
    opsPaths.conversationTakeBack(':id'),
    loggedCall('Take back one’s answer, before the client reads it', {
      params: OperationsOrderAddress,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'take back answer', async ({ queries, now }) => {
        const key = await findConversation(queries, request.params.id)
        await takeBackAnswer(queries, { key, operator: actorOf(request), now })
        return done(queries, key)
      }),
  )

  app.post(
    opsPaths.conversationNoAnswerNeeded(':id'),
    loggedCall('Note that a conversation needs no answer', {
      params: OperationsOrderAddress,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'no answer needed', async ({ queries }) => {
        const key = await findConversation(queries, request.params.id)
        await endWaitWithoutAnswer(queries, key)
        return done(queries, key)
      }),
  )
}

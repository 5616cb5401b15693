import { IdAddress, OperationsOrderAddress } from '@nerdify/contract/addresses.ts'
import {
  AnswerPosting,
  AnswerPreview,
  ConversationQuery,
  MessagePreviewPosting,
  NoAnswerQuery,
  NotePosting,
  OperationsConversation,
  OperationsConversationPage,
  OperationsConversationsQuery,
  ReadPosting,
} from '@nerdify/contract/conversations.ts'
import { VersionQuery } from '@nerdify/contract/content-version.ts'
import { SavedReplies, SavedReplyChange, SavedReplyCreation } from '@nerdify/contract/saved-replies.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { AppContext } from '../app-context.ts'
import {
  addNote,
  checkedNote,
  answerConversation,
  endWaitWithoutAnswer,
  findConversation,
  findConversationToChange,
  markReadByStaff,
  previewForClient,
  readForStaff,
  takeBackAnswer,
} from '../conversations/conversations.ts'
import type { ConversationKey } from '../conversations/conversations.ts'
import { listForStaff } from '../conversations/list-for-staff.ts'
import {
  addSavedReply,
  changeSavedReply,
  listSavedReplies,
  lockReply,
  removeSavedReply,
} from '../conversations/saved-replies.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { expectVersion } from './expect-version.ts'
import { loggedCall, writeLogged } from './logged-write.ts'
import { operatorOf } from '../http/caller.ts'

/** The calls of operations about conversations (TALK-01): read, answer, and end a wait without an answer. */
export function operationsConversationRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.conversations(),
    operationsCall('Conversations, all or those that wait for an answer', {
      querystring: OperationsConversationsQuery,
      200: OperationsConversationPage,
    }),
    (request) => {
      const { waits, mine, q, cursor } = request.query
      const takenBy = mine === 'true' ? operatorOf(request).name : undefined
      return listForStaff(product, { ...(waits === 'true' && { waits: true }), takenBy, q, cursor })
    },
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
      return readForStaff(product.queries, product, { key, before: request.query.before })
    },
  )

  app.post(
    opsPaths.conversationPreview(':id'),
    operationsCall('The client’s copy of an answer for the Nerd, before it is sent', {
      params: OperationsOrderAddress,
      body: MessagePreviewPosting,
      200: AnswerPreview,
    }),
    ({ body }) => previewForClient(body.text),
  )

  answerRoutes(app, product)
  waitRoutes(app, product)
  replyRoutes(app, product)
}

const resultReader = (product: AppContext) => async (queries: Queries, key: ConversationKey) => ({
  subject: `conversation ${key.id}`,
  body: await readForStaff(queries, product, { key }),
})

function answerRoutes(app: App, product: AppContext): void {
  const resultOf = resultReader(product)

  app.post(
    opsPaths.conversationAnswers(':id'),
    loggedCall('Answer a client; the client reads it after 10 seconds', {
      params: OperationsOrderAddress,
      body: AnswerPosting,
      200: OperationsConversation,
    }),
    async (request) => {
      let waitMs: number | undefined
      const answered = await writeLogged(product, request, 'answer conversation', async ({ queries, now }) => {
        const key = await findConversationToChange(queries, request.params.id)
        const { as = 'support', text, files = [] } = request.body
        const answer = { key, as, content: { text, files }, operator: operatorOf(request).name, now }
        const since = await answerConversation(queries, answer)
        if (since !== null) waitMs = now - since
        return resultOf(queries, key)
      })
      if (waitMs !== undefined) product.metrics.waitSeconds.observe({ kind: 'message' }, waitMs / 1000)
      return answered
    },
  )

  app.post(
    opsPaths.conversationTakeBack(':id'),
    loggedCall('Take back one’s answer, before the client reads it', {
      params: OperationsOrderAddress,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'take back answer', async ({ queries, now }) => {
        const key = await findConversationToChange(queries, request.params.id)
        await takeBackAnswer(queries, { key, operator: operatorOf(request).name, now })
        return resultOf(queries, key)
      }),
  )
}

/** Staff's calls about a conversation that no client reads. */
function waitRoutes(app: App, product: AppContext): void {
  const resultOf = resultReader(product)

  app.post(
    opsPaths.conversationRead(':id'),
    loggedCall('Mark messages of a client as read', {
      params: OperationsOrderAddress,
      body: ReadPosting,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'read conversation', async ({ queries, now }) => {
        const key = await findConversationToChange(queries, request.params.id)
        await markReadByStaff(queries, key, { last: request.body.last, now })
        return resultOf(queries, key)
      }),
  )

  app.post(
    opsPaths.conversationNotes(':id'),
    loggedCall('Note something about a conversation, for staff alone', {
      params: OperationsOrderAddress,
      body: NotePosting,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'note conversation', async ({ queries, now }) => {
        const key = await findConversationToChange(queries, request.params.id)
        await addNote(queries, key, { text: checkedNote(request.body.text), operator: operatorOf(request).name, now })
        return resultOf(queries, key)
      }),
  )

  app.post(
    opsPaths.conversationNoAnswerNeeded(':id'),
    loggedCall('Note that a conversation needs no answer', {
      params: OperationsOrderAddress,
      querystring: NoAnswerQuery,
      200: OperationsConversation,
    }),
    (request) =>
      writeLogged(product, request, 'no answer needed', async ({ queries, now }) => {
        const key = await findConversationToChange(queries, request.params.id)
        await endWaitWithoutAnswer(queries, key, { last: request.query.last, now })
        return resultOf(queries, key)
      }),
  )
}

/** Reusable replies with placeholders (DESK-04); each write returns all of them. */
function replyRoutes(app: App, product: AppContext): void {
  const zone = product.settings.companyZone
  app.get(opsPaths.replies(), operationsCall('All saved replies', { 200: SavedReplies }), () =>
    listSavedReplies(product.queries),
  )

  app.post(
    opsPaths.replies(),
    loggedCall('Add a saved reply', { body: SavedReplyCreation, 201: SavedReplies }),
    async (request, reply) => {
      const added = await writeLogged(product, request, 'add saved reply', async ({ queries, now }) => {
        const id = await addSavedReply(queries, request.body, { author: operatorOf(request).name, now })
        return { subject: `reply ${id}`, body: await listSavedReplies(queries) }
      })
      return reply.code(201).send(added)
    },
  )

  app.patch(
    opsPaths.reply(':id'),
    loggedCall('Change a saved reply', {
      params: IdAddress,
      querystring: VersionQuery,
      body: SavedReplyChange,
      200: SavedReplies,
    }),
    (request) =>
      writeLogged(product, request, 'change saved reply', async ({ queries, now }) => {
        const { id } = request.params
        const subject = await expectReply(queries, { id, shown: request.query.version, now, zone })
        await changeSavedReply(queries, id, request.body, { author: operatorOf(request).name, now })
        return { subject, body: await listSavedReplies(queries) }
      }),
  )

  app.post(
    opsPaths.replyRemove(':id'),
    loggedCall('Remove a saved reply', { params: IdAddress, querystring: VersionQuery, 200: SavedReplies }),
    (request) =>
      writeLogged(product, request, 'remove saved reply', async ({ queries, now }) => {
        const { id } = request.params
        const subject = await expectReply(queries, { id, shown: request.query.version, now, zone })
        await removeSavedReply(queries, id)
        return { subject, body: await listSavedReplies(queries) }
      }),
  )
}

/** Locks a reply and refuses a write based on an outdated version; returns its name for the log. */
async function expectReply(
  queries: Queries,
  { id, ...check }: { id: string } & Omit<Parameters<typeof expectVersion>[1], 'subject' | 'inForce'>,
): Promise<string> {
  const subject = `reply ${id}`
  await expectVersion(queries, { ...check, subject, inForce: await lockReply(queries, id) })
  return subject
}

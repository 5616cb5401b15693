import { maskedSpans, maskedText } from '@nerdify/domain/conversations/mask.ts'
import type {
  AnswerPreview,
  ConversationList,
  ConversationMessage,
  ConversationPage,
  MessagePreview,
  OperationsConversation,
} from '@nerdify/contract/conversations.ts'
import {
  answerHoldMs,
  maxMessageLength,
  messagesPerPage,
  mostMessagesAnHour,
} from '@nerdify/domain/conversations/message-rules.ts'
import { type ClientNames, clientName } from '@nerdify/domain/clients/client-name.ts'
import { answerFault, type ReplyValues } from '@nerdify/domain/conversations/saved-replies.ts'
import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { isBlank, writtenText } from '@nerdify/domain/input/visible-text.ts'
import { noteFault } from '@nerdify/domain/orders/note.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { answerDue } from '@nerdify/domain/orders/order-waits.ts'
import { tooLongText } from '@nerdify/domain/orders/text-length.ts'
import { clientById, refuseErased } from '../accounts/find-client.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import { sliceOfRows } from '../http/answers/slice.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { factsOf, nameOf } from '../orders/list/order-facts-of.ts'
import { nerdsIn } from '../orders/history/event-kinds.ts'
import { findAnyOrder, historyOf } from '../orders/list/find-any-order.ts'
import { orderOf, ordersOf, ownOrder, type StoredOrder } from '../orders/list/own-order.ts'
import { instantText } from '../orders/list/present-order.ts'
import { newestOrderInWork, senderOrderSummary } from '../orders/order-of-sender.ts'
import { holderOf } from '../orders/waiting-now.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { zoneOfClient } from '../sessions/sessions.ts'
import type { Settings } from '../settings.ts'
import {
  attachToMessage,
  deleteUploadsOfMessage,
  filesOfMessages,
  type StoredUpload,
} from '../uploads/attach-uploads.ts'
import { presentUpload } from '../uploads/present-upload.ts'
import {
  type ConversationKey,
  conversationOf,
  conversationsOf,
  deleteAnswer,
  endWait,
  insertAnswer,
  insertClientMessage,
  insertNote,
  insertNotice,
  markRead,
  messagesOf,
  notesOf,
  type StoredMessage,
  type StoredNote,
  unreadOf,
} from './conversations.store.ts'
import { findPhones } from '../accounts/find-phones.ts'

export type { ConversationKey } from './conversations.store.ts'
export { clientIdOfMessage, hasOpenWait, messagesAfter, waitingConversations } from './conversations.store.ts'

const messagesOfOneClient: RateLimit = {
  name: 'messages',
  most: mostMessagesAnHour,
  windowMs: 3_600_000,
  say: (wait) => `You’ve sent ${mostMessagesAnHour} messages in an hour. You can send the next one in ${wait}.`,
}

/** The text of a message, as typed; 422 at the field if it is blank or too long. */
function checkedText(text: string): string {
  if (isBlank(text)) throw unacceptable('Please write a message.', 'text')
  const fault = tooLongText(text, maxMessageLength)
  if (fault !== undefined) throw unacceptable(fault, 'text')
  return text
}

/** The conversation of a client's own order (404 for any other), or the general one without an order. */
export async function ownConversation(
  queries: Queries,
  clientId: string,
  orderId: string | undefined,
): Promise<ConversationKey> {
  return { clientId, id: orderId === undefined ? clientId : (await ownOrder(queries, clientId, orderId)).id }
}

/** The order of a conversation, in any state; undefined for the general one. */
export const orderOfConversation = (queries: Queries, { clientId, id }: ConversationKey) =>
  id === clientId ? undefined : orderOf(queries, clientId, id)

type Presenter = Pick<AppContext, 'settings' | 'clock'>

/** The conversations among these, by their ids, that their client can open: not those of deleted orders (STATE-07). */
async function openable(queries: Queries, clientId: string, ids: readonly string[]) {
  const ofOrders = ids.filter((id) => id !== clientId)
  const orders = await ordersOf(queries, clientId, ofOrders)
  const shown = new Map(orders.filter((order) => !orderIs.deleted(factsOf(order))).map((order) => [order.id, order]))
  return { orders: shown, has: (id: string) => id === clientId || shown.has(id) }
}

/** A message on the wire. */
const presentMessage = (
  product: Presenter,
  message: StoredMessage,
  about: { files: readonly StoredUpload[] | undefined; reader: 'client' | 'operations' },
): ConversationMessage => ({
  _id: message.id,
  author: message.author,
  name: message.name,
  text: message.body,
  by_text: message.by_text,
  files: (about.files ?? []).flatMap((file) => presentUpload(product, file, about.reader)),
  at: instantText(message.at),
  read_at: message.read_at === null ? null : instantText(message.read_at),
})

const filesOf = (queries: Queries, clientId: string, messages: readonly StoredMessage[]) => {
  const ids = messages.map(({ id }) => id)
  return filesOfMessages(queries, clientId, ids)
}

/** A page of messages, and the `before` of the next one. */
async function pageOfMessages(queries: Queries, key: ConversationKey, view: { before?: string; seenAt?: number }) {
  const messages = await messagesOf(queries, key, { ...view, most: messagesPerPage + 1 })
  return sliceOfRows(messages, messagesPerPage, ({ id }) => id)
}

/** A page of a conversation as its client reads it (TALK-01): without answers on hold. */
export async function readConversation(
  queries: Queries,
  product: Presenter,
  { key, before }: { key: ConversationKey; before?: string },
): Promise<ConversationPage> {
  const now = product.clock.now()
  const view = { seenAt: now, ...(before !== undefined && { before }) }
  const { shown, next } = await pageOfMessages(queries, key, view)
  const files = await filesOf(queries, key.clientId, shown)
  const unread = (await unreadOf(queries, key.clientId, now)).get(key.id) ?? 0
  const results = shown.map((message) =>
    presentMessage(product, message, { files: files.get(message.id), reader: 'client' }),
  )
  return { results, next, unread }
}

/** All unread messages of a client that they can open; with `only`, those of one order. */
export async function countUnread(
  queries: Queries,
  { clientId, only, now }: { clientId: string; only: string | null | undefined; now: number },
): Promise<number> {
  const unread = await unreadOf(queries, clientId, now)
  const { has } = await openable(queries, clientId, [...unread.keys()])
  return [...unread].reduce(
    (sum, [id, count]) => (has(id) && (only === undefined || id === only) ? sum + count : sum),
    0,
  )
}

/** A client's conversations; a session of one order sees only that one (SAFE-03). */
export async function listOwnConversations(
  product: AppContext,
  { clientId, only }: { clientId: string; only: string | null | undefined },
): Promise<ConversationList> {
  const { queries } = product
  const now = product.clock.now()
  const all = await conversationsOf(queries, { clientId, now, only })
  const ids = all.map(({ conversation }) => conversation.id)
  const { orders, has } = await openable(queries, clientId, ids)
  const conversations = all.filter(({ conversation }) => has(conversation.id))
  const lasts = conversations.map(({ last }) => last)
  const files = await filesOf(queries, clientId, lasts)
  const unread = await unreadOf(queries, clientId, now)
  const results = conversations.map(({ conversation, last }) => {
    const order = orders.get(conversation.id)
    return {
      order_id: order?.id ?? null,
      number: order?.number ?? null,
      title: (order && nameOf(order)) ?? null,
      last: presentMessage(product, last, { files: files.get(last.id), reader: 'client' }),
      unread: unread.get(conversation.id) ?? 0,
    }
  })
  return { results }
}

/** Advances the client's read mark; returns the number of unread messages left. */
export async function readUntil(queries: Queries, key: ConversationKey, last: string, now: number) {
  await markRead(queries, key, { reader: 'client', last, now })
  return { unread: (await unreadOf(queries, key.clientId, now)).get(key.id) ?? 0 }
}

/** The content of a new message. */
interface MessageContent {
  text: string
  /** The ids of settled uploads. */
  files: readonly string[]
}

/**
 * Stores a client's message and mails it to staff (TALK-01, WAIT-03); 429 beyond the limit (TALK-07), 409 for an erased
 * account.
 */
export async function postMessage(
  queries: Queries,
  product: Presenter,
  { key, content, now }: { key: ConversationKey; content: MessageContent; now: number },
): Promise<ConversationMessage> {
  const body = checkedText(content.text)
  await refuseErased(queries, key.clientId)
  await limitUse(queries, messagesOfOneClient, { subject: key.clientId, now, scale: product.settings.limitScale })
  const id = uuidv7(now)
  await insertClientMessage(queries, key, { id, now, body, byText: false })
  const attached = { clientId: key.clientId, messageId: id, ids: content.files, from: 'client', now } as const
  const uploads = await attachToMessage(queries, attached)
  const words = { text: body, files: uploads.map(({ file_name: name }) => name).join('\n') }
  await mailMessage(queries, product.settings, { key, id, words, dedupeKey: `client-message:${id}`, now })
  const files = uploads.flatMap((upload) => presentUpload(product, upload, 'client'))
  const message = { _id: id, author: 'client', name: null, text: body, by_text: false } as const
  return { ...message, files, at: instantText(now), read_at: null }
}

/**
 * Adds words that a client sent by text (TALK-05) or by the contact page (MSG-01) to the conversation of their newest
 * active order, else to the general one, and mails them to staff; a repeat of `dedupeKey` is a no-op.
 */
export async function postWords(
  queries: Queries,
  settings: Settings,
  {
    clientId,
    body,
    byText,
    dedupeKey,
    now,
  }: { clientId: string; body: string; byText: boolean; dedupeKey: string; now: number },
): Promise<void> {
  const order = await newestOrderInWork(queries, clientId)
  const key = { clientId, id: order?.id ?? clientId }
  const words = { text: body, ...(byText && { byText: 'yes' }) }
  const id = uuidv7(now)
  if (!(await mailMessage(queries, settings, { key, id, words, dedupeKey, now }))) return
  await insertClientMessage(queries, key, { id, now, body, byText })
}

/** Mails a client's message to staff (WAIT-03); false if it was mailed before. */
async function mailMessage(
  queries: Queries,
  settings: Settings,
  {
    key,
    id,
    words,
    dedupeKey,
    now,
  }: {
    key: ConversationKey
    id: string
    words: { text: string; files?: string; byText?: string }
    dedupeKey: string
    now: number
  },
): Promise<boolean> {
  const order = await orderOfConversation(queries, key)
  return mailStaff(queries, now, settings, {
    template: 'client-message',
    variables: {
      client: key.clientId,
      name: await nameOfClient(queries, key.clientId),
      ...words,
      conversation: order?.number ?? key.clientId,
      last: id,
      ...senderOrderSummary(order, settings.companyZone),
    },
    dedupeKey,
  })
}

/** Adds staff's reason for a decision to the conversation of the order (TALK-06). */
export async function postReason(
  queries: Queries,
  order: { client_id: string; id: string },
  { tell, now }: { tell: string | undefined; now: number },
): Promise<void> {
  const body = writtenText(tell ?? '')
  if (body === '') return
  await postNotice(queries, { clientId: order.client_id, id: order.id }, { body, now })
}

/** Adds a message of Nerdify to a conversation; the caller announces it. */
export const postNotice = (
  queries: Queries,
  key: ConversationKey,
  { body, now }: { body: string; now: number },
): Promise<void> => insertNotice(queries, key, { id: uuidv7(now), now, body })

/** A client's name as staff read it. */
export const nameForStaff = (client: ClientNames | undefined): string =>
  (client && clientName(client)) ?? 'erased account'

const nameOfClient = async (queries: Queries, clientId: string): Promise<string> =>
  nameForStaff(await clientById(queries, clientId))

/** Any conversation that staff write to; 409 for an erased account, which stays empty (LAW-06). */
export async function findConversationToChange(queries: Queries, address: string): Promise<ConversationKey> {
  if (isUuid(address)) await refuseErased(queries, address)
  const key = await findConversation(queries, address)
  await refuseErased(queries, key.clientId)
  return key
}

/** Any client's conversation by the order's id or number, or by the client's id; 404 if unknown. */
export async function findConversation(queries: Queries, address: string): Promise<ConversationKey> {
  const client = isUuid(address) ? await clientById(queries, address) : undefined
  if (client !== undefined && client.erased_at === null) return { clientId: client.id, id: client.id }
  const order = await findAnyOrder(queries, address)
  return { clientId: order.client_id, id: order.id }
}

/** The start of a conversation's wait for an answer, in epoch milliseconds; null if it does not wait. */
export const waitOfConversation = async (queries: Queries, key: ConversationKey): Promise<number | null> =>
  (await conversationOf(queries, key))?.waits_since ?? null

/** Whether a client's general conversation has a message. */
export const hasGeneralConversation = async (queries: Queries, clientId: string): Promise<boolean> =>
  (await conversationOf(queries, { clientId, id: clientId })) !== undefined

/** A conversation as staff read it, including answers on hold. */
export async function readForStaff(
  queries: Queries,
  product: Presenter,
  { key, before }: { key: ConversationKey; before?: string | undefined },
) {
  const conversation = await conversationOf(queries, key)
  const slice = { before, most: messagesPerPage + 1 }
  const [rows, notes] = [await messagesOf(queries, key, slice), await notesOf(queries, key, slice)]
  const newestFirst = [...rows, ...notes].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const { shown, next } = sliceOfRows(newestFirst, messagesPerPage, ({ id }) => id)
  const order = await orderOfConversation(queries, key)
  const client = await clientById(queries, key.clientId)
  const hasNerd = order?.nerd_id != null
  const files = await filesOf(queries, key.clientId, rows)
  const messages = shown.map((row) => {
    if (!('author' in row)) return presentNote(row)
    return {
      ...presentMessage(product, row, { files: files.get(row.id), reader: 'operations' }),
      operator: row.operator,
      for_nerd: hasNerd && row.author === 'client' ? withoutContacts(row.body) : null,
    }
  })
  const facts = staffFacts(
    {
      clientId: key.clientId,
      client,
      order,
      waitsSince: conversation?.waits_since ?? null,
    },
    product.settings.companyZone,
  )
  const nerd = (await nerdOf(queries, order)) ?? null
  const zone = await zoneOfClient(queries, key.clientId, product.settings)
  const values: ReplyValues = {
    client: client?.nickname ?? null,
    order: order?.number ?? null,
    title: facts.title,
    // A date alone: by the time of reading, "tomorrow" is another day.
    deadline: order?.deadline == null ? null : fullDates(zone).instant(order.deadline),
    nerd,
  }
  return { ...facts, nerd, reply_values: values, messages, next }
}

const presentNote = ({ id, body, at, operator }: StoredNote): OperationsConversation['messages'][number] => ({
  _id: id,
  author: 'note',
  name: null,
  text: body,
  files: [],
  at: instantText(at),
  read_at: null,
  operator,
  for_nerd: null,
})

/** The text of a note, as typed; 422 at the field if it is blank or too long. */
export function checkedNote(text: string): string {
  if (isBlank(text)) throw unacceptable('Please write a note.', 'text')
  const fault = noteFault(text)
  if (fault !== undefined) throw unacceptable(fault, 'text')
  return text
}

/** Adds a note for staff only (TALK-09): client and wait stay as they are. */
export async function addNote(
  queries: Queries,
  key: ConversationKey,
  { text, operator, now }: { text: string; operator: string; now: number },
): Promise<void> {
  await insertNote(queries, key, { id: uuidv7(now), at: now, operator, body: text })
}

/** Words between client and Nerd, without contact details (TALK-03). */
const withoutContacts = (text: string): string => maskedText(text, maskedSpans(text, findPhones))

/** The Nerd's copy of a client's text before it is sent; null if the mask hides nothing or no Nerd reads it (TALK-03). */
export async function previewForNerd(
  queries: Queries,
  { clientId, orderId, text }: { clientId: string; orderId: string; text: string },
): Promise<MessagePreview> {
  const order = await ownOrder(queries, clientId, orderId)
  const copy = order.nerd_id === null ? text : withoutContacts(text)
  return { for_nerd: copy === text ? null : copy }
}

/** The client's copy of an answer for the Nerd before it is sent; null if the mask hides nothing (TALK-03). */
export function previewForClient(text: string): AnswerPreview {
  const copy = withoutContacts(text)
  return { for_client: copy === text ? null : copy }
}

/** The facts of a conversation for staff, apart from its messages; `zone` is the company's. */
export function staffFacts(
  {
    clientId,
    client,
    order,
    waitsSince,
  }: { clientId: string; client: ClientNames | undefined; order: StoredOrder | undefined; waitsSince: number | null },
  zone: string,
) {
  const due = waitsSince === null ? null : answerDue(waitsSince, zone)
  return {
    id: order?.number ?? clientId,
    client_id: clientId,
    order_id: order?.id ?? null,
    client: nameForStaff(client),
    title: (order && nameOf(order)) ?? null,
    waits_since: waitsSince === null ? null : instantText(waitsSince),
    due: due === null ? null : instantText(due),
    taken_by: waitsSince === null ? null : holderOf({ since: waitsSince }, order),
  }
}

/** The name of the Nerd who has an order. */
async function nerdOf(queries: Queries, order: StoredOrder | undefined): Promise<string | undefined> {
  // A reassigned order has no Nerd until the next one is found.
  if (order === undefined || order.nerd_id === null) return undefined
  return nerdsIn(await historyOf(queries, order)).at(-1)?.name
}

/** The Nerd's name for an answer; 422 while no Nerd has the order. */
async function answeringNerd(queries: Queries, key: ConversationKey): Promise<string> {
  const name = await nerdOf(queries, await orderOfConversation(queries, key))
  if (name === undefined) throw unacceptable('No Nerd has this order. Answer as support.', 'as')
  return name
}

/**
 * Stores an answer of staff; the client sees it after the hold, and one for the Nerd without contact details (TALK-03).
 * Returns the start of the client's wait (epoch milliseconds); null if there was none. 409 order_deleted where the client
 * cannot open the conversation.
 */
export async function answerConversation(
  queries: Queries,
  {
    key,
    as,
    content,
    operator,
    now,
  }: { key: ConversationKey; as: 'support' | 'nerd'; content: MessageContent; operator: string; now: number },
): Promise<number | null> {
  const typed = content.text
  const fault = answerFault(typed, maxMessageLength)
  if (fault !== undefined) throw unacceptable(fault, 'text')
  if (!(await openable(queries, key.clientId, [key.id])).has(key.id)) throw orderDeleted()
  const body = as === 'nerd' ? withoutContacts(typed) : typed
  const at = now + answerHoldMs
  const name = as === 'nerd' ? await answeringNerd(queries, key) : null
  const answer = { id: uuidv7(at), at, author: as, name, operator, body }
  const waited = await insertAnswer(queries, key, answer)
  // Words that the client writes during the hold stay unread.
  await markRead(queries, key, { reader: 'staff', last: uuidv7(now), now })
  const attached = {
    clientId: key.clientId,
    messageId: answer.id,
    ids: content.files,
    from: 'operations',
    now,
  } as const
  await attachToMessage(queries, attached)
  return waited
}

const orderDeleted = () =>
  new Refusal(
    409,
    'This order was deleted, so its client cannot open this conversation. Please answer in the general one.',
    { type: 'order_deleted' },
  )

/** Takes back the newest answer: only by its author and during its hold. */
export async function takeBackAnswer(
  queries: Queries,
  { key, operator, now }: { key: ConversationKey; operator: string; now: number },
): Promise<void> {
  await conversationOf(queries, key, { lock: true })
  const newest = await messagesOf(queries, key, { most: messagesPerPage })
  const answer = newest.find((message) => message.operator !== null)
  if (answer === undefined) throw notFound()
  if (answer.operator !== operator)
    throw new Refusal(409, `${answer.operator} wrote the answer. Only they can take it back.`)
  if (answer.at <= now) throw new Refusal(409, 'The client can read the answer already. It stays.')
  await deleteAnswer(queries, key, answer)
  await deleteUploadsOfMessage(queries, key.clientId, answer.id, now)
}

/** Advances staff's read mark (TALK-01). */
export const markReadByStaff = (queries: Queries, key: ConversationKey, { last, now }: { last: string; now: number }) =>
  markRead(queries, key, { reader: 'staff', last, now })

/** Ends a wait that needs no answer, such as for a thank-you, up to `last`, a message of the client that staff saw. */
export async function endWaitWithoutAnswer(
  queries: Queries,
  key: ConversationKey,
  { last, now }: { last: string | undefined; now: number },
): Promise<void> {
  const seen = last ?? uuidv7(now)
  if ((await endWait(queries, key, seen)) === 0) throw notFound()
  await markRead(queries, key, { reader: 'staff', last: seen, now })
}

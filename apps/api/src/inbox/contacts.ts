import type { OperationsContact } from '@nerdify/contract/conversations.ts'
import { contactPairMs, maxTextAnswerLength } from '@nerdify/domain/conversations/message-rules.ts'
import { answerFault } from '@nerdify/domain/conversations/saved-replies.ts'
import { answerDue } from '@nerdify/domain/orders/order-waits.ts'
import { clientIdOfMessage } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { instantText } from '../orders/list/present-order.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { hasOptedOut } from '../outbox/opt-out/opt-outs.ts'
import { insertTextAnswer, messagesOfPhone, noteAnswered, sendingOf } from './inbox.store.ts'

/** Senders without a session: phones of no account or a blocked one, and typed numbers (TALK-05, TALK-07, MSG-01). */

/**
 * All messages from and to the phone of a message; 404 for an unknown message. The answer's `id` is the sender's newest
 * message, where proved and unproved senders are apart: an answer to it covers all messages that staff see (WAIT-01).
 */
export async function readContact(queries: Queries, id: string, zone: string): Promise<OperationsContact> {
  const { phone, proved } = await senderOf(queries, id)
  const rows = await messagesOfPhone(queries, phone)
  const ofSender = rows.filter(({ by }) => by === (proved ? 'text' : 'page'))
  const waiting = ofSender.filter(({ waits }) => waits).map(({ at }) => at)
  const since = waiting.length === 0 ? null : Math.min(...waiting)
  const due = since === null ? null : answerDue(since, zone)
  return {
    id: ofSender[0]?.id ?? id,
    phone,
    waits_since: since === null ? null : instantText(since),
    due: due === null ? null : instantText(due),
    messages: rows.map(({ id: _id, by, body, email, operator, at }) => ({
      _id,
      by,
      text: body ?? '',
      email,
      operator,
      at: instantText(at),
    })),
  }
}

/** Texts an answer to the phone of a message, and ends the wait; 409 for a number that opted out (LAW-07). */
export async function answerContact(
  queries: Queries,
  { id: message, text, operator, now }: { id: string; text: string; operator: string; now: number },
): Promise<void> {
  const { phone } = await senderOf(queries, message)
  const body = text.trim()
  const fault = answerFault(body, maxTextAnswerLength)
  if (fault !== undefined) throw unacceptable(fault, 'text')
  if (await hasOptedOut(queries, { channel: 'sms', address: phone })) {
    throw new Refusal(409, 'This number wants no texts from us.', { type: 'opted_out', value: 'text' })
  }
  const id = uuidv7(now)
  await insertTextAnswer(queries, { phone, id, at: new Date(now), operator, body })
  await enqueue(queries, now, {
    channel: 'sms',
    to: phone,
    template: 'answer-by-text',
    variables: { text: body },
    dedupeKey: `answer-by-text:${id}`,
  })
  await endWaitOfContact(queries, message, now)
}

/** Ends the wait of a sender's messages up to the one with that key; 404 if unknown. */
export async function endWaitOfContact(queries: Queries, id: string, now: number): Promise<void> {
  const sending = await senderOf(queries, id)
  await noteAnswered(queries, { ...sending, at: sending.at + contactPairMs }, now)
}

/** The sender of a message; 404 for an unknown one, with the client (`has_account`) if it moved to an account. */
async function senderOf(queries: Queries, id: string) {
  if (!isUuid(id)) throw notFound()
  const sending = await sendingOf(queries, id)
  if (sending !== undefined) return sending
  const clientId = await clientIdOfMessage(queries, id)
  if (clientId === undefined) throw notFound()
  const text = 'This person has an account now. Please answer in their conversation.'
  throw new Refusal(404, text, { type: 'has_account', value: clientId })
}

/**
 * Moves a phone's messages from before its account or from a block, and our answers, to the account's general
 * conversation (TALK-05).
 */
export { moveTextsToClient } from './inbox.store.ts'

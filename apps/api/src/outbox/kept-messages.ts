import { type Message, type MessagePage, operationsPageSize } from '@nerdify/contract/operations.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { OutboxStatus, Queries } from '../database/tables.ts'
import type { AppContext } from '../app-context.ts'
import {
  failedMessagesTo,
  keptMessage,
  keptMessages,
  messagesEndedAs,
  messagesGivenUpSince,
  requeueMessage,
  unsentMessages,
} from './kept-messages.store.ts'
import { templateNamed } from './templates/messages.ts'
import { staffMessages } from './templates/staff-messages.ts'
import { renderStored } from './templates/template.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, Refusal } from '../http/refusal.ts'

type KeptMessage = Awaited<ReturnType<typeof keptMessages>>['messages'][number]

/** Lists messages, newest first (OPS-01): support's own with their text, failed ones by their status. Pages count from 0. */
export async function listMessages(
  product: AppContext,
  { status, page }: { status: OutboxStatus | undefined; page: number },
): Promise<MessagePage> {
  const window = { offset: page * operationsPageSize, most: operationsPageSize }
  const { messages, total } = await keptMessages(product.queries, status, window)
  return {
    results: messages.map((message) => presentMessage(message, product)),
    page,
    pages: Math.ceil(total / operationsPageSize),
    total,
  }
}

/** The newest undelivered messages to a client's phone and address since the account exists (OPS-10). */
export async function listFailedMessages(
  product: AppContext,
  { phone, email, created_at: since }: { phone: string | null; email: string | null; created_at: number },
): Promise<Message[]> {
  const addresses = [phone, knownEmail(email)].filter((address) => address !== null)
  const messages = await failedMessagesTo(product.queries, addresses, { since, most: operationsPageSize })
  return messages.map((message) => presentMessage(message, product))
}

/**
 * The template of a message whose text all staff may read: a mail to support about work. A message to a client may
 * contain a code, and a person of the staff who has support's address is mailed their own key there (OPS-15).
 */
function readableTemplate(
  { to_address: to, template: name }: KeptMessage,
  { supportEmail }: Pick<AppContext['settings'], 'supportEmail'>,
) {
  if (to !== supportEmail || Object.hasOwn(staffMessages, name)) return undefined
  const template = templateNamed(name)
  return template?.kind === 'ours' ? template : undefined
}

function presentMessage(message: KeptMessage, { settings, clock }: AppContext): Message {
  const template = readableTemplate(message, settings)
  const rendered = template && renderStored(template, message.variables, settings)
  return {
    id: message.id,
    channel: message.channel,
    to: message.to_address,
    template: message.template,
    status: message.status,
    attempts: message.attempts,
    error_code: message.error_code,
    created_at: new Date(message.created_at).toISOString(),
    delivered_at: message.delivered_at === null ? null : new Date(message.delivered_at).toISOString(),
    finished_at: message.finished_at === null ? null : new Date(message.finished_at).toISOString(),
    subject: rendered?.channel === 'email' ? rendered.subject : null,
    text: rendered?.channel === 'email' ? rendered.text : null,
    can_resend: resendable.includes(message.status) && !isTooOld(message, clock.now()),
  }
}

/** Final states from which a person may send a message again. */
const resendable: readonly OutboxStatus[] = ['dead', 'failed', 'unknown']

const isTooOld = ({ expires_at: end }: Pick<KeptMessage, 'expires_at'>, now: number) => end !== null && end <= now

const dayMs = 24 * 3_600_000
/** An undelivered message leaves the queue after this many days (OPS-09). */
const daysInQueue = 7

/** Recent undelivered messages that may be sent again (MSG-05), oldest first. */
export const messagesNotArrived = (queries: Queries, now: number) =>
  messagesEndedAs(queries, resendable, { since: now - daysInQueue * dayMs, now })

/** One message as operations read it; the key belongs to an existing row. */
export async function readMessage(queries: Queries, product: AppContext, id: string): Promise<Message> {
  const message = await keptMessage(queries, id)
  if (message === undefined) throw new Error(`there is no message ${id}`)
  return presentMessage(message, product)
}

const hourMs = 3_600_000

/**
 * The state of the outbox (OPS-03): messages by status, the age of the oldest unsent one, and the number given up within
 * an hour. A refused message is not counted as dead: the queue shows it (OPS-09). A message is due at its creation;
 * retries move `next_at`, not its age.
 */
export async function outboxBacklog(
  queries: Queries,
  now: number,
): Promise<{ counts: { status: OutboxStatus; count: number }[]; oldestSeconds: number; newlyDead: number }> {
  const unsent = await unsentMessages(queries)
  const statuses = ['queued', 'sending', 'dead'] as const
  const oldestAt = Math.min(now, ...unsent.filter(({ status }) => status !== 'dead').map(({ oldest_at: at }) => at))
  return {
    counts: statuses.map((status) => ({
      status,
      count: unsent.find((counted) => counted.status === status)?.count ?? 0,
    })),
    oldestSeconds: (now - oldestAt) / 1000,
    newlyDead: await messagesGivenUpSince(queries, now - hourMs),
  }
}

/**
 * Queues an undelivered or doubtful message again on a person's decision (MSG-05): 404 if unknown, 409 if it was sent,
 * is being sent, has expired or is unwanted.
 */
export async function resendMessage(queries: Queries, id: string, now: number): Promise<void> {
  const message = isUuid(id) ? await keptMessage(queries, id, { lock: true }) : undefined
  if (message === undefined) throw notFound()
  const refuse = (text: string) => new Refusal(409, text, { type: 'message_not_resendable', value: message.status })
  if (!resendable.includes(message.status)) throw refuse(`A message that is ${message.status} is not sent again.`)
  if (isTooOld(message, now)) throw refuse('This message is too old to be of use.')
  await requeueMessage(queries, id, now)
}

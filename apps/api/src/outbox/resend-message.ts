import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { keptMessage, requeueMessage } from './kept-messages.store.ts'

/** Ends after which a person may have a message sent again. */
const resendable = new Set(['dead', 'failed', 'unknown'])

/**
 * Queues a message again that did not arrive, or of which nobody knows (MSG-05), because a person decided so: 404 where
 * there is none, 409 for one that was sent, is on its way, is too old or is not wanted.
 */
export async function resendMessage(queries: Queries, id: string, now: number): Promise<void> {
  const message = isUuid(id) ? await keptMessage(queries, id, { lock: true }) : undefined
  if (message === undefined) throw notFound()
  const refuse = (text: string) => new Refusal(409, text, { type: 'message_not_resendable', value: message.status })
  if (!resendable.has(message.status)) throw refuse(`A message that is ${message.status} is not sent again.`)
  if (message.expires_at !== null && message.expires_at <= now) throw refuse('This message is too old to be of use.')
  await requeueMessage(queries, id, now)
}

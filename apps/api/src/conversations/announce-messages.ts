import { announceAfterMs } from '@nerdify/domain/conversations/message-rules.ts'
import { announcingHours } from '@nerdify/domain/messages/quiet-hours.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { orderName } from '@nerdify/domain/orders/order-name.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { firstUuidOf } from '../database/uuid.ts'
import { makeShortKey } from '../keys/sign-in-keys.ts'
import { whenFree } from '../leases/with-lease.ts'
import type { DueMessage, ExpiredMessage } from '../outbox/deliver.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { announcementAddress } from '../outbox/templates/announce-order.ts'
import { zoneOfClient } from '../sessions/sessions.ts'
import { orderOfConversation } from './conversations.ts'
import {
  announceAfterRead,
  type ConversationKey,
  conversationOf,
  conversationsToAnnounce,
  setAnnouncement,
  type StoredMessage,
  unreadMessages,
} from './conversations.store.ts'

const batch = 100

/**
 * Announces messages that clients have not read for two minutes (TALK-04): once until they read them, and not during
 * their night. Returns the number of processed conversations. One process does this at a time.
 */
export async function announceMessages(product: AppContext): Promise<number> {
  const handled = await whenFree(product, 'announced-messages', async () => {
    const due = await conversationsToAnnounce(product.queries, { now: product.clock.now(), most: batch })
    let count = 0
    for (const key of due) {
      product.ending.throwIfAborted()
      await announceConversation(product, key).then(() => (count += 1), product.putOff)
    }
    return count
  })
  if (handled) product.wake.outbox()
  return handled ?? 0
}

const announceConversation = (product: AppContext, key: ConversationKey): Promise<unknown> =>
  transaction(product.queries, async (queries) => {
    const now = product.clock.now()
    // The client may have read it by now.
    const conversation = await conversationOf(queries, key, { lock: true })
    if (conversation === undefined || conversation.announce_at === null) return
    const unread = await unreadMessages(queries, conversation, now)
    const [first] = unread
    // An answer that replaces a taken-back one may still be on hold.
    if (first === undefined) return announceAfterRead(queries, key, conversation.client_read_id)
    const hours = announcingHours(now, await zoneOfClient(queries, key.clientId, product.settings))
    const earliest = Math.max(first.at + announceAfterMs, hours.opens)
    if (earliest > now) return setAnnouncement(queries, key, { at: earliest })
    await announce(queries, product, { key, unread, expiresAt: hours.closes, now })
    return setAnnouncement(queries, key, { at: null, announcedId: unread.at(-1)?.id ?? first.id })
  })

/** Whether an announcement is obsolete: its messages were read, or their order was deleted (STATE-07). */
export async function announcementIsObsolete(
  queries: Queries,
  { variables: { client: clientId, orderId }, now }: DueMessage,
): Promise<boolean> {
  if (clientId === undefined) return false
  const key = { clientId, id: orderId ?? clientId }
  const conversation = await conversationOf(queries, key)
  if (conversation === undefined || (await unreadMessages(queries, conversation, now)).length === 0) return true
  const order = await orderOfConversation(queries, key)
  return order !== undefined && orderIs.deleted(factsOf(order))
}

/** Makes messages whose announcement expired unsent due again, unless a later one announced newer messages (TALK-04). */
export async function announceAgain(
  queries: Queries,
  { variables: { client: clientId, orderId }, created_at: announcedAt, now }: ExpiredMessage,
): Promise<void> {
  if (clientId === undefined) return
  const key = { clientId, id: orderId ?? clientId }
  const conversation = await conversationOf(queries, key, { lock: true })
  const announced = conversation?.announced_id ?? null
  if (announced === null || announced >= firstUuidOf(announcedAt + 1)) return
  await setAnnouncement(queries, key, { at: now, announcedId: null })
}

/**
 * Enqueues the announcement, if the client has an address for it. The outbox checks for opt-outs at sending (LAW-07).
 */
async function announce(
  queries: Queries,
  { settings: { secret } }: AppContext,
  announcement: { key: ConversationKey; unread: readonly StoredMessage[]; expiresAt: number; now: number },
): Promise<void> {
  const { key, unread, expiresAt, now } = announcement
  const { clientId } = key
  const order = await orderOfConversation(queries, key)
  // Its link would lead nowhere (STATE-07).
  if (order !== undefined && orderIs.deleted(factsOf(order))) return
  const address = await announcementAddress(queries, { order: order ?? { client_id: clientId, paid_cents: 0 }, now })
  if (address === undefined) return
  const { channel, to } = address
  const ofOrder = order && { number: order.number, orderId: order.id, title: orderName(order) ?? '' }
  const byChannel =
    channel === 'email'
      ? {
          words: unread.map(({ name, body }) => (name === null ? body : `${name}: ${body}`)).join('\n\n'),
          ...address.unconfirmed,
        }
      : // A text contains no typed words.
        {
          words: '',
          keyId: await makeShortKey(queries, { secret, clientId, now, origin: 'message-link', orderId: key.id }),
        }
  await enqueue(queries, now, {
    channel,
    to,
    template: 'unread-messages',
    variables: { client: clientId, ...ofOrder, ...byChannel },
    // The next day's announcement of the same messages has its own key.
    dedupeKey: `unread-messages:${key.id}:${unread[0]?.id}:${expiresAt}`,
    expiresAt,
  })
}

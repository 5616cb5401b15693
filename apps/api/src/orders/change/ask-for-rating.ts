import { announcingHours } from '@nerdify/domain/messages/quiet-hours.ts'
import { asksForRating } from '@nerdify/domain/orders/rating.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import type { AppContext } from '../../app-context.ts'
import type { DueMessage } from '../../outbox/deliver.ts'
import { announceOrderTo, announcementAddress } from '../../outbox/templates/announce-order.ts'
import { makeShortKey } from '../../keys/sign-in-keys.ts'
import { zoneOfClient } from '../../sessions/sessions.ts'
import { findOrderByNumber } from '../list/find-any-order.ts'
import { factsOf } from '../list/order-facts-of.ts'
import type { StoredOrder } from '../orders.store.ts'

/**
 * Asks the client to rate an order, once, by a link that signs them in to this order (MSG-06, AUTH-13, SAFE-03).
 */
export async function askForRating(
  queries: Queries,
  order: StoredOrder,
  { settings, now }: { settings: AppContext['settings']; now: number },
): Promise<void> {
  if (!asksForRating(factsOf(order)) || (await getsNoReminder(queries, order))) return
  const address = await announcementAddress(queries, { order, now })
  if (address === undefined) return
  const { channel } = address
  const { secret } = settings
  const wish = { secret, clientId: order.client_id, now, origin: 'rating-link', orderId: order.id, channel } as const
  // A mail to an unconfirmed address links to the rating without signing in (SAFE-02).
  const isUnconfirmed = channel === 'email' && address.unconfirmed !== undefined
  const keyId = isUnconfirmed ? '' : await makeShortKey(queries, wish)
  await announceOrderTo(queries, address, {
    order,
    name: 'order-rating',
    key: order.id,
    variables: { keyId, orderId: order.id },
    now: await reminderTime(queries, order, { settings, now }),
  })
}

/** Whether the request to rate an order is obsolete: rated, in a refund or a revision, or its client is blocked. */
export async function ratingIsObsolete(queries: Queries, { variables: { number = '' } }: DueMessage): Promise<boolean> {
  const order = await findOrderByNumber(queries, number)
  return order === undefined || !asksForRating(factsOf(order)) || (await getsNoReminder(queries, order))
}

/** Whether an order's client gets no reminder: blocked, so that a link leads nowhere (OPS-11), or leaving (LAW-06). */
export async function getsNoReminder(queries: Queries, { client_id: clientId }: StoredOrder): Promise<boolean> {
  const { blocked_at: blockedAt, erase_at: eraseAt } = await readClient(queries, clientId)
  return blockedAt !== null || eraseAt !== null
}

/** When an order's client gets a reminder (MSG-06), in epoch milliseconds: `now`, or after the client's quiet hours. */
export async function reminderTime(
  queries: Queries,
  { client_id: clientId }: StoredOrder,
  { settings, now }: { settings: AppContext['settings']; now: number },
): Promise<number> {
  return Math.max(now, announcingHours(now, await zoneOfClient(queries, clientId, settings)).opens)
}

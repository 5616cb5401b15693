import { asksForRating } from '@nerdify/domain/orders/rating.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { announceOrderTo, announcementAddress } from '../../outbox/templates/announce-order.ts'
import { makeShortKey } from '../../keys/sign-in-keys.ts'
import { factsOf } from '../list/order-facts-of.ts'
import type { StoredOrder } from '../orders.store.ts'

/**
 * Asks the client to rate an order, once, by a link that signs them in to this order (MSG-06, AUTH-13, SAFE-03). The
 * link would lead a blocked client nowhere (OPS-11).
 */
export async function askForRating(
  queries: Queries,
  order: StoredOrder,
  { secret, now }: { secret: string; now: number },
): Promise<void> {
  if (!asksForRating(factsOf(order))) return
  if ((await readClient(queries, order.client_id)).blocked_at !== null) return
  const address = await announcementAddress(queries, { order, now })
  if (address === undefined) return
  const { channel } = address
  const wish = { secret, clientId: order.client_id, now, origin: 'rating-link', orderId: order.id, channel } as const
  // A mail to an unconfirmed address links to the rating without signing in (SAFE-02).
  const isUnconfirmed = channel === 'email' && address.unconfirmed !== undefined
  const keyId = isUnconfirmed ? '' : await makeShortKey(queries, wish)
  await announceOrderTo(queries, address, {
    order,
    name: 'order-rating',
    key: order.id,
    variables: { keyId, orderId: order.id },
    now,
  })
}

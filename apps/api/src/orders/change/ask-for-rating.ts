import { asksForRating } from '@nerdify/domain/orders/rating.ts'
import type { Queries } from '../../database/tables.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import { makeShortKey } from '../../keys/sign-in-keys.ts'
import { factsOf } from '../list/order-facts-of.ts'
import type { StoredOrder } from '../orders.store.ts'

/** Asks the client of an order to rate it, once, by a link that signs them in to this order (MSG-06, AUTH-13, SAFE-03). */
export async function askForRating(
  queries: Queries,
  order: StoredOrder,
  { secret, now }: { secret: string; now: number },
): Promise<void> {
  if (!asksForRating(factsOf(order))) return
  const keyId = await makeShortKey(queries, {
    secret,
    clientId: order.client_id,
    now,
    origin: 'rating-link',
    orderId: order.id,
  })
  await announceOrder(queries, {
    order,
    name: 'order-rating',
    key: order.id,
    variables: { keyId, orderId: order.id },
    now,
  })
}

import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { listOrders } from '../orders/list/list-orders.ts'
import { anyOrder } from '../orders/list/own-order.ts'

/**
 * The order of a rating link from before its key named one (SAFE-03): the one in the link's address, if it is the client's; where
 * nothing was said of an address, the one that waits for its rating. Null when there is none.
 */
export async function orderOfOldRatingLink(
  queries: Queries,
  { clientId, orderId, now }: { clientId: string; orderId: string | undefined; now: number },
): Promise<string | null> {
  if (orderId === undefined) {
    const { toRate } = await listOrders(queries, { clientId, page: 0, filter: undefined, now })
    return toRate?.id ?? null
  }
  const order = isUuid(orderId) ? await anyOrder(queries, clientId, orderId) : undefined
  return order?.id ?? null
}

import { inList } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { insertOrderEvent, orderFactsOf, orderOf, type StoredOrder } from '../orders.store.ts'

/** The client's newest order that is active (STATE-14), under a lock of its row; nothing without one (UP-04). */
export async function latestActiveOrder(
  queries: Queries,
  clientId: string,
  now: number,
): Promise<StoredOrder | undefined> {
  const orders = await orderFactsOf(queries, { clientId })
  const active = orders.find((order) => inList(factsOf(order), 'active', now))
  return active === undefined ? undefined : orderOf(queries, clientId, active.id, { lock: true })
}

/** Notes in the history of an order that files came by the upload page (UP-04); no event of STATE-17, nothing moves. */
export async function noteReceivedFiles(
  queries: Queries,
  { order, data, now }: { order: StoredOrder; data: Record<string, unknown>; now: number },
): Promise<void> {
  const at = Math.max(now, order.updated_at + 1)
  await insertOrderEvent(queries, {
    clientId: order.client_id,
    orderId: order.id,
    at,
    author: 'upload page',
    event: 'files_received',
    data,
  })
}

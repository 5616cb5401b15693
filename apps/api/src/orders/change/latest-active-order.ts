import { inList } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { orderFactsOf, orderOf, type StoredOrder } from '../orders.store.ts'

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

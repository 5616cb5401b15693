import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { isInList } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries, StoredAttachment } from '../../database/tables.ts'
import { orderFactsOf, orderOf, type StoredOrder } from '../orders.store.ts'
import { changeLocked } from '../change-locked.ts'
import { factsOf } from '../list/order-facts-of.ts'

/** Stores the attachments of a locked order. */
export function keepAttachments(
  queries: Queries,
  { order, attachments, now }: { order: StoredOrder; attachments: StoredAttachment[]; now: number },
): Promise<StoredOrder> {
  return changeLocked(queries, order, { set: { attachments: JSON.stringify(attachments) }, now })
}

/**
 * The client's newest active order (STATE-14) that was not refunded, under a lock of its row; undefined without one
 * (UP-04).
 */
export async function latestActiveOrder(
  queries: Queries,
  clientId: string,
  now: number,
): Promise<StoredOrder | undefined> {
  const orders = await orderFactsOf(queries, { clientId })
  const active = orders.find((order) => {
    const facts = factsOf(order)
    return isInList(facts, 'active', now) && !orderIs.refunded(facts)
  })
  return active === undefined ? undefined : orderOf(queries, clientId, active.id, { lock: true })
}

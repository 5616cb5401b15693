import type { Queries } from '../database/tables.ts'
import { orderOf, type StoredOrder, updateOrder } from './orders.store.ts'

/** Adds to an order's tips, or takes from them what was given back (PAY-10); the caller books it in the same transaction. */
export async function recordTip(
  queries: Queries,
  tip: { clientId: string; orderId: string; cents: number; now: number },
): Promise<StoredOrder> {
  const { clientId, orderId, cents, now } = tip
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to tip`)
  const tipsCents = order.tips_cents + cents
  return updateOrder(queries, clientId, orderId, {
    version: order.version + 1,
    updated_at: new Date(now),
    tips_cents: tipsCents,
    tips_paid: tipsCents > 0,
  })
}

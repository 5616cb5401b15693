import type { Queries } from '../database/tables.ts'
import { orderOf, updateOrder } from './orders.store.ts'

/** Notes that so many cents more of the balance are held for an order's card page, or fewer (PAY-13). */
export async function recordHeld(
  queries: Queries,
  held: { clientId: string; orderId: string; cents: number; now: number },
): Promise<void> {
  const { clientId, orderId, cents, now } = held
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to hold a balance for`)
  await updateOrder(queries, clientId, orderId, {
    version: order.version + 1,
    updated_at: new Date(now),
    held_cents: order.held_cents + cents,
  })
}

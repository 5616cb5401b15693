import { isTaken, type Wait } from '@nerdify/domain/orders/order-waits.ts'
import { waitingConversations, waitOfConversation } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { changeLocked, lockOrder } from '../orders/change-locked.ts'
import { mailHandOver } from '../orders/notify-staff.ts'
import type { StoredOrder } from '../orders/list/own-order.ts'
import { type CompanyTime, compareTexts, waitingNow, waitsOfOrder } from '../orders/waiting-now.ts'

interface OrderKey {
  clientId: string
  orderId: string
}

/**
 * Records that `taker` works on the current waits of an order (OPS-09); a later wait is open to all. The holder may hand
 * it over, which mails the colleague; a repeat by the same person is a no-op. 409 nothing_waits, or 409 taken with the
 * holder's name.
 */
export async function takeOrder(
  queries: Queries,
  { clientId, orderId, taker, by }: OrderKey & { taker: { name: string; email?: string }; by: string },
  time: CompanyTime,
): Promise<StoredOrder> {
  const order = await lockOrder(queries, { clientId, orderId })
  const waits = await openWaits(queries, { clientId, orderId }, time)
  if (waits.length === 0) throw new Refusal(409, 'This order waits for nothing.', { type: 'nothing_waits' })
  const { taken_by: holder } = order
  const { name: staff, email } = taker
  const isHeld = holder !== null && waits.some((wait) => isTaken(wait, order.taken_at))
  if (isHeld && holder !== by && holder !== staff) {
    const say = `${holder} has this order. Ask ${holder} to hand it over, or release it.`
    throw new Refusal(409, say, { type: 'taken', value: holder })
  }
  const at = new Date(Math.max(time.now, ...waits.map(({ since }) => since)))
  if (email !== undefined && staff !== by && !(isHeld && holder === staff))
    await mailHandOver(queries, { clientId, orderId, to: email, by }, time)
  return setTaker(queries, order, { taken_by: staff, taken_at: at })
}

/** Releases an order to everybody; a no-op if nobody has it. */
export async function releaseOrder(queries: Queries, key: OrderKey): Promise<StoredOrder> {
  const order = await lockOrder(queries, key)
  if (order.taken_by === null) return order
  return setTaker(queries, order, { taken_by: null, taken_at: null })
}

/** Releases the orders of a removed colleague (OPS-15), in the caller's transaction. */
export async function releaseOrdersOf(queries: Queries, staff: string, time: CompanyTime): Promise<void> {
  const orders = [
    ...(await waitingNow(queries, time)).map(({ order }) => ({ ...order, clientId: order.client_id })),
    ...(await waitingConversations(queries)),
  ].filter(({ taken_by: holder }) => holder === staff)
  // In the same order for all callers, so that two do not deadlock.
  for (const { clientId, id: orderId } of orders.toSorted((one, other) => compareTexts(one.id, other.id))) {
    const order = await lockOrder(queries, { clientId, orderId })
    if (order.taken_by === staff) await setTaker(queries, order, { taken_by: null, taken_at: null })
  }
}

/** Keeps `updated_at`: reminders count from the last change for the client (MSG-06). */
const setTaker = (queries: Queries, order: StoredOrder, set: { taken_by: string | null; taken_at: Date | null }) =>
  changeLocked(queries, order, { set, now: order.updated_at })

/** The open waits of an order and its conversation. */
async function openWaits(queries: Queries, key: OrderKey, time: CompanyTime): Promise<Pick<Wait, 'since'>[]> {
  const since = await waitOfConversation(queries, { clientId: key.clientId, id: key.orderId })
  return [...(await waitsOfOrder(queries, key, time)), ...(since === null ? [] : [{ since }])]
}

import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { changeLocked } from '../change-locked.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { insertOrderEvent, lockOrdersOf, type StoredOrder } from '../orders.store.ts'
import { mailNerds } from '../work-sheet.ts'

/** Deletes the unfinished orders of an erased account (LAW-06); money stays as booked. */
export async function deleteUnfinishedOrders(queries: Queries, clientId: string, now: number): Promise<void> {
  for (const order of await lockOrdersOf(queries, clientId)) await deleteUnfinished(queries, order, now)
}

/** Deletes a locked order of an erased account and notifies its Nerd, if it is unfinished (LAW-06). */
export async function deleteUnfinished(queries: Queries, order: StoredOrder, now: number): Promise<StoredOrder> {
  if (!orderIs.unfinished(factsOf(order))) return order
  const at = Math.max(now, order.updated_at + 1)
  const [id, event] = [uuidv7(at), 'delete' as const]
  await insertOrderEvent(queries, {
    clientId: order.client_id,
    orderId: order.id,
    id,
    at,
    author: 'schedule',
    event,
    data: {},
  })
  const set = { system_status: 'Deleted', work_sheet_at: null } as const
  const deleted = await changeLocked(queries, order, { set, now: at })
  return mailNerds(queries, { before: order, order: deleted, event, eventId: id, now: at })
}

import type { Queries } from '../database/tables.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { type OrderChangeSet, orderOf, type StoredOrder, updateOrder } from './orders.store.ts'

/** Reads an order under a row lock, which lasts until the transaction ends; 404 for another client's order. */
export async function lockOrder(
  queries: Queries,
  { clientId, orderId }: { clientId: string; orderId: string },
): Promise<StoredOrder> {
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  return order
}

/** Writes columns of a locked order as its next version; `fields` are named in its versions of fields (FLOW-18). */
export function changeLocked(
  queries: Queries,
  order: StoredOrder,
  { set, fields = [], now }: { set: OrderChangeSet; fields?: readonly string[]; now: number },
): Promise<StoredOrder> {
  const version = order.version + 1
  return updateOrder(queries, order.client_id, order.id, {
    updated_at: new Date(now),
    field_versions: JSON.stringify({
      ...order.field_versions,
      ...Object.fromEntries(fields.map((name) => [name, version])),
    }),
    ...set,
    version,
  })
}

/** 409 order_changed if somebody changed one of the fields after the version `basedOn` (FLOW-18). */
export function refuseOvertaken(order: StoredOrder, fields: readonly string[], basedOn: number | undefined): void {
  if (basedOn === undefined) return
  const overtaken = fields.find((name) => (order.field_versions[name] ?? 0) > basedOn)
  if (overtaken === undefined) return
  throw new Refusal(409, 'This order was changed in another window. Please reload to see the newest version.', {
    type: 'order_changed',
    value: overtaken,
  })
}

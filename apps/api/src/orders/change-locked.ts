import type { Queries } from '../database/tables.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { type OrderChangeSet, orderOf, type StoredOrder, updateOrder } from './orders.store.ts'

/** What a change does to the order as it stands under the lock. */
export interface Decided {
  /** The fields that it changes, under the names of their versions (FLOW-18). */
  touches?: readonly string[]
  /** Its columns. What the order does not allow is refused here, as whoever works on an old version is told that first. */
  write(): Written | Promise<Written>
}

/** The columns of a change. */
export interface Written {
  columns: OrderChangeSet
  /** The fields that moved along: a stale tab must not overwrite them either (FLOW-18). */
  moves?: readonly string[]
  /** What follows in the same transaction, told the order as it then is. */
  after?(changed: StoredOrder): Promise<unknown>
}

/**
 * Changes an order in the caller's transaction: locks its row, has `decide` choose the change from the locked row, and
 * writes it as the next version; a no-op where `decide` chooses nothing. 404 for another client's order; 409
 * order_changed where one of the fields was changed after the version `basedOn` (FLOW-18).
 */
export async function changeLocked(
  queries: Queries,
  change: { clientId: string; orderId: string; now: number; basedOn?: number | undefined },
  decide: (order: StoredOrder) => Decided | undefined | Promise<Decided | undefined>,
): Promise<StoredOrder> {
  const { clientId, orderId, now, basedOn } = change
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  const decided = await decide(order)
  if (decided === undefined) return order
  const { touches = [] } = decided
  refuseOvertaken(order, touches, basedOn)
  const { columns, moves = [], after } = await decided.write()
  const version = order.version + 1
  const versions = Object.fromEntries([...touches, ...moves].map((name) => [name, version]))
  const changed = await updateOrder(queries, clientId, orderId, {
    updated_at: new Date(now),
    field_versions: JSON.stringify({ ...order.field_versions, ...versions }),
    ...columns,
    version,
  })
  await after?.(changed)
  return changed
}

/** FLOW-18: only a field that somebody else changed after the version that this change was made from is refused. */
function refuseOvertaken(order: StoredOrder, names: readonly string[], basedOn: number | undefined): void {
  if (basedOn === undefined) return
  const overtaken = names.find((name) => (order.field_versions[name] ?? 0) > basedOn)
  if (overtaken === undefined) return
  throw new Refusal(409, 'This order was changed in another window. Please reload to see the newest version.', {
    type: 'order_changed',
    value: overtaken,
  })
}

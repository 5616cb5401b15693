import type { Queries } from '../database/tables.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { type OrderChangeSet, orderOf, type StoredOrder, updateOrder } from './orders.store.ts'

/** Reads an order under a row lock until the transaction ends; 404 for another client's order. */
export async function lockOrder(
  queries: Queries,
  { clientId, orderId }: { clientId: string; orderId: string },
): Promise<StoredOrder> {
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  return order
}

/**
 * Updates columns of a locked order as its next version. The fields in `typed`, which people choose, get that version
 * and its author (FLOW-18, OPS-12).
 */
export function changeLocked(
  queries: Queries,
  order: StoredOrder,
  {
    set,
    typed: { fields, author } = { fields: [], author: '' },
    now,
  }: { set: OrderChangeSet; typed?: { fields: readonly string[]; author: string }; now: number },
): Promise<StoredOrder> {
  const version = order.version + 1
  const withFields = <Value>(before: Record<string, Value>, value: Value) =>
    JSON.stringify({ ...before, ...Object.fromEntries(fields.map((name) => [name, value])) })
  return updateOrder(queries, order.client_id, order.id, {
    updated_at: new Date(now),
    field_versions: withFields(order.field_versions, version),
    field_authors: withFields(order.field_authors, { version, author, at: now }),
    ...set,
    version,
  })
}

/** The first of the fields that somebody changed after the version `basedOn`. */
export const overtakenField = (
  { field_versions: versions }: StoredOrder,
  fields: readonly string[],
  basedOn: number | undefined,
): string | undefined => (basedOn === undefined ? undefined : fields.find((name) => (versions[name] ?? 0) > basedOn))

/** 409 order_changed if somebody changed one of the fields after the version `basedOn` (FLOW-18). */
export function refuseOvertaken(order: StoredOrder, fields: readonly string[], basedOn: number | undefined): void {
  const overtaken = overtakenField(order, fields, basedOn)
  if (overtaken === undefined) return
  throw new Refusal(409, 'This order was changed in another window. Please reload to see the newest version.', {
    type: 'order_changed',
    value: overtaken,
  })
}

import type { Queries } from '../database/tables.ts'
import { orderNumbersOf } from './orders.store.ts'

/** The numbers of a client's orders by their keys; orders of others are not among them. */
export async function numbersOfOrders(
  queries: Queries,
  clientId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await orderNumbersOf(queries, clientId, [...new Set(orderIds)])
  return new Map(rows.map(({ id, number }) => [id, number]))
}

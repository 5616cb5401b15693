import type { Queries } from '../database/tables.ts'
import type { StoredOrder } from '../orders/own-order.ts'
import { accounts, sumOf } from './ledger.store.ts'

/** Whether a payment of the order is disputed at the bank, or was lost that way: its tips, credit and refunds are frozen. */
export async function isDisputed(queries: Queries, order: StoredOrder): Promise<boolean> {
  return (await sumOf(queries, order.client_id, accounts.disputed(order.id))) !== 0
}

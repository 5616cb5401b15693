import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { accounts, sumOf } from '../ledger/ledger.store.ts'

/** Whether a payment of the order is disputed at the bank, or asked about: its tips and credit are frozen until that ends. */
export async function isDisputed(queries: Queries, order: StoredOrder): Promise<boolean> {
  return (await sumOf(queries, order.client_id, accounts.disputed(order.id))) !== 0
}

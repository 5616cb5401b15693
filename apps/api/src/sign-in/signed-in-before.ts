import type { Queries } from '../database/tables.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { hasSession } from '../sessions/sessions.store.ts'

/**
 * Whether anybody has signed in to this account, by its sessions and orders: an account that a stranger created for a
 * number has nothing worth guessing codes for (SAFE-14).
 */
export async function signedInBefore(queries: Queries, clientId: string): Promise<boolean> {
  return (await hasSession(queries, clientId)) || (await countOrders(queries, clientId)).orders > 0
}

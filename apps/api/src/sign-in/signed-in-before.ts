import type { Queries } from '../database/tables.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { hasSession } from '../sessions/sessions.store.ts'

/**
 * Whether somebody has signed in to this account, as far as its sessions and orders tell: an account that a stranger made with
 * a number has nothing to guess codes for (SAFE-14).
 */
export async function signedInBefore(queries: Queries, clientId: string): Promise<boolean> {
  return (await hasSession(queries, clientId)) || (await countOrders(queries, clientId)).orders > 0
}

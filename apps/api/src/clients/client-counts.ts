import type { Queries } from '../database/tables.ts'
import { countOrders, type OrderCounts } from '../orders/list-orders.ts'
import { referralCounts } from '../referrals/bring-friend.ts'

/** What is counted of a client: orders, unless they are counted already, and friends brought (REF-01). */
export async function countOfClient(queries: Queries, clientId: string, counted?: OrderCounts) {
  const orders = counted ?? (await countOrders(queries, clientId))
  return { ...orders, referrals: await referralCounts(queries, clientId) }
}

import type { Queries } from '../database/tables.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { referralFacts } from '../referrals/bring-friend.ts'

/** What is counted of a client: orders, and friends brought (REF-01). */
export async function countOfClient(queries: Queries, clientId: string) {
  return { ...(await countOrders(queries, clientId)), referrals: await referralFacts(queries, clientId) }
}

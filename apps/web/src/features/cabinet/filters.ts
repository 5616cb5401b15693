import type { OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'

/** Where the list of completed orders stands; the active ones stand at `/orders` itself. */
export const completedPath = `${webPaths.orders()}?filter=completed`

/** The filter that an address asks for; undefined for a paid status that does not exist (STATE-18). */
export function filterOf(paidStatus: string | undefined, filter: string | null): OrderFilter | undefined {
  if (paidStatus === undefined) return filter === 'completed' ? 'completed' : 'active'
  return paidStatus === 'paid' || paidStatus === 'unpaid' ? paidStatus : undefined
}

import type { OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'

/** The address of completed orders; active ones are at `/orders` itself. */
export const completedPath = `${webPaths.orders()}?filter=completed`

/** A client with at least this many orders can search them (CAB-12). */
export const searchFrom = 20

/** The address of a list with the words of a search. */
export const withWords = (path: string, q: string) =>
  q === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ q })}`

/** The filter of an address; undefined for an unknown paid status (STATE-18). */
export function filterOf(paidStatus: string | undefined, filter: string | null): OrderFilter | undefined {
  if (paidStatus === undefined) return filter === 'completed' ? 'completed' : 'active'
  return paidStatus === 'paid' || paidStatus === 'unpaid' ? paidStatus : undefined
}

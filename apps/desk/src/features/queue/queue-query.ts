import { createValue } from '@nerdify/browser/listeners.ts'
import type { QueueQuery } from '@nerdify/contract/queue.ts'
import { waitKinds } from '@nerdify/domain/orders/order-waits.ts'

/** The query of the queue last shown in this tab: an order links back to it. */
export const lastSearch = createValue('')

/** The filters that the address may have; the address is the saved filter (DESK-01). */
const names = ['kind', 'turn', 'late', 'staff', 'top_nerd', 'q'] as const

/** The filter of an address; an unknown kind, turn or flag counts as no filter. */
export function queryOf(search: URLSearchParams): QueueQuery {
  const read = (name: (typeof names)[number]) => search.get(name) || undefined
  const kind = waitKinds.find((each) => each === read('kind'))
  const turn = (['staff', 'nerd'] as const).find((each) => each === read('turn'))
  const [staff, q] = [read('staff'), read('q')]
  return {
    ...(kind !== undefined && { kind }),
    ...(turn !== undefined && { turn }),
    ...(read('late') === 'true' && { late: 'true' as const }),
    ...(staff !== undefined && { staff }),
    ...(read('top_nerd') === 'true' && { top_nerd: 'true' as const }),
    ...(q !== undefined && { q }),
  }
}

/** The address' query with some filters changed; undefined removes one. */
export function searchWith(
  query: QueueQuery,
  change: Partial<Record<(typeof names)[number], string | undefined>>,
): string {
  const search = new URLSearchParams()
  for (const name of names) {
    const value = name in change ? change[name] : query[name]
    if (value) search.set(name, value)
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}

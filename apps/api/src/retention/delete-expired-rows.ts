import { whenFree } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'
import { keptRows } from './retention.ts'
import { deleteOldest } from './retention.store.ts'

const dayMs = 24 * 3_600_000
/** So many rows of a table go in one round: whoever pays meanwhile waits for no longer than these take. */
const batch = 500

/**
 * Removes rows that have been over for as long as the table of retention says, some of each kind (HOLD-10); answers how many
 * went, so that the next round follows as long as there are more.
 */
export async function deleteExpiredRows(product: Pick<AppContext, 'queries' | 'clock' | 'ending'>): Promise<number> {
  const gone = await whenFree(product, 'forget', async () => {
    const { queries, clock } = product
    let count = 0
    for (const kept of keptRows) {
      product.ending.throwIfAborted()
      count += await deleteOldest(queries, kept, { before: clock.now() - kept.days * dayMs, most: batch })
    }
    return count
  })
  return gone ?? 0
}

import { whenFree } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'
import { keptRows } from './retention.ts'
import { deleteOldest } from './retention.store.ts'

const dayMs = 24 * 3_600_000
/** Rows per table and round: a payment waits for no longer than their deletion. */
const batch = 500

/**
 * Deletes some expired rows of each table of retention (HOLD-10); returns the count, so that the next round follows at
 * once while more remain.
 */
export async function deleteExpiredRows(
  product: Pick<AppContext, 'queries' | 'clock' | 'ending' | 'putOff'>,
): Promise<number> {
  const gone = await whenFree(product, 'forget', async () => {
    const { queries, clock } = product
    let count = 0
    // A table that fails stops no other (HOLD-08).
    const failed = (error: Error) => {
      product.putOff(error)
      return 0
    }
    for (const rule of keptRows) {
      product.ending.throwIfAborted()
      const before = clock.now() - rule.days * dayMs
      count += await deleteOldest(queries, rule, { before, most: batch }).catch(failed)
    }
    return count
  })
  return gone ?? 0
}

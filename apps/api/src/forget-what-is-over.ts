import { forgetAnswers } from './http/idempotency.ts'
import { whenFree } from './leases/with-lease.ts'
import { forgetOldUses } from './limits/rate-limit.ts'
import type { Product } from './product.ts'
import { forgetOldSignIns } from './sign-in/forget-old-sign-ins.ts'

const dayMs = 24 * 3_600_000

/**
 * Removes rows that no rule looks at any more: uses beyond every limit's window, codes, keys and sessions long over, and kept
 * answers that nobody will ask for again. Each limit looks back a day at most; an expired key is still known for a month,
 * so that its link offers a new one (AUTH-10), and a session is kept as long for who looks into a theft.
 */
export async function forgetWhatIsOver(product: Pick<Product, 'queries' | 'clock'>): Promise<void> {
  await whenFree(product, 'forget', async () => {
    const { queries, clock } = product
    const now = clock.now()
    await forgetOldUses(queries, now - 2 * dayMs)
    await forgetAnswers(queries, now - 7 * dayMs)
    await forgetOldSignIns(queries, {
      challengesBefore: now - 7 * dayMs,
      keysExpiredBefore: now - 30 * dayMs,
      sessionsExpiredBefore: now - 30 * dayMs,
    })
  })
}

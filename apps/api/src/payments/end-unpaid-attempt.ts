import { transaction } from '../database/transaction.ts'
import { releaseCodes } from '../discounts/code-uses.ts'
import type { Product } from '../product.ts'
import { closeAttempt, type StoredAttempt } from './attempts.store.ts'

/** Ends an attempt that was not paid, and gives back the coupon code that its card page held (DISC-16). */
export function endUnpaidAttempt(
  product: Product,
  attempt: StoredAttempt,
  status: 'expired' | 'failed',
): Promise<void> {
  return transaction(product.queries, async (queries) => {
    await closeAttempt(queries, attempt, { status })
    await releaseCodes(queries, { clientId: attempt.client_id, orderId: attempt.order_id })
  })
}

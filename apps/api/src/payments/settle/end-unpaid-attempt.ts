import { transaction } from '../../database/transaction.ts'
import { releaseCodes } from '../../discounts/code-uses.ts'
import { anyOrder } from '../../orders/list/own-order.ts'
import type { Product } from '../../product.ts'
import { closeOpenAttempt, type StoredAttempt } from '../page/attempts.store.ts'
import { releaseBalance } from '../page/balance-holds.ts'

/**
 * Ends an attempt that was not paid, and gives back what its card page held: the coupon code (DISC-16) and the balance
 * (PAY-13). One that has ended already stays as it is.
 */
export function endUnpaidAttempt(
  product: Product,
  attempt: StoredAttempt,
  status: 'expired' | 'failed',
): Promise<void> {
  const { client_id: clientId, order_id: orderId } = attempt
  return transaction(product.queries, async (queries) => {
    await anyOrder(queries, clientId, orderId, { lock: true })
    if (!(await closeOpenAttempt(queries, attempt, status))) return
    if (attempt.kind === 'order') await releaseCodes(queries, { clientId, orderId })
    await releaseBalance(queries, attempt, product.clock.now())
  })
}

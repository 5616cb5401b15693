import { feedbackDueBefore, feedbackIsDue } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { whenFree } from '../leases/with-lease.ts'
import type { Product } from '../product.ts'
import { applyOrderEvent, progressOf } from './apply-order-event.ts'
import { orderOf, ordersWithoutFeedback } from './orders.store.ts'

const batch = 100

/**
 * Notes `no_feedback_1d` on the orders whose rating has not come a day after completion (STATE-13); answers how many. One
 * process does this at a time; each order is looked at again under the lock of its row, for its client may act meanwhile.
 */
export async function noteMissingFeedback(product: Pick<Product, 'queries' | 'clock'>): Promise<number> {
  return (await whenFree(product, 'missing-feedback', () => noteAll(product.queries, product.clock.now()))) ?? 0
}

async function noteAll(queries: Queries, now: number): Promise<number> {
  let noted = 0
  let after: { sentAt: number; id: string } | undefined
  for (;;) {
    const found = await ordersWithoutFeedback(queries, { sentUntil: feedbackDueBefore(now), after, most: batch })
    for (const order of found) {
      if (await noteOne(queries, { clientId: order.clientId, orderId: order.id, now })) noted += 1
    }
    after = found.at(-1)
    if (found.length < batch) return noted
  }
}

function noteOne(queries: Queries, one: { clientId: string; orderId: string; now: number }): Promise<boolean> {
  const { clientId, orderId, now } = one
  return transaction(queries, async (within) => {
    const order = await orderOf(within, clientId, orderId, { lock: true })
    if (order === undefined || !feedbackIsDue(progressOf(order), now)) return false
    await applyOrderEvent(within, {
      clientId,
      orderId,
      event: { name: 'no_feedback_1d', by: 'schedule' },
      author: 'schedule',
      now,
    })
    return true
  })
}

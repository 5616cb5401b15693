import { feedbackDueBefore, feedbackIsDue } from '@nerdify/domain/orders/order-progress.ts'
import { transaction } from '../../database/transaction.ts'
import { whenFree } from '../../leases/with-lease.ts'
import type { AppContext } from '../../app-context.ts'
import { applyOrderEvent, progressOf } from './apply-order-event.ts'
import { askForRating } from './ask-for-rating.ts'
import { orderOf, ordersWithoutFeedback } from '../orders.store.ts'

const batch = 100

/**
 * Tags orders still unrated a day after completion with `no_feedback_1d` (STATE-13) and asks their clients for a rating
 * (MSG-06); returns their number. One process does this at a time. Each order is read again under its row lock, since
 * its client may have rated it by then.
 */
export async function noteMissingFeedback(product: AppContext): Promise<number> {
  const noted = (await whenFree(product, 'missing-feedback', () => noteAll(product, product.clock.now()))) ?? 0
  if (noted > 0) product.wake.outbox()
  return noted
}

async function noteAll(product: AppContext, now: number): Promise<number> {
  let noted = 0
  let after: { sentAt: number; id: string } | undefined
  for (;;) {
    const found = await ordersWithoutFeedback(product.queries, {
      sentUntil: feedbackDueBefore(now),
      after,
      most: batch,
    })
    for (const order of found) {
      product.ending.throwIfAborted()
      const isNoted = await noteOne(product, { clientId: order.clientId, orderId: order.id, now }).catch(product.putOff)
      if (isNoted) noted += 1
    }
    after = found.at(-1)
    if (found.length < batch) return noted
  }
}

function noteOne(
  { queries, settings }: AppContext,
  { clientId, orderId, now }: { clientId: string; orderId: string; now: number },
): Promise<boolean> {
  return transaction(queries, async (within) => {
    const order = await orderOf(within, clientId, orderId, { lock: true })
    if (order === undefined || !feedbackIsDue(progressOf(order), now)) return false
    const noted = await applyOrderEvent(within, {
      clientId,
      orderId,
      event: { name: 'no_feedback_1d', by: 'schedule' },
      author: 'schedule',
      now,
    })
    await askForRating(within, noted, { settings, now })
    return true
  })
}

import { planRefund } from '@nerdify/domain/payments/refund-plan.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import { orderOf, insertOrderEvent, type StoredOrder } from '../../orders/list/own-order.ts'
import {
  askCards,
  cardSourcesOf,
  keptReason,
  possibleRefund,
  type RefundWish,
  refundableOf,
  refuseOverOrderLimit,
} from './ask-for-refund.ts'
import { recordOutsideRefund } from './outside-refunds.ts'

/**
 * Refunds an order's tip or a part of it, in the caller's transaction: to its card, or recorded as an outside refund
 * (HOLD-06). Its credit follows the refund (PAY-10). Refusals are those of an order's refund.
 */
export async function refundTip(
  queries: Queries,
  wish: Omit<RefundWish, 'services'>,
): Promise<{ order: StoredOrder; cents: number }> {
  const { clientId, orderId, outside = false, author, now } = wish
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  const { disputed } = await refundableOf(queries, order)
  const cards = await cardSourcesOf(queries, order, 'tip')
  const refundableCents = cards.reduce((sum, card) => sum + card.refundableCents, 0)
  const cents = wish.amountCents ?? refundableCents
  const plan = possibleRefund({ disputed, refundableCents, plan: planRefund(cents, { cards, balanceCents: 0 }) })
  await refuseOverOrderLimit(queries, order, { cents, limitCents: wish.limitCents })
  const groupId = uuidv7(now)
  await insertOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author,
    event: 'tip_refund',
    data: {
      amount: dollarsFromCents(cents),
      ...(outside ? { outside } : {}),
      reason: await keptReason(queries, wish),
    },
  })
  if (outside) {
    return {
      order: await recordOutsideRefund(queries, { order, ofTip: true, plan, services: [], groupId, now }),
      cents,
    }
  }
  await askCards(queries, wish, { cards: plan.cards, reason: 'tip', group_id: groupId })
  return { order, cents }
}

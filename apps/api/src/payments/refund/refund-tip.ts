import { planRefund } from '@nerdify/domain/payments/refund-plan.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import { anyOrder, noteOrderEvent, type StoredOrder } from '../../orders/list/own-order.ts'
import { askCards, cardSourcesOf, possibleRefund, type RefundWish, refundableOf } from './ask-for-refund.ts'
import { noteOutsideRefund } from './outside-refunds.ts'

/**
 * Gives back all that is left of the tip of an order, or a part of it (HOLD-06), in the caller's transaction: by the card that
 * paid it, or noted as given back in another way. Its credit follows once it is given back (PAY-10). Refused as a
 * refund of the order is.
 */
export async function refundTip(
  queries: Queries,
  wish: Omit<RefundWish, 'services'>,
): Promise<{ order: StoredOrder; cents: number }> {
  const { clientId, orderId, outside = false, author, reason, now } = wish
  const order = await anyOrder(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  const { disputed } = await refundableOf(queries, order)
  const cards = await cardSourcesOf(queries, order, 'tip')
  const leftCents = cards.reduce((sum, card) => sum + card.leftCents, 0)
  const cents = wish.amountCents ?? leftCents
  const plan = possibleRefund({ disputed, leftCents, plan: planRefund(cents, { cards, balanceCents: 0 }) })
  const groupId = uuidv7(now)
  await noteOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author,
    event: 'tip_refund',
    data: { amount: cents / 100, ...(outside ? { outside } : {}), reason },
  })
  if (outside) {
    return { order: await noteOutsideRefund(queries, { order, ofTip: true, plan, services: [], groupId, now }), cents }
  }
  await askCards(queries, wish, { cards: plan.cards, reason: 'tip', group_id: groupId })
  return { order, cents }
}

import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { transaction } from '../../database/transaction.ts'
import { orderOf, insertOrderEvent, type StoredOrder } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { CardDispute } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { bookDispute } from './dispute-money.ts'
import { isDisputed } from './disputes.store.ts'
import { entryOfRef } from '../ledger/ledger.store.ts'
import { withOrderPayments } from '../page/order-lease.ts'
import { reconcileOrder } from '../ledger/reconcile-order.ts'
import { PaymentNotBooked } from '../refund/settle-refund.ts'

/**
 * Books a dispute as the bank reports it, however often the bank changes its mind (abuse 25, HOLD-06). Answers false if
 * the dispute belongs to no order.
 * - open: freezes tips, credits and refunds of the order, and takes credits back, even below zero.
 * - won: returns the credits.
 * - lost: counts the payment as refunded.
 */
export async function applyDispute(product: AppContext, disputeId: string): Promise<boolean> {
  const { attemptId, paymentIntentId } = await product.cards.disputeOf(disputeId)
  if (attemptId === null) return false
  const payment = await entryOfRef(product.queries, paymentIntentId)
  if (payment === undefined) throw new PaymentNotBooked(`the payment of dispute ${disputeId} is not booked yet`)
  const { clientId, orderId } = payment
  await withOrderPayments(product, orderId, async () => {
    const dispute = await product.cards.disputeOf(disputeId)
    await transaction(product.queries, async (queries) => {
      const order = await orderOf(queries, clientId, orderId, { lock: true })
      if (order === undefined) throw new Error(`there is no order ${orderId} to dispute`)
      await book(queries, product, { order, dispute })
    })
  })
  product.wake.outbox()
  return true
}

async function book(
  queries: Queries,
  product: AppContext,
  { order: found, dispute }: { order: StoredOrder; dispute: CardDispute },
): Promise<void> {
  const now = product.clock.now()
  const { id, paymentIntentId: paymentId, status, cents } = dispute
  const booked = await bookDispute(queries, { order: found, dispute: { id, paymentId, status, cents }, now })
  if (booked === undefined) return
  const { order, ref, kind } = booked
  await reconcileOrder(queries, { order, cause: ref, now })
  const { client_id: clientId, id: orderId } = order
  await recordMoney(queries, 'dispute', { clientId, orderId, disputed: await isDisputed(queries, order), now })
  await insertOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author: 'payments',
    event: kind,
    data: { amount: dollarsFromCents(dispute.cents), status: dispute.status },
  })
}

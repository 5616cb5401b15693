import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { noteOrderEvent } from '../orders/note-order-event.ts'
import { anyOrder, type StoredOrder } from '../orders/own-order.ts'
import { recordDispute } from '../orders/record-dispute.ts'
import type { CardDispute } from '../ports.ts'
import type { Product } from '../product.ts'
import { reconcileTipCredit } from './book-tip.ts'
import { isDisputed } from './disputed.ts'
import { accounts, entryOfRef } from './ledger.store.ts'
import { withOrderPayments } from './order-lease.ts'
import { postEntry } from './post-entry.ts'
import { reconcileCashback } from './reconcile-cashback.ts'
import { reconcileReferral } from './referral-bonus.ts'
import { PaymentNotBooked } from './settle-refund.ts'
import { tellOfDispute } from './tell-of-dispute.ts'

/**
 * Brings the books to what the provider says of a dispute (abuse 25). While it is open, and once it is lost, the order's
 * tips, credits and refunds are frozen: credits are taken back, also below zero. A dispute that is won gives them again. False
 * for one of something else than an order, which is left alone.
 */
export async function applyDispute(product: Product, disputeId: string): Promise<boolean> {
  const { attemptId, paymentIntentId } = await product.cards.disputeOf(disputeId)
  if (attemptId === null) return false
  const payment = await entryOfRef(product.queries, paymentIntentId)
  if (payment === undefined) throw new PaymentNotBooked(`the payment of dispute ${disputeId} is not booked yet`)
  const { clientId, orderId } = payment
  await withOrderPayments(product, orderId, async () => {
    const dispute = await product.cards.disputeOf(disputeId)
    await transaction(product.queries, async (queries) => {
      const order = await anyOrder(queries, clientId, orderId, { lock: true })
      if (order === undefined) throw new Error(`there is no order ${orderId} to dispute`)
      await book(queries, product, { order, dispute })
    })
  })
  product.wake.outbox()
  return true
}

async function book(
  queries: Queries,
  product: Product,
  { order, dispute }: { order: StoredOrder; dispute: CardDispute },
): Promise<void> {
  const now = product.clock.now()
  const opened = await move(queries, { order, dispute, won: false, now })
  const won = dispute.status === 'won' && (await move(queries, { order, dispute, won: true, now }))
  if (!opened && !won && dispute.status !== 'lost') return
  await tellOfDispute(queries, product, { of: 'order', number: order.number, dispute, now })
  if (!opened && !won) return
  await reconcileCashback(queries, { order, cause: `${dispute.id}:${dispute.status}`, now })
  await reconcileReferral(queries, { order, cause: `${dispute.id}:${dispute.status}`, now })
  await reconcileTipCredit(queries, { order, cause: `${dispute.id}:${dispute.status}`, now })
  const { client_id: clientId, id: orderId } = order
  await recordDispute(queries, { clientId, orderId, disputed: await isDisputed(queries, order), now })
  await noteOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author: 'payments',
    event: won ? 'dispute_won' : 'dispute',
    data: { amount: dispute.cents / 100 },
  })
}

function move(
  queries: Queries,
  { order, dispute, won, now }: { order: StoredOrder; dispute: CardDispute; won: boolean; now: number },
): Promise<boolean> {
  const cents = won ? dispute.cents : -dispute.cents
  return postEntry(queries, {
    clientId: order.client_id,
    orderId: order.id,
    kind: won ? 'dispute_won' : 'dispute',
    ref: won ? `won:${dispute.id}` : dispute.id,
    at: now,
    lines: [
      { account: accounts.disputed(order.id), cents },
      { account: accounts.gateway, cents: -cents },
    ],
  })
}

import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { tipLines } from '@nerdify/domain/payments/receipt-lines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../../orders/list/order-facts-of.ts'
import { orderOf } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import type { CardSession } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { accounts, postEntry, transfer } from '../ledger/ledger.store.ts'
import { reconcileTipCredit } from '../ledger/order-credits.ts'
import type { StoredAttempt } from '../page/attempts.store.ts'
import { mailReceipt, nextNumber } from '../receipt/receipts.ts'
import { insertRefund } from '../refund/refunds.store.ts'

/**
 * Books a tip once per payment, in the caller's transaction, and credits the same amount to the balance (PAY-10).
 * - During a dispute of the order the credit waits (abuse 25).
 * - A second tip of an order (abuse 13), or one after the order's refund, is refunded, and the client is notified.
 * - Answers whether it was booked now, and whether the provider must be called for a refund.
 */
export async function bookTip(
  queries: Queries,
  product: AppContext,
  tip: { attempt: StoredAttempt; session: CardSession; paymentIntentId: string },
): Promise<{ booked: boolean; refundQueued: boolean }> {
  const now = product.clock.now()
  const { attempt, paymentIntentId } = tip
  const { client_id: clientId, order_id: orderId } = attempt
  const { receivedCents: cents, cardBrand, cardLast4 } = tip.session
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to tip`)
  const receipt = { number: await nextNumber(queries, order), lines: tipLines(cents) }
  const booked = await postEntry(queries, {
    clientId,
    orderId,
    kind: 'tip',
    ref: paymentIntentId,
    at: now,
    lines: transfer(cents, { from: accounts.gateway, to: accounts.tips(orderId) }),
    data: { attempt_id: attempt.id, card_brand: cardBrand, card_last4: cardLast4, receipt },
  })
  if (!booked) return { booked, refundQueued: false }
  const tipped = await recordMoney(queries, 'tip', { clientId, orderId, cents, now })
  await mailReceipt(queries, product, {
    order,
    receipt: { ...receipt, at: now, totalCents: cents, cardCents: cents, cardBrand, cardLast4, balanceCents: 0 },
  })
  if (order.tips_paid || !orderCan.keepMoney(factsOf(order))) {
    const variables = { amount: formatMoney(cents) }
    await announceOrder(queries, { order, name: 'order-tip-returned', key: paymentIntentId, variables, now })
    await insertRefund(queries, {
      client_id: clientId,
      order_id: orderId,
      payment_intent_id: paymentIntentId,
      cents,
      reason: order.tips_paid ? 'second_tip' : 'late_tip',
      now,
    })
    return { booked, refundQueued: true }
  }
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'tip_credit',
    ref: `tip-credit:${paymentIntentId}`,
    at: now,
    lines: transfer(cents, { from: accounts.promo, to: accounts.balance(clientId) }),
  })
  await reconcileTipCredit(queries, { order: tipped, cause: paymentIntentId, now })
  return { booked, refundQueued: false }
}

import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import type { Queries } from '../database/tables.ts'
import { releaseCodes } from '../discounts/code-uses.ts'
import { reportCouponError } from '../orders/coupon-report.ts'
import { factsOf } from '../orders/order-facts-of.ts'
import { anyOrder } from '../orders/own-order.ts'
import { recordHeld } from '../orders/record-held.ts'
import { recordPayment } from '../orders/record-payment.ts'
import type { Product } from '../product.ts'
import { accounts } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'
import { mailReceipt, receiptFor } from './receipts.ts'
import { reconcileCashback } from './reconcile-cashback.ts'
import { creditReferrer } from './referral-bonus.ts'

/** A payment of an order; cents. `waivedCents` is a rest too small for a card, which the price is lowered by. */
export interface OrderPayment {
  clientId: string
  orderId: string
  /** What makes it take effect once: the provider's payment, or a name of ours. */
  ref: string
  /** What the card paid. */
  cardCents: number
  /** What the balance pays: from what was held for it, or at once. */
  held?: number
  balanceCents?: number
  waivedCents?: number
  /** The services that it is for, bought after the order was paid; none for the order itself (PAY-08). */
  services?: readonly ServiceKey[] | undefined
  data: Record<string, unknown>
}

/**
 * Books a payment in the caller's transaction: ledger, order, code and cashback together (PAY-04, DISC-14, DISC-16).
 * Answers how much more than the price was paid, in cents; nothing when it has been booked before.
 */
export async function bookPayment(
  queries: Queries,
  product: Pick<Product, 'clock' | 'settings'>,
  payment: OrderPayment,
): Promise<{ surplusCents: number } | undefined> {
  const now = product.clock.now()
  const { clientId, orderId, ref, cardCents, held = 0, balanceCents = 0, waivedCents = 0, services, data } = payment
  const cents = cardCents + held + balanceCents
  const order = await anyOrder(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to pay`)
  const receipt = await receiptFor(queries, { order, cents, services })
  const parts = [
    { account: accounts.gateway, cents: -cardCents },
    { account: accounts.held(orderId), cents: -held },
    { account: accounts.balance(clientId), cents: -balanceCents },
  ]
  const booked = await postEntry(queries, {
    clientId,
    orderId,
    kind: 'order_payment',
    ref,
    at: now,
    lines: [
      ...(cents === 0 ? [{ account: accounts.promo, cents: 0 }] : parts),
      { account: accounts.paid(orderId), cents },
    ],
    data: { ...data, ...(services === undefined ? {} : { services }), receipt },
  })
  if (!booked) return undefined
  if (held > 0) await recordHeld(queries, { clientId, orderId, cents: -held, now })
  const recorded = await recordPayment(queries, { clientId, orderId, cents, waivedCents, services, now })
  const cardLast4 = typeof data.card_last4 === 'string' ? data.card_last4 : null
  const paid = { at: now, totalCents: cents, cardCents, cardLast4, balanceCents: held + balanceCents }
  const cardFingerprint = typeof data.card_mark === 'string' ? data.card_mark : null
  if (orderCan.keepMoney(factsOf(recorded.order))) {
    await creditReferrer(queries, { order: recorded.order, cardCents, cardFingerprint, now })
  }
  await mailReceipt(queries, product, { order: recorded.order, receipt: { ...receipt, ...paid } })
  await releaseCodes(queries, { clientId, orderId })
  if (recorded.cashbackCents > 0) {
    await creditCashback(queries, { clientId, orderId, cents: recorded.cashbackCents, now })
    // A part that was paid before may be disputed, or given back.
    await reconcileCashback(queries, { order: recorded.order, cause: 'paid', now })
  }
  if (recorded.lostCoupon !== undefined) {
    await reportCouponError(queries, product, { order: recorded.order, failed: recorded.lostCoupon })
  }
  return { surplusCents: recorded.surplusCents }
}

async function creditCashback(
  queries: Queries,
  cashback: { clientId: string; orderId: string; cents: number; now: number },
): Promise<void> {
  const { clientId, orderId, cents, now } = cashback
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'cashback',
    ref: `cashback:${orderId}`,
    at: now,
    lines: [
      { account: accounts.promo, cents: -cents },
      { account: accounts.balance(clientId), cents },
    ],
  })
}

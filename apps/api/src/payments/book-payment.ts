import { creditBalance } from '../clients/credit-balance.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { releaseCodes } from '../discounts/code-uses.ts'
import { reportCouponError } from '../orders/coupon-report.ts'
import { recordPayment } from '../orders/record-payment.ts'
import type { Product } from '../product.ts'
import { insertEntry } from './ledger.store.ts'

/** A payment of an order; cents. `waivedCents` is a rest too small for a card, which the price is lowered by. */
export interface OrderPayment {
  clientId: string
  orderId: string
  /** What makes it take effect once: the provider's payment, or a name of ours. */
  ref: string
  /** Where the money comes from, as the ledger names it. */
  from: 'gateway' | 'promo'
  cents: number
  waivedCents?: number
  data: Record<string, unknown>
}

/**
 * Books a payment in the caller's transaction: ledger, order, code and cashback together (PAY-04, DISC-14, DISC-16).
 * Answers how much more than the price was paid, in cents; nothing when it has been booked before.
 */
export async function bookPayment(
  queries: Queries,
  product: Product,
  payment: OrderPayment,
): Promise<{ surplusCents: number } | undefined> {
  const now = product.clock.now()
  const { clientId, orderId, ref, from, cents, waivedCents = 0, data } = payment
  const booked = await insertEntry(queries, {
    clientId,
    id: uuidv7(now),
    kind: 'order_payment',
    ref,
    orderId,
    at: now,
    lines: [
      { account: from, cents: cents === 0 ? 0 : -cents },
      { account: `order:${orderId}`, cents },
    ],
    data,
  })
  if (!booked) return undefined
  const recorded = await recordPayment(queries, { clientId, orderId, cents, waivedCents, now })
  await releaseCodes(queries, { clientId, orderId })
  if (recorded.cashbackCents > 0) {
    await creditCashback(queries, { clientId, orderId, cents: recorded.cashbackCents, now })
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
  const booked = await insertEntry(queries, {
    clientId,
    id: uuidv7(now),
    kind: 'cashback',
    ref: `cashback:${orderId}`,
    orderId,
    at: now,
    lines: [
      { account: 'promo', cents: -cents },
      { account: `balance:${clientId}`, cents },
    ],
  })
  if (booked) await creditBalance(queries, clientId, cents)
}

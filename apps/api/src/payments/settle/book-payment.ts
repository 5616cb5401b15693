import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { lostDiscountText } from '@nerdify/domain/discounts/lost-discount.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import { eventFits } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../../database/tables.ts'
import { releaseCodes } from '../../discounts/code-uses.ts'
import { recognizePerson } from '../../returning-people/earlier-orders.ts'
import { takeGiftFromOthers } from '../../orders/price/friend-discount.ts'
import { reportCouponError } from '../../orders/price/coupon-report.ts'
import { amountDueOf, factsOf } from '../../orders/list/order-facts-of.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import { orderOf, type StoredOrder } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import { recordPayment } from '../../orders/history/record-payment.ts'
import type { AppContext } from '../../app-context.ts'
import type { PaymentData } from '../../database/entry-kinds.ts'
import { accounts, postEntry } from '../ledger/ledger.store.ts'
import { mailReceipt, receiptFor } from '../receipt/receipts.ts'
import { creditCashback } from '../ledger/order-credits.ts'
import { reconcileOrder } from '../ledger/reconcile-order.ts'
import { recordGiftPayment, takeBackOwnBonuses } from '../ledger/referral-bonus.ts'
import { applyOrderEvent, progressOf } from '../../orders/change/apply-order-event.ts'

/** A payment of an order; cents. `waivedCents`: a rest too small for a card, which lowers the price. */
interface OrderPayment {
  clientId: string
  orderId: string
  /** Idempotency key: the provider's payment, or an id of ours. */
  ref: string
  cardCents: number
  /** The balance's part: from its hold, or at once. */
  heldCents?: number
  balanceCents?: number
  waivedCents?: number
  /** Services that were added after the order was paid; none for the order itself (PAY-08). */
  services?: readonly ServiceKey[] | undefined
  data: PaymentData
}

/**
 * Books a payment in the caller's transaction: ledger, order, code and cash-back together (PAY-04, DISC-14, DISC-16).
 * Answers the surplus over the price in cents; undefined if the payment was booked before.
 */
export async function bookPayment(
  queries: Queries,
  product: Pick<AppContext, 'clock' | 'settings'>,
  payment: OrderPayment,
): Promise<{ surplusCents: number } | undefined> {
  const now = product.clock.now()
  const {
    clientId,
    orderId,
    ref,
    cardCents,
    heldCents = 0,
    balanceCents = 0,
    waivedCents = 0,
    services,
    data,
  } = payment
  const cents = cardCents + heldCents + balanceCents
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to pay`)
  const receipt = await receiptFor(queries, { order, cents, services })
  const parts = [
    { account: accounts.gateway, cents: -cardCents },
    { account: accounts.held(orderId), cents: -heldCents },
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
  if (heldCents > 0) await recordMoney(queries, 'held', { clientId, orderId, cents: -heldCents, now })
  const { card_mark: cardFingerprint = null, card_brand: cardBrand, card_last4: cardLast4 } = data
  // Before the code is used up: a card known from an erased account has had its first order (HOLD-09).
  await recognizePerson(queries, { clientId, person: { cardFingerprint }, secret: product.settings.secret })
  const recorded = await recordPayment(queries, { clientId, orderId, cents, waivedCents, services, now })
  const paid = { at: now, totalCents: cents, cardCents, cardBrand, cardLast4, balanceCents: heldCents + balanceCents }
  if (orderCan.keepMoney(factsOf(recorded.order))) {
    await recordGiftPayment(queries, product, { order: recorded.order, cardCents, cardFingerprint, now })
    if (recorded.order.discount_code === referralCoupon.code)
      await takeGiftFromOthers(queries, { clientId, orderId, now })
  }
  if (cardFingerprint !== null) await takeBackOwnBonuses(queries, { clientId, cardFingerprint, now })
  await mailReceipt(queries, product, { order: recorded.order, receipt: { ...receipt, ...paid } })
  await releaseCodes(queries, { clientId, orderId })
  await creditCashback(queries, { order: recorded.order, cents: recorded.cashbackCents, now })
  await reconcileOrder(queries, { order: recorded.order, cause: ref, now })
  if (recorded.lostCoupon !== undefined) {
    await reportCouponError(queries, product, { order: recorded.order, failed: recorded.lostCoupon })
    await announceRest(queries, { order: recorded.order, errorType: recorded.lostCoupon.errorType, key: ref, now })
  }
  return { surplusCents: recorded.surplusCents }
}

/** Notifies the client of the rest due after a payment whose order lost its discount (DISC-16, HOLD-09). */
async function announceRest(
  queries: Queries,
  { order, errorType, key, now }: { order: StoredOrder; errorType: string; key: string; now: number },
): Promise<void> {
  const why = lostDiscountText(errorType)
  if (why === undefined || !orderIs.partiallyPaid(factsOf(order))) return
  const variables = { amount: formatMoney(amountDueOf(order, now).cents), why, token: order.payment_token }
  await announceOrder(queries, { order, name: 'order-rest-due', key, variables, now })
}

/**
 * Starts work on an order whose price was covered while its refund was requested, which the payment itself could not do
 * (HOLD-06); a no-op for any other order.
 */
export async function beginWork(
  queries: Queries,
  { order, now }: { order: StoredOrder; now: number },
): Promise<StoredOrder> {
  const event = { name: 'paid', by: 'payments' } as const
  if (!eventFits(progressOf(order), event)) return order
  const { client_id: clientId, id: orderId } = order
  const started = await applyOrderEvent(queries, { clientId, orderId, event, author: 'payments', now })
  await creditCashback(queries, { order: started, cents: started.discount?.cashback_cents ?? 0, now })
  return started
}

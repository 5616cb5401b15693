import { asksForEarlierOrders } from '@nerdify/domain/discounts/coupon-rules.ts'
import type { Queries } from '../database/tables.ts'
import { earlierOrderCount } from '../returning-people/earlier-orders.ts'
import { couponDefinition, type ReachedLimit, takeSlots, type UseOfCode, markSlotsUsed } from './discounts.store.ts'

/**
 * Holds a code for an order whose card page is made or shown again, until that page is closed or paid. Answers the limit
 * that another order has reached, if one has; a code without limits is always to be had.
 */
export async function holdCode(queries: Queries, use: UseOfCode & { now: number }): Promise<ReachedLimit | undefined> {
  const coupon = await couponDefinition(queries, use.code)
  if (coupon === undefined) return undefined
  const earlierOrders = asksForEarlierOrders(coupon) ? await earlierOrderCount(queries, use.clientId) : 0
  return takeSlots(queries, coupon, { ...use, earlierOrders })
}

/**
 * Uses a code up for an order, in the transaction that books its payment (DISC-16): of two that are paid at the same
 * moment, one gets it. Answers the limit that another order has reached, if one has.
 */
export async function consumeCode(
  queries: Queries,
  use: UseOfCode & { now: number },
): Promise<ReachedLimit | undefined> {
  const reached = await holdCode(queries, use)
  if (reached === undefined) await markSlotsUsed(queries, use)
  return reached
}

/** What an order holds is given back when its card page is closed or paid; which other order's open page holds a code. */
export { releaseCodes, orderHolding } from './discounts.store.ts'

/** Coupons by their code, the first coupons, and the reports of coupon errors to support (DISC-13). */
export {
  findCoupon,
  startWithCoupons,
  deferToDigest,
  noteErrorReport,
  takeDeferredErrors,
} from './discounts.store.ts'

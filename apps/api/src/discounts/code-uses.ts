import { dependsOnEarlierOrders } from '@nerdify/domain/discounts/coupon-rules.ts'
import type { Queries } from '../database/tables.ts'
import { earlierOrderCount } from '../returning-people/earlier-orders.ts'
import { couponDefinition, type ReachedLimit, takeSlots, type UseOfCode, markSlotsUsed } from './discounts.store.ts'

/**
 * Claims a code for an order whose card page is created or shown again, until that page is closed or paid. Returns the
 * limit that another order has reached, if any; a code without limits is always available.
 */
export async function holdCode(queries: Queries, use: UseOfCode & { now: number }): Promise<ReachedLimit | undefined> {
  const coupon = await couponDefinition(queries, use.code)
  if (coupon === undefined) return undefined
  const earlierOrders = dependsOnEarlierOrders(coupon) ? await earlierOrderCount(queries, use.clientId) : 0
  return takeSlots(queries, coupon, { ...use, earlierOrders })
}

/**
 * Uses up a code for an order, in the transaction that books its payment (DISC-16): of two concurrent payments, one
 * gets it. Returns the limit that another order has reached, if any.
 */
export async function consumeCode(
  queries: Queries,
  use: UseOfCode & { now: number },
): Promise<ReachedLimit | undefined> {
  const reached = await holdCode(queries, use)
  if (reached === undefined) await markSlotsUsed(queries, use)
  return reached
}

/**
 * Claims end when the card page is closed or paid; `orderHolding` finds another order whose open page claims a code.
 */
export { releaseCodes, orderHolding } from './discounts.store.ts'

/** Coupons by code, the initial coupons, and the reports of coupon errors to support (DISC-13). */
export {
  findCoupon,
  startWithCoupons,
  deferToDigest,
  noteErrorReport,
  takeDeferredErrors,
} from './discounts.store.ts'

import type { Queries } from '../database/tables.ts'
import { earlierOrdersOf } from '../known-again/earlier-orders.ts'
import {
  couponByCode,
  dropHeldSlots,
  otherHolder,
  type ReachedLimit,
  takeSlots,
  type UseOfCode,
  markSlotsUsed,
} from './discounts.store.ts'

/**
 * Holds a code for an order whose card page is made or shown again, until that page is closed or paid. Answers the limit
 * that another order has reached, if one has; a code without limits is always to be had.
 */
export async function holdCode(queries: Queries, use: UseOfCode & { now: number }): Promise<ReachedLimit | undefined> {
  const found = await couponByCode(queries, use)
  if (found === undefined) return undefined
  const { coupon } = found
  const earlierOrders = coupon.mostPaidOrders === undefined ? 0 : await earlierOrdersOf(queries, use.clientId)
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

/** Gives back what an order holds, when its card page is closed or paid. */
export function releaseCodes(queries: Queries, order: { clientId: string; orderId: string }): Promise<void> {
  return dropHeldSlots(queries, order)
}

/** Another unpaid order of the same client, whose open card page holds the code. */
export function orderHolding(queries: Queries, use: UseOfCode): Promise<string | undefined> {
  return otherHolder(queries, use)
}

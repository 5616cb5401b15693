import type { Coupon } from '@nerdify/domain/discounts/coupon.ts'
import type { Queries } from '../database/tables.ts'
import { couponByCode, type FoundCoupon, insertFirstCoupons, type UseOfCode } from './discounts.store.ts'

export type { FoundCoupon, UseOfCode } from './discounts.store.ts'

/** A coupon by its code, with what has become of its uses as far as one order is concerned; nothing when there is none. */
export function findCoupon(queries: Queries, use: UseOfCode): Promise<FoundCoupon | undefined> {
  return couponByCode(queries, use)
}

/** Puts coupons in force where there are none of these codes yet. */
export function startWithCoupons(queries: Queries, coupons: readonly Coupon[], now: number): Promise<void> {
  return insertFirstCoupons(queries, coupons, now)
}

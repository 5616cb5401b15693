/** What is known of coupons, what starts with them, and whether an error of a code is worth a report (DISC-13). */
export {
  couponByCode as findCoupon,
  insertFirstCoupons as startWithCoupons,
  noteErrorReport as isWorthReporting,
} from './discounts.store.ts'

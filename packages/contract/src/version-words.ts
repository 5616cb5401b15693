/** The `error_type` of a write based on an outdated version (DESK-05). */
export const changedMeanwhile = 'changed_meanwhile'

/** The version of a coupon that does not exist yet. */
export const noCouponVersion = 'none'

import type { Order } from '@nerdify/contract/orders.ts'
import { couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { CouponRefusal } from './CouponRefusal.tsx'

/** Why an order lost its coupon, in the refusal's words (DISC-15). */
export const LossOfCoupon = ({ order }: { order: Order }) => {
  const { discountErrorType: type, discountErrorValue: value } = order
  return type !== null && <CouponRefusal message={couponMessage(type, value)} order={order} />
}

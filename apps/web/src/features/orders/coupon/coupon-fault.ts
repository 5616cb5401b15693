import type { CallError } from '@nerdify/contract/error-body.ts'
import { type CouponMessage, couponMessage, isCouponErrorType } from '@nerdify/domain/discounts/coupon-messages.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { failureText } from '../../../api/failure-text.ts'

/** A sentence without a link. */
const plainMessage = (text: string): CouponMessage => ({ text, linkText: null })

/**
 * Why a code could not be applied or taken off. A coupon's own refusal names its rule as `error_type` (DISC-04 to
 * DISC-11). Another one speaks of another field, which says it itself (EASE-08).
 */
export function couponFault(fault: CallError): CouponMessage {
  const { status, error_type: type, error_value: value } = fault
  if (status !== 422) return plainMessage(failureText(fault))
  return type !== undefined && isCouponErrorType(type)
    ? couponMessage(type, value)
    : plainMessage(couponTexts.notChecked)
}

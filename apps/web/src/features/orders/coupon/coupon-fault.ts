import type { CallError } from '@nerdify/contract/error-body.ts'
import { type CouponMessage, couponMessage, isCouponErrorType } from '@nerdify/domain/discounts/coupon-messages.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'

const plainMessage = (text: string): CouponMessage => ({ text, linkText: null })

/**
 * Why a code could not be applied or removed. A coupon's own refusal has its rule as `error_type` (DISC-04 to DISC-11).
 * Any other refusal belongs to another field, which shows it (EASE-08).
 */
export function couponFault(fault: CallError): CouponMessage {
  const { status, error_type: type, error_value: value } = fault
  if (status !== 422) return plainMessage(failureText(fault))
  return type !== undefined && isCouponErrorType(type)
    ? couponMessage(type, value)
    : plainMessage(couponTexts.notChecked)
}

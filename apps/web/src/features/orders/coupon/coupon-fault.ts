import type { CallError } from '@nerdify/contract/error-body.ts'
import { type CouponMessage, couponMessage, isCouponErrorType } from '@nerdify/domain/discounts/coupon-messages.ts'
import { failureText } from '../../../api/failure-text.ts'

/** A sentence without a link. */
export const plainMessage = (text: string): CouponMessage => ({ text, linkText: null })

/**
 * Why a code could not be applied or taken off. A coupon's own refusal names its rule as `error_type` (DISC-04 to
 * DISC-11); another one, of the deadline say, says what it is about in the server's words.
 */
export function couponFault(fault: CallError): CouponMessage {
  const { status, error_type: type, error_value: value } = fault
  return status === 422 && type !== undefined && isCouponErrorType(type)
    ? couponMessage(type, value)
    : plainMessage(failureText(fault))
}

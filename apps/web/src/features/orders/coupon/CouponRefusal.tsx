import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type CouponMessage, couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linkClass } from '../../../ui/actions/TextLink.tsx'

/** A refusal's sentence, with the contact link where the catalogue asks for it (DISC-04 to DISC-11). */
export function CouponRefusal({ message: { text, linkText } }: { message: CouponMessage }): ReactNode {
  if (linkText === null) return text
  return (
    <>
      {text}{' '}
      <Link className={linkClass()} to={webPaths.contactUs()}>
        {linkText}
      </Link>
    </>
  )
}

/** Why an order lost its coupon, in the words of that refusal (DISC-15); nothing where it does not tell. */
export const LossOfCoupon = ({ order: { discountErrorType, discountErrorValue } }: { order: Order }): ReactNode =>
  discountErrorType !== null && <CouponRefusal message={couponMessage(discountErrorType, discountErrorValue)} />

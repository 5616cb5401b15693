import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type CouponMessage, couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { couponTexts } from '../../../texts/order-coupon.ts'
import { Coupon, type CouponState } from '../../../ui/Coupon.tsx'
import { PriceNote } from '../../../ui/PriceSummary.tsx'
import { LinkButton, linkClass } from '../../../ui/TextLink.tsx'
import type { OrderInHand } from '../order-in-hand.ts'
import { couponSaving } from './coupon-saving.ts'
import { useCoupon } from './use-coupon.ts'

/** A refusal's sentence, with the contact link where the catalogue asks for it (DISC-04 to DISC-11). */
function Refusal({ message: { text, linkText } }: { message: CouponMessage }): ReactNode {
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

/** The coupon of an order: a button, a field, or what was applied (DISC-01). */
export function CouponBlock({ order }: { order: OrderInHand }) {
  const { entry, open, type, apply, remove } = useCoupon(order)
  const { stored } = order
  const takenAway =
    stored?.discountErrorType == null ? undefined : couponMessage(stored.discountErrorType, stored.discountErrorValue)

  const state = ((): CouponState => {
    if (stored?.discountCode != null) {
      const busy = entry.busy ? couponTexts.removing : undefined
      return { kind: 'applied', code: stored.discountCode, saving: couponSaving(stored), busy }
    }
    if (!entry.open) return { kind: 'closed' }
    return {
      kind: 'open',
      code: entry.code,
      error: entry.error && <Refusal message={entry.error} />,
      busy: entry.busy ? couponTexts.checking : undefined,
    }
  })()

  const { removedCode } = entry
  return (
    <>
      <Coupon state={state} onOpen={open} onCodeChange={type} onApply={() => apply()} onRemove={remove} />
      {state.kind === 'closed' && removedCode !== undefined && (
        <PriceNote>
          <span role="status">{couponTexts.removed(removedCode)}</span>{' '}
          <LinkButton onClick={() => apply(removedCode)}>{couponTexts.putBack}</LinkButton>
        </PriceNote>
      )}
      {state.kind === 'closed' && takenAway !== undefined && (
        <PriceNote>
          <span role="status">
            {couponTexts.takenAway} <Refusal message={takenAway} />
          </span>
        </PriceNote>
      )}
    </>
  )
}

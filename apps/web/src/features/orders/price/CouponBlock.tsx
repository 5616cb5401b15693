import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import { useMe } from '../../../api/queries.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { Coupon, type CouponState } from '@nerdify/ui/order/Coupon.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { PriceNote } from '@nerdify/ui/order/PriceSummary.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { CouponRefusal } from './CouponRefusal.tsx'
import { couponSaving } from './coupon-saving.ts'
import { type CouponTerms, useCoupon } from './use-coupon.ts'

/** The coupon of an order: a button, a field, or the applied code (DISC-01). */
export function CouponBlock({ order, ...terms }: { order: FlowOrder } & CouponTerms) {
  const { entry, apply, ...presses } = useCoupon(order, terms)
  const { stored } = order
  const gift = useMe().data?.friend_gift ?? 0
  const isGift = stored?.discountCode === referralCoupon.code

  const refusal = entry.error && <CouponRefusal message={entry.error} order={stored} code={entry.code} />
  const state = ((): CouponState => {
    if (stored?.discountCode != null) {
      const busy = entry.busy ? couponTexts.removing : undefined
      return {
        kind: 'applied',
        code: isGift ? couponTexts.friendsGift : stored.discountCode,
        saving: couponSaving(stored),
        busy,
      }
    }
    if (!entry.open) return { kind: 'closed' }
    return {
      kind: 'open',
      code: entry.code,
      error: refusal,
      busy: entry.busy ? couponTexts.checking : undefined,
    }
  })()

  const { removedCode } = entry
  // Not while another coupon is being removed: that click would be lost.
  const canTakeGift = gift > 0 && stored !== null && !isGift && !entry.busy
  return (
    <>
      <Coupon {...presses} state={state} onApply={() => apply()} />
      {state.kind === 'applied' && refusal && <ErrorText role="alert">{refusal}</ErrorText>}
      {canTakeGift && (
        <PriceNote>
          <LinkButton onClick={() => apply(referralCoupon.code)}>{couponTexts.takeGift(gift)}</LinkButton>
        </PriceNote>
      )}
      {state.kind === 'closed' && removedCode !== undefined && removedCode !== referralCoupon.code && (
        <PriceNote>
          <span role="status">{couponTexts.removed(removedCode)}</span>{' '}
          <LinkButton onClick={() => apply(removedCode)}>{couponTexts.putBack}</LinkButton>
        </PriceNote>
      )}
    </>
  )
}

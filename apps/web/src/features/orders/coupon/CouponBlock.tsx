import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { Coupon, type CouponState } from '../../../ui/order/Coupon.tsx'
import { PriceNote } from '../../../ui/order/PriceSummary.tsx'
import { LinkButton } from '../../../ui/actions/TextLink.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { CouponRefusal } from './CouponRefusal.tsx'
import { couponSaving } from './coupon-saving.ts'
import { useCoupon } from './use-coupon.ts'

/** The coupon of an order: a button, a field, or what was applied (DISC-01). */
export function CouponBlock({ order }: { order: FlowOrder }) {
  const { entry, open, type, apply, remove } = useCoupon(order)
  const { stored } = order

  const state = ((): CouponState => {
    if (stored?.discountCode != null) {
      const busy = entry.busy ? couponTexts.removing : undefined
      return { kind: 'applied', code: stored.discountCode, saving: couponSaving(stored), busy }
    }
    if (!entry.open) return { kind: 'closed' }
    return {
      kind: 'open',
      code: entry.code,
      error: entry.error && <CouponRefusal message={entry.error} />,
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
    </>
  )
}

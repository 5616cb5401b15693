import { couponCodeFrom, couponCodeMissingText } from '@nerdify/domain/discounts/coupon-code.ts'
import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { trackScreen } from '../../../frame/track-screen.ts'
import { noAnswerText } from '@nerdify/browser/failure-text.ts'
import { stepPath } from '../flow/flow-place.ts'
import type { FlowOrder } from '../flow-order.ts'
import { usePlaceOrder } from '../draft/place-order.ts'
import { useLeaving } from '../flow/use-leaving.ts'
import { couponEntries } from './coupon-entries.ts'
import { clearLostCoupon } from './lost-coupon.ts'

/** The form around the coupon: another answer may need a correction first, at its own field (EASE-08). */
export interface CouponTerms {
  isBlocked: boolean
  onBlocked: () => void
}

/** The coupon's calls and refusal texts load at the first click. */
const loadCalls = () => import('./apply-code.ts')

const couponFailure = (thrown: unknown): Promise<CouponMessage> =>
  loadCalls().then(
    (calls) => calls.couponFailure(thrown),
    () => ({ text: noAnswerText(), linkText: null }),
  )

/**
 * The form's coupon and its actions (DISC-01 to DISC-03, DISC-12). Applying a code to a draft first creates its order
 * (FLOW-16). The answer replaces the cached order, so that the new price shows at once.
 */
export function useCoupon(order: FlowOrder, { isBlocked, onBlocked }: CouponTerms) {
  const { draftKey, stored } = order
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const entry = useSyncExternalStore(couponEntries.subscribe, () => couponEntries.read(draftKey))
  // Only leaving the page clears the typed code and its error (DISC-12).
  useLeaving(() => couponEntries.forget(draftKey))

  const apply = async (typed: string) => {
    if (entry.busy) return
    const code = couponCodeFrom(typed)
    if (code === '')
      return couponEntries.change(draftKey, { open: true, error: { text: couponCodeMissingText, linkText: null } })
    couponEntries.change(draftKey, { open: true, code, error: undefined, removedCode: undefined })
    if (isBlocked) return onBlocked()
    couponEntries.change(draftKey, { busy: true })
    const isHere = trackScreen()
    try {
      const { applyCode } = await loadCalls()
      if (stored !== null) return void applyCode(queryClient, stored._id, code)
      const { _id: orderId } = await placeOrder()
      await applyCode(queryClient, orderId, code)
      if (isHere()) await navigate(stepPath('form', { orderId }), { replace: true })
    } catch (thrown) {
      const error = await couponFailure(thrown)
      if (isHere()) couponEntries.change(draftKey, { busy: false, error })
    }
  }

  const remove = async () => {
    if (stored === null || stored.discountCode === null || entry.busy) return
    const { discountCode: code } = stored
    couponEntries.change(draftKey, { busy: true, error: undefined })
    const isHere = trackScreen()
    try {
      const { changeCoupon } = await loadCalls()
      const isRemoved = await changeCoupon(queryClient, stored._id, { action: 'discount_del', code })
      couponEntries.forget(draftKey)
      if (isRemoved) couponEntries.change(draftKey, { removedCode: code })
    } catch (thrown) {
      const error = await couponFailure(thrown)
      if (isHere()) couponEntries.change(draftKey, { busy: false, error })
    }
  }

  return {
    entry,
    onOpen: () => couponEntries.change(draftKey, { open: true, removedCode: undefined }),
    onCodeChange: (code: string) => {
      couponEntries.change(draftKey, { code, error: undefined })
      if (stored !== null) void clearLostCoupon(queryClient, stored._id)
    },
    apply: (code?: string) => void apply(code ?? couponEntries.read(draftKey).code),
    onRemove: () => void remove(),
    onClose: () => couponEntries.forget(draftKey),
  }
}

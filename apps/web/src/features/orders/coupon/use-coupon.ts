import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderChange } from '@nerdify/contract/orders.ts'
import { couponCodeFrom, couponCodeMissingText } from '@nerdify/domain/discounts/coupon-code.ts'
import { type CouponMessage, couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { asCallError } from '../../../api/call-error.ts'
import { api } from '../../../api/client.ts'
import { failureText } from '../../../api/failure-text.ts'
import { storeOrder } from '../../../api/queries.ts'
import { orderDraftKey } from '../drafts.ts'
import { stepPath } from '../flow-place.ts'
import type { OrderInHand } from '../order-in-hand.ts'
import { orderChangesOf } from '../order-queues.ts'
import { usePlaceOrder } from '../place-order.ts'
import { couponEntries, type CouponEntry } from './coupon-entries.ts'

const plain = (text: string): CouponMessage => ({ text, linkText: null })

/** The coupon's own refusals carry their rule as `error_type`; anything else is a failure like others. */
function messageOf(fault: CallError): CouponMessage {
  const isRefusal = fault.status === 422 && fault.error_type !== undefined
  return isRefusal ? couponMessage(fault.error_type ?? '', fault.error_value) : plain(failureText(fault))
}

/** The coupon of an order and what can be done with it (DISC-01 to DISC-03, DISC-12). */
interface CouponInHand {
  entry: CouponEntry
  open: () => void
  type: (code: string) => void
  apply: (code?: string) => void
  remove: () => void
}

/**
 * The coupon of the form. Applying one makes a draft an order first (FLOW-16); what the server answers replaces the
 * stored order, so the new price shows at once.
 */
export function useCoupon(order: OrderInHand): CouponInHand {
  const { draftKey, stored, faults } = order
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const entry = useSyncExternalStore(couponEntries.subscribe, () => couponEntries.read(draftKey))
  useEffect(() => () => couponEntries.forget(draftKey), [draftKey])

  const send = async (orderId: string, change: OrderChange): Promise<Order> => {
    // What was chosen before is saved first: the coupon is judged by it.
    await orderChangesOf(queryClient, orderId).settled()
    const changed = await api.changeOrder(orderId, change, crypto.randomUUID())
    storeOrder(queryClient, changed)
    return changed
  }

  const apply = async (typed: string) => {
    const code = couponCodeFrom(typed)
    if (code === '') return couponEntries.change(draftKey, { open: true, error: plain(couponCodeMissingText) })
    const blocking = faults.find(({ field }) => field !== 'subject')
    if (blocking !== undefined) return couponEntries.change(draftKey, { open: true, error: plain(blocking.text) })
    couponEntries.change(draftKey, { open: true, code, busy: true, error: undefined, removedCode: undefined })
    let key = draftKey
    try {
      const orderId = stored?._id ?? (await placeOrder())._id
      key = orderDraftKey(orderId)
      await send(orderId, { action: 'discount_add', code }).then(
        () => couponEntries.forget(key),
        (thrown: unknown) =>
          couponEntries.change(key, { open: true, code, busy: false, error: messageOf(asCallError(thrown)) }),
      )
      if (stored === null) await navigate(stepPath('form', { orderId }), { replace: true })
    } catch (thrown) {
      couponEntries.change(draftKey, { busy: false, error: messageOf(asCallError(thrown)) })
    }
  }

  const remove = async () => {
    if (stored === null || stored.discountCode === null) return
    couponEntries.change(draftKey, { busy: true })
    try {
      await send(stored._id, { action: 'discount_del', code: stored.discountCode })
      couponEntries.change(draftKey, {
        open: false,
        code: '',
        error: undefined,
        busy: false,
        removedCode: stored.discountCode,
      })
    } catch (thrown) {
      couponEntries.change(draftKey, { busy: false, error: messageOf(asCallError(thrown)) })
    }
  }

  return {
    entry,
    open: () => couponEntries.change(draftKey, { open: true, removedCode: undefined }),
    type: (code) => couponEntries.change(draftKey, { code, error: undefined }),
    apply: (code) => void apply(code ?? couponEntries.read(draftKey).code),
    remove: () => void remove(),
  }
}

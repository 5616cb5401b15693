import type { Order, OrderChange } from '@nerdify/contract/orders.ts'
import { couponCodeFrom, couponCodeMissingText } from '@nerdify/domain/discounts/coupon-code.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { asCallError } from '../../../api/call-error.ts'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { orderDraftKey } from '../draft/drafts.ts'
import { stepPath } from '../flow/flow-place.ts'
import type { FlowOrder } from '../flow-order.ts'
import { orderChangesOf } from '../changes/order-queues.ts'
import { usePlaceOrder } from '../draft/place-order.ts'
import { priceNews } from '../price/price-news.ts'
import { useLeaving } from '../flow/use-leaving.ts'
import { couponEntries, type CouponEntry } from './coupon-entries.ts'
import { couponFault, plainMessage } from './coupon-fault.ts'
import { clearLostCoupon } from './lost-coupon.ts'

/** The coupon of an order and what can be done with it (DISC-01 to DISC-03, DISC-12). */
interface CouponField {
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
export function useCoupon(order: FlowOrder): CouponField {
  const { draftKey, stored, faults } = order
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const entry = useSyncExternalStore(couponEntries.subscribe, () => couponEntries.read(draftKey))
  // What was typed and what was wrong goes with the page, and not before (DISC-12).
  useLeaving(() => couponEntries.forget(draftKey))

  const send = async (orderId: string, change: OrderChange): Promise<Order> => {
    // What was chosen before is saved first: the coupon is judged by it.
    await orderChangesOf(queryClient, orderId).settled()
    const changed = await api.changeOrder(orderId, change, crypto.randomUUID())
    priceNews.note(queryClient.getQueryData<Order>(queryKeys.order(orderId)), changed)
    storeOrder(queryClient, changed)
    return changed
  }

  const apply = async (typed: string) => {
    if (entry.busy) return
    const code = couponCodeFrom(typed)
    if (code === '') return couponEntries.change(draftKey, { open: true, error: plainMessage(couponCodeMissingText) })
    const blocking = faults.find(({ field }) => field !== 'subject')
    if (blocking !== undefined)
      return couponEntries.change(draftKey, { open: true, error: plainMessage(blocking.text) })
    couponEntries.change(draftKey, { open: true, code, busy: true, error: undefined, removedCode: undefined })
    // Who has left meanwhile is not brought back, and finds no old error later (DISC-12).
    const isHere = trackScreen()
    const refused = (key: string, thrown: unknown) =>
      isHere() && couponEntries.change(key, { open: true, code, busy: false, error: couponFault(asCallError(thrown)) })
    try {
      const orderId = stored?._id ?? (await placeOrder())._id
      const key = orderDraftKey(orderId)
      await send(orderId, { action: 'discount_add', code }).then(
        () => couponEntries.forget(key),
        (thrown: unknown) => refused(key, thrown),
      )
      if (stored === null && isHere()) await navigate(stepPath('form', { orderId }), { replace: true })
    } catch (thrown) {
      refused(draftKey, thrown)
    }
  }

  const remove = async () => {
    if (stored === null || stored.discountCode === null || entry.busy) return
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
      couponEntries.change(draftKey, { busy: false, error: couponFault(asCallError(thrown)) })
    }
  }

  return {
    entry,
    open: () => couponEntries.change(draftKey, { open: true, removedCode: undefined }),
    type: (code) => {
      couponEntries.change(draftKey, { code, error: undefined })
      if (stored !== null) void clearLostCoupon(queryClient, stored._id)
    },
    apply: (code) => void apply(code ?? couponEntries.read(draftKey).code),
    remove: () => void remove(),
  }
}

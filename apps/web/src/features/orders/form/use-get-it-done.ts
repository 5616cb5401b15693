import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { queryKeys } from '../../../api/queries.ts'
import { loadAhead } from '../../../frame/load-ahead.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { navigatedAway, useAction } from '../../../frame/use-action.ts'
import { orderChangesOf } from '../draft/order-queues.ts'
import { typedCode } from '../price/coupon-entries.ts'
import { hasLostCoupon } from '../price/lost-coupon.ts'
import { announceFirst, usePlaceOrder } from '../draft/place-order.ts'
import { stepPath } from '../flow/flow-place.ts'
import { returnPathOf } from '../flow/return-path.ts'
import { type FlowOrder, missingFields } from '../flow-order.ts'

/** Places the order or saves its last changes, applies a typed code (DISC-03), then leads to the details (FLOW-16). */
export function useGetItDone(order: FlowOrder) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const { state } = useLocation()

  /** False if a typed code is refused: the coupon says why, and the step stays. */
  const applyTypedCode = async (orderId: string) => {
    const code = typedCode(order.draftKey)
    if (code === '') return true
    const { applyCode } = await import('../price/apply-code.ts')
    return applyCode(queryClient, orderId, code)
  }

  const placeNew = async () => {
    const isHere = trackScreen()
    const { _id: orderId } = await placeOrder()
    announceFirst(queryClient, orderId)
    const continues = await applyTypedCode(orderId)
    // The order's own form has another button, which must not show before the details.
    if (continues) await loadAhead(stepPath('details', { orderId }))
    if (!isHere()) return false
    // Back from the details leads to this order's form, never to one that would place another order (ux 16).
    await navigate(stepPath('form', { orderId }), { replace: true })
    if (continues) await navigate(stepPath('details', { orderId }))
    return continues
  }

  const saveStored = async (stored: Order) => {
    const isHere = trackScreen()
    const changes = orderChangesOf(queryClient, stored._id)
    const missing = missingFields(stored, order)
    if (Object.keys(missing).length > 0) changes.change(missing)
    if (changes.state().phase === 'failed') changes.retry()
    if (!(await changes.settled()) || !isHere()) return false
    announceFirst(queryClient, stored._id)
    if (!(await applyTypedCode(stored._id)) || !isHere()) return false
    // If this change cost the order its coupon, the notice shows here, before the next step (DISC-15).
    const saved = queryClient.getQueryData<Order>(queryKeys.order(stored._id))
    if (stored.discountCode !== null && saved !== undefined && hasLostCoupon(saved)) return false
    await navigate(returnPathOf(state) ?? stepPath('details', { orderId: stored._id }))
    return true
  }

  // Busy until the next screen shows (EASE-01).
  return useAction(async () => {
    const continues = await (order.stored === null ? placeNew() : saveStored(order.stored))
    return continues && navigatedAway
  })
}

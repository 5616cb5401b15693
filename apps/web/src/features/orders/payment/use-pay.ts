import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { useLeavingSite } from '../../../frame/restored-page.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { hasLostCoupon } from '../price/lost-coupon.ts'
import { stepPath } from '../flow/flow-place.ts'
import { useOnePress } from '../flow/one-press.ts'
import type { FlowOrder } from '../flow-order.ts'
import { orderChangesOf } from '../draft/order-queues.ts'
import { noteLeaving, payByPress, paymentHref } from '../../../orders/payment-link.ts'
import { usePlaceOrder } from '../draft/place-order.ts'
import { type PriceNews, priceNews, priceNewsOf } from '../price/price-news.ts'
import { ifShown } from '../price/usable-balance.ts'

export type Pay = ReturnType<typeof usePay>

/** Paying for services added later; `isCovered` if no card is needed (SAFE-12). */
interface PayingLater {
  cancelPath: string
  shownBalanceCents: number | undefined
  isCovered: boolean
}

/** The order whose card page is loading: its button stays busy when its page replaces the draft's (EASE-01). */
let leavingOrderId: string | undefined

/**
 * The payment button's action: it never leaves with a total that is not stored (ux 24, ux 37). For services added
 * `later`, Back on the card page leads elsewhere, and the balance part (in cents) is another one.
 */
export function usePay(order: FlowOrder, later?: PayingLater) {
  const { stored, price, balance } = order
  const way = later ?? {
    shownBalanceCents: ifShown(balance, balance.paysCents),
    isCovered: price !== undefined && balance.cardCents <= 0,
  }
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const [isLeaving, setLeaving] = useLeavingSite(() => stored !== null && stored._id === leavingOrderId)
  const [repriced, setRepriced] = useState<PriceNews>()

  useEffect(() => {
    leavingOrderId = undefined
  }, [])

  /** The order once every change is stored; undefined if one could not be. */
  const storedOrder = async (orderId: string): Promise<Order | undefined> => {
    const changes = orderChangesOf(queryClient, orderId)
    // An earlier service failure already shows, and its change is rolled back.
    const { serviceFault: earlierFault } = changes.state()
    if (changes.state().phase === 'failed') changes.retry()
    const isStored = (await changes.settled()) && changes.state().serviceFault === earlierFault
    return isStored ? queryClient.getQueryData<Order>(queryKeys.order(orderId)) : undefined
  }

  /** The order, and its state at the payment; undefined if a notice must show first. */
  const askToPay = async (
    placed: Order,
    isHere: () => boolean,
  ): Promise<{ ready: Order; fresh: Order } | undefined> => {
    const newsBefore = priceNews.read(placed._id)
    const ready = await storedOrder(placed._id)
    if (ready === undefined || !isHere()) return undefined
    // This save changed the price on the button: the notice shows first (PRICE-12).
    const isNews = priceNews.read(ready._id) !== newsBefore
    if (isNews || (stored !== null && stored.discountCode !== null && hasLostCoupon(ready))) return undefined
    const fresh = await api.paymentLinkSent(ready._id, crypto.randomUUID())
    storeOrder(queryClient, fresh)
    return { ready, fresh }
  }

  const payment = useOnePress(async () => {
    setRepriced(undefined)
    const isHere = trackScreen()
    const placed = stored ?? (await placeOrder())
    const toPay = await askToPay(placed, isHere)
    if (!isHere()) return
    const isSame = toPay !== undefined && toPay.fresh.price === toPay.ready.price
    if (stored === null) {
      if (isSame) leavingOrderId = placed._id
      // Back from the card page leads to the order, never to a draft that would create another (ux 16).
      await navigate(stepPath('extra-services', { orderId: placed._id }), { replace: true })
    }
    if (toPay === undefined) return
    const { ready, fresh } = toPay
    if (!isSame) return setRepriced(priceNewsOf(ready, fresh) ?? 'changed_elsewhere')
    noteLeaving(fresh._id)
    setLeaving(true)
    if (way.isCovered) payByPress(paymentHref(fresh, way))
    else window.location.assign(paymentHref(fresh, way))
  })

  const busy = payment.busy || isLeaving
  return {
    /** The payment button's link; undefined for a draft, whose order must be created first. */
    href: stored === null ? undefined : paymentHref(stored, way),
    /** A click on the button: saves changes, requests the current order, and leaves. */
    press(event: MouseEvent) {
      // A click with a modifier opens a new tab or window.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      if (!busy) payment.press()
    },
    retry: payment.retry,
    busy,
    failure: payment.failure,
    /** Why the price differs from the shown one, before paying (PRICE-12, abuse 40). */
    repriced,
  }
}

import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { useRestoredPage } from '../../../frame/restored-page.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { hasLostCoupon } from '../coupon/lost-coupon.ts'
import { stepPath } from '../flow/flow-place.ts'
import { useOnePress } from '../flow/one-press.ts'
import type { FlowOrder } from '../flow-order.ts'
import { orderChangesOf } from '../changes/order-queues.ts'
import { noteLeaving, payByPress, paymentHref } from '../../../payment-link.ts'
import { usePlaceOrder } from '../draft/place-order.ts'
import { type PriceNews, priceNews, priceNewsOf } from '../price/price-news.ts'
import { ifShown } from '../price/usable-balance.ts'

/** The way to the card page. */
export type Pay = ReturnType<typeof usePay>

/** Paying for services that are bought later; `isCovered` where no card is needed (SAFE-12). */
interface PayingLater {
  cancelPath: string
  shownBalanceCents: number | undefined
  isCovered: boolean
}

/** The order whose card page is on its way: where its page takes the place of a draft's, the button stays busy (EASE-01). */
let leavingWith: string | undefined

/**
 * What the payment button does: it never leaves with a total that is not stored (ux 24, ux 37). For services that are
 * bought `later` Back on the card page leads elsewhere, and the balance pays another part (in cents).
 */
export function usePay(order: FlowOrder, later?: PayingLater) {
  const { stored, price, balance } = order
  const way = later ?? {
    shownBalanceCents: ifShown(balance, balance.paysCents),
    isCovered: price !== undefined && price.totalCents <= balance.paysCents,
  }
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const [isLeaving, setLeaving] = useState(() => stored !== null && stored._id === leavingWith)
  const [repriced, setRepriced] = useState<PriceNews>()

  useRestoredPage(() => setLeaving(false))
  useEffect(() => {
    leavingWith = undefined
  }, [])

  /** The order once everything wanted of it is stored; undefined if something could not be. */
  const settled = async (orderId: string): Promise<Order | undefined> => {
    const changes = orderChangesOf(queryClient, orderId)
    // A service that could not be added before is told of already, and off again.
    const { serviceFault: told } = changes.state()
    if (changes.state().phase === 'failed') changes.retry()
    const isStored = (await changes.settled()) && changes.state().serviceFault === told
    return isStored ? queryClient.getQueryData<Order>(queryKeys.order(orderId)) : undefined
  }

  /** The order, and as it is once asked to be paid; undefined where the screen has something to tell first. */
  const askToPay = async (
    placed: Order,
    isHere: () => boolean,
  ): Promise<{ ready: Order; asked: Order } | undefined> => {
    const toldBefore = priceNews.read(placed._id)
    const ready = await settled(placed._id)
    if (ready === undefined || !isHere()) return undefined
    // What was saved just now has made another price than the button said: the screen tells it first (PRICE-12).
    const isNews = priceNews.read(ready._id) !== toldBefore
    if (isNews || (stored !== null && stored.discountCode !== null && hasLostCoupon(ready))) return undefined
    const asked = await api.paymentLinkSent(ready._id, crypto.randomUUID())
    storeOrder(queryClient, asked)
    return { ready, asked }
  }

  const payment = useOnePress(async () => {
    setRepriced(undefined)
    const isHere = trackScreen()
    const placed = stored ?? (await placeOrder())
    const toPay = await askToPay(placed, isHere)
    if (!isHere()) return
    const isSame = toPay !== undefined && toPay.asked.price === toPay.ready.price
    if (stored === null) {
      if (isSame) leavingWith = placed._id
      // Back from the card page leads to the order, never to a draft that would make another (ux 16).
      await navigate(stepPath('extra-services', { orderId: placed._id }), { replace: true })
    }
    if (toPay === undefined) return
    const { ready, asked } = toPay
    if (!isSame) return setRepriced(priceNewsOf(ready, asked) ?? 'changed_elsewhere')
    noteLeaving(asked._id)
    setLeaving(true)
    if (way.isCovered) payByPress(paymentHref(asked, way))
    else window.location.assign(paymentHref(asked, way))
  })

  const busy = payment.busy || isLeaving
  return {
    /** Where the payment button leads; undefined for a draft, whose order must be created first. */
    href: stored === null ? undefined : paymentHref(stored, way),
    /** A press of the button: saves what is not stored yet, asks for the order as it is now, and leaves. */
    press(event: MouseEvent) {
      // A link that is opened in a new tab or window goes its own way.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      if (!busy) payment.press()
    },
    retry: payment.retry,
    busy,
    failure: payment.failure,
    /** Why the price is another one than was shown: the person is told before paying (PRICE-12, abuse 40). */
    repriced,
  }
}

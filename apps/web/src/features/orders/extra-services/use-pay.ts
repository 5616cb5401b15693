import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { asCallError } from '../../../api/call-error.ts'
import { failureText } from '../../../api/failure-text.ts'
import { queryKeys } from '../../../api/queries.ts'
import { stepPath } from '../flow-place.ts'
import { useOnePress } from '../one-press.ts'
import type { OrderInHand } from '../order-in-hand.ts'
import { orderChangesOf } from '../order-queues.ts'
import { noteLeaving, paymentHref } from '../../../payment-link.ts'
import { usePlaceOrder } from '../place-order.ts'

/** The way to the card page. */
export interface Pay {
  /** Where the payment button leads; undefined for a draft, whose order must be created first. */
  href: string | undefined
  /** A press of the button: lets a link through once everything is stored, else saves first and leaves then. */
  press: (event: MouseEvent) => void
  retry: () => void
  busy: boolean
  failure: string | undefined
}

/** What the payment button does: it never leaves with a total that is not stored (ux 24, ux 37). */
export function usePay(order: OrderInHand, isSaved: boolean): Pay {
  const { stored } = order
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const [failure, setFailure] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)

  // Back from the card page may bring this page as it was left.
  useEffect(() => {
    const revive = () => setLeaving(false)
    window.addEventListener('pageshow', revive)
    return () => window.removeEventListener('pageshow', revive)
  }, [])

  /** The order once everything wanted of it is stored; undefined if something could not be. */
  const settled = async (orderId: string): Promise<Order | undefined> => {
    const changes = orderChangesOf(queryClient, orderId)
    if (changes.state().phase === 'failed') changes.retry()
    const isStored = (await changes.settled()) && changes.state().serviceFault === null
    return isStored ? queryClient.getQueryData<Order>(queryKeys.order(orderId)) : undefined
  }

  const payment = useOnePress(async () => {
    setFailure(undefined)
    try {
      const placed = stored ?? (await placeOrder())
      const ready = await settled(placed._id)
      if (stored === null) {
        // Back from the card page leads to the order, never to a draft that would make another (ux 16).
        await navigate(stepPath('extra-services', { orderId: placed._id }), { replace: true })
      }
      if (ready === undefined) return
      noteLeaving(ready._id)
      setLeaving(true)
      window.location.assign(paymentHref(ready))
    } catch (thrown) {
      setFailure(failureText(asCallError(thrown)))
    }
  })

  return {
    href: stored === null ? undefined : paymentHref(stored),
    press(event) {
      if (stored !== null && isSaved) return noteLeaving(stored._id)
      event.preventDefault()
      payment.press()
    },
    retry: payment.press,
    busy: payment.busy || isLeaving,
    failure,
  }
}

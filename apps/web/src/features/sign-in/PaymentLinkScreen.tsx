import { webPaths } from '@nerdify/contract/web-paths.ts'
import { isRefundStatus } from '@nerdify/domain/orders/order-status.ts'
import { useNavigate, useParams } from 'react-router'
import { api } from '../../api/client.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { noteLeaving, paymentHref } from '../../orders/payment-link.ts'
import { KeySignIn } from './KeySignIn.tsx'

/** `/a/{shortKey}/{orderId}/{subscriptionId?}`: signs in and leads to the payment of the order (AUTH-12). */
export function Component() {
  const { shortKey = '', orderId = '', subscriptionId } = useParams()
  const navigate = useNavigate()

  const pay = async () => {
    const isHere = trackScreen()
    try {
      const order = await api.order(orderId)
      if (!isHere()) return
      if (!isRefundStatus(order.system_client_status)) {
        noteLeaving(order._id)
        return window.location.replace(paymentHref(order, { subscriptionId }))
      }
    } catch {
      // If the order is missing or cannot load, the cabinet says so (AUTH-12).
    }
    if (isHere()) await navigate(webPaths.root(), { replace: true })
  }

  return (
    <KeySignIn
      key={shortKey}
      factor="key"
      value={shortKey}
      next={webPaths.orderPayment(orderId, subscriptionId)}
      onSignedIn={() => void pay()}
    />
  )
}

import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useOrder } from '../../../api/queries.ts'
import { LoadingOrder, UnreadOrder } from '../flow/OrderGate.tsx'

/** `/order/{orderId}/receipt`: leads the client to the order's receipts (PAY-14), also from old mails (SAFE-12). */
export function Component() {
  const { orderId = '' } = useParams()
  const { data: order, error, refetch } = useOrder(orderId)
  const link = order?.receipt_link

  useEffect(() => {
    if (link) window.location.replace(link)
  }, [link])

  if (link === null) return <Navigate to={webPaths.orders()} replace />
  if (order === undefined) return <UnreadOrder error={error} refetch={refetch} />
  return <LoadingOrder />
}

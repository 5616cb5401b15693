import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { sizeFromWire } from '@nerdify/domain/pricing/units.ts'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useOrder } from '../../../api/queries.ts'
import { drafts, newOrderDraftKey } from '../draft/drafts.ts'
import { LoadingOrder, UnreadOrder } from '../flow/OrderGate.tsx'

/**
 * `/order/{orderId}/again`: opens the form of a new order with this one's type, subject and size (CAB-10). An older
 * draft of that type keeps its other values.
 */
export function Component() {
  const { orderId = '' } = useParams()
  const navigate = useNavigate()
  const { data: order, error, refetch } = useOrder(orderId)

  useEffect(() => {
    if (order === undefined) return
    const jobType = jobTypes.find(({ id }) => id === order.jobType)
    if (jobType === undefined) return void navigate(webPaths.newOrder(), { replace: true })
    const size = order.size === null ? undefined : sizeFromWire(order.size)
    drafts.change(newOrderDraftKey(jobType.id), {
      ...(order.subject !== null && { subject: order.subject }),
      ...(size !== undefined && { size }),
    })
    void navigate(webPaths.newOrderForm(jobType.id), { replace: true })
  }, [order, navigate])

  if (order === undefined) return <UnreadOrder error={error} refetch={refetch} />
  return <LoadingOrder />
}

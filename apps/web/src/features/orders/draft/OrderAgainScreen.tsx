import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { serverNow } from '../../../api/client.ts'
import { useMe, useOrder } from '../../../api/queries.ts'
import { useDeadlineTerms } from '../form/deadline-terms.ts'
import { drafts, newOrderDraftKey } from './drafts.ts'
import { LoadingOrder, UnreadOrder } from '../flow/OrderGate.tsx'
import { draftAgain } from './draft-again.ts'

/**
 * `/order/{orderId}/again`: opens the form of a new order with this one's type, subject, title, size and lead time (CAB-10).
 * An older draft of that type keeps its other values.
 */
export function Component() {
  const { orderId = '' } = useParams()
  const navigate = useNavigate()
  const { data: order, error, refetch } = useOrder(orderId)
  const me = useMe()
  const { premium } = useDeadlineTerms()

  useEffect(() => {
    // The client's plan decides which lead times there are.
    if (order === undefined || me.isPending) return
    const jobType = jobTypes.find(({ id }) => id === order.jobType)
    if (jobType === undefined) return void navigate(webPaths.newOrder(), { replace: true })
    drafts.change(newOrderDraftKey(jobType.id), draftAgain(order, jobType.id, { now: serverNow(), premium }))
    void navigate(webPaths.newOrderForm(jobType.id), { replace: true })
  }, [order, me.isPending, premium, navigate])

  if (order === undefined) return <UnreadOrder error={error} refetch={refetch} />
  return <LoadingOrder />
}

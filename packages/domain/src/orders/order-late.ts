import type { OrderFacts } from './order-facts.ts'
import { statusesBeforeDelivery } from './order-status.ts'

/** The facts that decide when work is due. */
export type PromisedWork = Pick<OrderFacts, 'systemStatus' | 'clientStatus' | 'deadline' | 'revisionDeadline'>

const suspendingStatuses: readonly OrderFacts['systemStatus'][] = ['Refund Requested', 'Refund Accepted', 'Deleted']

/** Whether the first delivery is pending; a requested or granted refund suspends it. */
export const awaitsFirstWork = ({ systemStatus, clientStatus }: PromisedWork): boolean =>
  clientStatus !== null && statusesBeforeDelivery.includes(clientStatus) && !suspendingStatuses.includes(systemStatus)

/** When the pending work or revision is due (WAIT-04), in UTC milliseconds; null without pending work. */
export function workDue(order: PromisedWork): number | null {
  if (awaitsFirstWork(order)) return order.deadline
  const onRevision = order.clientStatus === 'On revision' && !suspendingStatuses.includes(order.systemStatus)
  return onRevision ? order.revisionDeadline : null
}

/** Whether pending work is late at `now`, in UTC milliseconds; a late order sells no services (WAIT-04). */
export function isWorkLate(order: PromisedWork, now: number): boolean {
  const due = workDue(order)
  return due !== null && now > due
}

/** Shown instead of services on a late order (WAIT-04). */
export const lateOrderText = 'This order is late, so we sell nothing more on it. Your work comes first.'

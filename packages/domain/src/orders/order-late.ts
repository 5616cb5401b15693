import type { OrderFacts } from './order-facts.ts'

/** The facts that decide when work is due. */
export type PromisedWork = Pick<OrderFacts, 'systemStatus' | 'clientStatus' | 'deadline' | 'revisionDeadline'>

const firstWork: readonly OrderFacts['clientStatus'][] = ['In progress', 'Nerd found', 'Quality check', 'Final touches']
const heldUp: readonly OrderFacts['systemStatus'][] = ['Refund Requested', 'Refund Accepted', 'Deleted']

/** Whether the first delivery is pending; a requested or granted refund suspends it. */
export const awaitsFirstWork = ({ systemStatus, clientStatus }: PromisedWork): boolean =>
  firstWork.includes(clientStatus) && !heldUp.includes(systemStatus)

/** When the pending work or revision is due (WAIT-04), in UTC milliseconds; null without pending work. */
export function workDue(order: PromisedWork): number | null {
  if (awaitsFirstWork(order)) return order.deadline
  const onRevision = order.clientStatus === 'On revision' && !heldUp.includes(order.systemStatus)
  return onRevision ? order.revisionDeadline : null
}

/** Whether the pending work is late at `now` (WAIT-04), in UTC milliseconds: late orders sell nothing more. */
export function isLate(order: PromisedWork, now: number): boolean {
  const due = workDue(order)
  return due !== null && now > due
}

/** WAIT-04: shown instead of services on a late order. */
export const lateOrderText = 'This order is late, so we sell nothing more on it. Your work comes first.'

import type { OrderFacts } from './order-facts.ts'

/** What says until when work was promised. */
export type PromisedWork = Pick<OrderFacts, 'systemStatus' | 'clientStatus' | 'deadline' | 'revisionDeadline'>

const firstWork: readonly OrderFacts['clientStatus'][] = ['In progress', 'Nerd found', 'Quality check', 'Final touches']
const heldUp: readonly OrderFacts['systemStatus'][] = ['Refund Requested', 'Refund Accepted', 'Deleted']

/** Whether the first work is still to come; a refund that is asked for or granted holds it up. */
export const awaitsFirstWork = ({ systemStatus, clientStatus }: PromisedWork): boolean =>
  firstWork.includes(clientStatus) && !heldUp.includes(systemStatus)

/**
 * Until when the work or the revision was promised that its client waits for (WAIT-04), in UTC milliseconds; null where
 * they wait for none.
 */
export function workDue(order: PromisedWork): number | null {
  if (awaitsFirstWork(order)) return order.deadline
  const onRevision = order.clientStatus === 'On revision' && !heldUp.includes(order.systemStatus)
  return onRevision ? order.revisionDeadline : null
}

/** Whether what its client waits for is late at `now` (WAIT-04), in UTC milliseconds: nothing more is sold on such an order. */
export function isLate(order: PromisedWork, now: number): boolean {
  const due = workDue(order)
  return due !== null && now > due
}

/** WAIT-04: nothing more is sold on it. */
export const lateOrderText = 'This order is late, so we sell nothing more on it. Your work comes first.'

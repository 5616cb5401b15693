import { any } from './condition.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

/** The date line of an order card: `at` is in UTC milliseconds and shows in the client's time zone (CAB-03). */
export interface OrderDateLabel {
  label: 'Created on' | 'Expected on' | 'Completed on' | 'Refunded on'
  at: number
}

const inRevision = any(orderIs.revisionRequested, orderIs.onRevision)

/**
 * CAB-03: an unpaid order shows its creation; a refunded one the refund; a delivered one outside revision its last
 * delivery; any other the expected time, by the revision's deadline if set.
 */
export function orderDateLabel(order: OrderFacts): OrderDateLabel {
  if (!orderIs.paid(order)) return { label: 'Created on', at: order.createdAt }
  if (orderIs.refunded(order) && order.refundAcceptAt !== null) {
    return { label: 'Refunded on', at: order.refundAcceptAt }
  }
  if (order.sentAt !== null && !inRevision(order)) return { label: 'Completed on', at: order.sentAt }
  return { label: 'Expected on', at: order.revisionDeadline ?? order.deadline ?? order.createdAt }
}

import type { OrderFacts } from './order-facts.ts'

const dayMs = 24 * 3_600_000

/** Days after delivery in which a client may request a refund (CAB-11). */
export const refundRequestDays = 30

/**
 * The end of the refund period (CAB-11), in UTC milliseconds: 30 days after the last delivery; for pending work, after
 * its due date.
 */
export function refundRequestsEnd(order: OrderFacts): number {
  const delivered = order.sentAt ?? order.deadline ?? order.createdAt
  return Math.max(delivered, order.revisionDeadline ?? 0) + refundRequestDays * dayMs
}

/** Whether the refund period is over at `now`, in UTC milliseconds. */
export const isTooLateForRefund = (order: OrderFacts, now: number): boolean => now >= refundRequestsEnd(order)

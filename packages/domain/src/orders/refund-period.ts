import type { OrderFacts } from './order-facts.ts'

const dayMs = 24 * 3_600_000

/** How long after delivery a client may ask for a refund (CAB-11), in days. */
export const refundRequestDays = 30

/**
 * Until when a client may ask for a refund (CAB-11), in UTC milliseconds: 30 days from the last delivery; for work that is
 * still to come, from the day on which it is expected.
 */
export function refundRequestsEnd(order: OrderFacts): number {
  const delivered = order.sentAt ?? order.deadline ?? order.createdAt
  return Math.max(delivered, order.revisionDeadline ?? 0) + refundRequestDays * dayMs
}

/** Whether the 30 days are over at `now`, in UTC milliseconds. */
export const isTooLateForRefund = (order: OrderFacts, now: number): boolean => now >= refundRequestsEnd(order)

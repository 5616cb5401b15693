/** PUB-03: days in which a month can be refunded. */
const daysToRefundPlan = 30

const dayMs = 86_400_000

/** What decides about a refund of a subscription's month; `paidAt` and `now` in epoch milliseconds. */
export interface PlanRefundFacts {
  paidAt: number
  now: number
  paidCents: number
  /** The client used a benefit of the plan since then. */
  perksUsed: boolean
}

/** PUB-03: the last month is refundable within 30 days if no benefit was used. */
export function isPlanRefundable({ paidAt, now, paidCents, perksUsed }: PlanRefundFacts): boolean {
  return paidCents > 0 && !perksUsed && now - paidAt <= daysToRefundPlan * dayMs
}

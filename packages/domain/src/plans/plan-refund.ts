/** PUB-03: the days after its payment in which a month can be refunded. */
const daysToRefundPlan = 30

const dayMs = 86_400_000

/** The facts that decide the refund of a subscription's month; `paidAt` and `now` in epoch milliseconds. */
export interface PlanRefundFacts {
  paidAt: number
  now: number
  paidCents: number
  /** The client used a benefit of the plan after the payment. */
  perksUsed: boolean
}

/** PUB-03: the last month is refundable within 30 days if no benefit was used. */
export function isPlanRefundable({ paidAt, now, paidCents, perksUsed }: PlanRefundFacts): boolean {
  return paidCents > 0 && !perksUsed && now - paidAt <= daysToRefundPlan * dayMs
}

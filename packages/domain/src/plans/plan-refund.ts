/** PUB-03: days within which a month can be given back. */
const daysToRefundPlan = 30

const dayMs = 86_400_000

/** What a refund of a subscription's month depends on; `paidAt` and `now` in epoch milliseconds. */
export interface PlanRefundFacts {
  paidAt: number
  now: number
  paidCents: number
  /** Something that only the plan gives was used since then. */
  perksUsed: boolean
}

/** PUB-03: the last month is given back within 30 days if none of its perks was used. */
export function isPlanRefundable({ paidAt, now, paidCents, perksUsed }: PlanRefundFacts): boolean {
  return paidCents > 0 && !perksUsed && now - paidAt <= daysToRefundPlan * dayMs
}

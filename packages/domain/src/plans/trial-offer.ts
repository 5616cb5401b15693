/** The facts that decide whether a trial is offered. */
export interface TrialFacts {
  paidOrders: number
  tags: readonly string[]
  /** Somebody with the same account, phone, e-mail or card had a trial. */
  hadTrial: boolean
}

const leastPaidOrders = 2
const inactiveTag = 'subscription_inactive'
export const canceledAddonsTag = 'canceled_addons_subscription'

/** SUB-06: one trial per person, after two paid orders and without an ended subscription, or by tag. */
export function isTrialOffered({ paidOrders, tags, hadTrial }: TrialFacts): boolean {
  if (hadTrial) return false
  return (paidOrders >= leastPaidOrders && !tags.includes(inactiveTag)) || tags.includes(canceledAddonsTag)
}

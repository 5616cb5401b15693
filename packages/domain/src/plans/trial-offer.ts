/** What the offer of a trial depends on. */
export interface TrialFacts {
  paidOrders: number
  tags: readonly string[]
  /** Somebody with the same account, phone, e-mail or card had a trial. */
  hadTrial: boolean
}

const leastPaidOrders = 2
const inactiveTag = 'subscription_inactive'
const canceledAddonsTag = 'canceled_addons_subscription'

/** SUB-06: a trial is for clients with two paid orders who did not leave, or by tag; only once. */
export function isTrialOffered({ paidOrders, tags, hadTrial }: TrialFacts): boolean {
  if (hadTrial) return false
  return (paidOrders >= leastPaidOrders && !tags.includes(inactiveTag)) || tags.includes(canceledAddonsTag)
}

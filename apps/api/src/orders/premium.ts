/** The tags that make a client premium: the Elite plan or its trial (SUB-02, SUB-10). */
const premiumTags = ['subscription_nerdify_premium', 'subscription_nerdify_premium_trial']

/** Whether a client's tags bring the shorter deadlines and the free services (PRICE-10). */
export function isPremium(tags: readonly string[]): boolean {
  return premiumTags.some((tag) => tags.includes(tag))
}

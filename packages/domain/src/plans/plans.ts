import type { Cents } from '../pricing/money.ts'

/** The plans that a client can buy, by the names that tags and the provider's prices carry (SUB-01). */
export const planTags = [
  'nerdify_basic',
  'nerdify_premium',
  'nerdify_prime',
  'nerdify_prime_plus',
  'premium_addons',
] as const
/** One of them. */
export type PlanTag = (typeof planTags)[number]

/** A client has at most one subscription of a family at a time. */
export type PlanFamily = 'plan' | 'addons'

/** A plan (SUB-01): its name for people, its price and its credit each month, in cents. */
export interface Plan {
  tag: PlanTag
  name: string
  family: PlanFamily
  monthlyCents: Cents
  /** What reaches the balance with each month that is paid (SUB-13). */
  creditCents: Cents
  /** Whether there is a free trial of it (SUB-06). */
  hasTrial: boolean
}

const planOf = (tag: PlanTag, name: string, monthlyCents: Cents, more: Partial<Plan> = {}): Plan => ({
  tag,
  name,
  family: 'plan',
  monthlyCents,
  creditCents: 0,
  hasTrial: false,
  ...more,
})

/** SUB-01: every plan. nerdify_top_50 is not among them: operations give it, nobody buys it. */
export const plans: Readonly<Record<PlanTag, Plan>> = {
  nerdify_basic: planOf('nerdify_basic', 'Premium', 700, { hasTrial: true }),
  nerdify_premium: planOf('nerdify_premium', 'Elite', 2700, { hasTrial: true }),
  nerdify_prime: planOf('nerdify_prime', 'Prime', 2900, { creditCents: 4000 }),
  nerdify_prime_plus: planOf('nerdify_prime_plus', 'Prime Plus', 3900, { creditCents: 6000 }),
  premium_addons: planOf('premium_addons', 'Elite add-ons', 700, { family: 'addons' }),
}

/** SUB-01: how long a trial is. */
export const trialDays = 30

/** What a tag of a purchase names: a plan, with or without its trial. */
export interface PlanPurchase {
  plan: Plan
  trial: boolean
}

const trialSuffix = '_trial'

/** The plan that a tag names (`nerdify_basic`, `nerdify_basic_trial`), or nothing for one that cannot be bought (SUB-07). */
export function purchaseOf(tag: string): PlanPurchase | undefined {
  const trial = tag.endsWith(trialSuffix)
  const name = trial ? tag.slice(0, -trialSuffix.length) : tag
  const found = planTags.find((known) => known === name)
  if (found === undefined || (trial && !plans[found].hasTrial)) return undefined
  return { plan: plans[found], trial }
}

/** The tag of a plan, or of its trial where it has one. */
export function tagOf(plan: Plan, { trial }: { trial: boolean }): string {
  return trial && plan.hasTrial ? `${plan.tag}${trialSuffix}` : plan.tag
}

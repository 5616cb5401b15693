import type { Cents } from '../pricing/money.ts'

/** A client has at most one subscription of a family at a time. */
export type PlanFamily = 'plan' | 'addons'

interface PlanTerms {
  name: string
  family: PlanFamily
  monthlyCents: Cents
  /** Credited to the balance with each paid month (SUB-13). */
  creditCents: Cents
  /** Whether it has a free trial (SUB-06). */
  hasTrial: boolean
}

const planOf = (name: string, monthlyCents: Cents, more: Partial<PlanTerms> = {}): PlanTerms => ({
  name,
  family: 'plan',
  monthlyCents,
  creditCents: 0,
  hasTrial: false,
  ...more,
})

/** SUB-01: every plan for sale. nerdify_top_50 is not for sale: operations give it. */
const terms = {
  nerdify_basic: planOf('Premium', 700, { hasTrial: true }),
  nerdify_premium: planOf('Elite', 2700, { hasTrial: true }),
  nerdify_prime: planOf('Prime', 2900, { creditCents: 4000 }),
  nerdify_prime_plus: planOf('Prime Plus', 3900, { creditCents: 6000 }),
  premium_addons: planOf('Elite add-ons', 700, { family: 'addons' }),
}
/** A plan that a client can buy, by the name that tags and the provider's prices carry (SUB-01). */
export type PlanTag = keyof typeof terms
export const planTags = Object.keys(terms) as readonly PlanTag[]

/** A plan (SUB-01): its name for people, its price and its credit each month, in cents. */
export interface Plan extends PlanTerms {
  tag: PlanTag
}
export const plans = Object.fromEntries(planTags.map((tag) => [tag, { tag, ...terms[tag] }])) as Readonly<
  Record<PlanTag, Plan>
>

/** The length of a free trial (SUB-01). */
export const trialDays = 30

const trialSuffix = '_trial'

/**
 * The plan that a tag names (`nerdify_basic`), with or without its trial (`nerdify_basic_trial`); undefined if not for
 * sale (SUB-07).
 */
export function purchaseOf(tag: string): { plan: Plan; trial: boolean } | undefined {
  const trial = tag.endsWith(trialSuffix)
  const name = trial ? tag.slice(0, -trialSuffix.length) : tag
  const planTag = planTags.find((saleTag) => saleTag === name)
  if (planTag === undefined || (trial && !plans[planTag].hasTrial)) return undefined
  return { plan: plans[planTag], trial }
}

/** The tag of a plan, or of its trial if it has one. */
export function tagOf(plan: Plan, { trial }: { trial: boolean }): string {
  return trial && plan.hasTrial ? `${plan.tag}${trialSuffix}` : plan.tag
}

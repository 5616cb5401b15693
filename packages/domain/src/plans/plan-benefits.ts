import type { PriceName } from '../catalog/job-types.ts'
import { offeredServices, type ServiceKey, serviceKeys } from '../catalog/services.ts'

interface PlanBenefits {
  /** The shorter deadlines (PRICE-10). */
  premium: boolean
  /** A number to call us at, where the company has one (WAIT-07). */
  vipPhone: boolean
  freeServices: readonly ServiceKey[]
}

const common: PlanBenefits = { premium: false, vipPhone: true, freeServices: ['prioritize_my_task'] }
const freeServices = ['prioritize_my_task', 'top_writer', 'adv_plagreport'] as const
const elite: PlanBenefits = {
  premium: true,
  vipPhone: true,
  freeServices: [...freeServices, 'client_recomended_writer'],
}

/**
 * The plans by the names that tags carry (SUB-01). Every plan has Prioritize my Task; Elite and the add-ons have the other free
 * services, Elite alone the rest (SUB-02).
 */
const benefits = new Map<string, PlanBenefits>([
  ['nerdify_basic', common],
  ['nerdify_basic_trial', common],
  ['nerdify_premium', elite],
  ['nerdify_premium_trial', elite],
  ['nerdify_prime', common],
  ['nerdify_prime_plus', common],
  ['nerdify_top_50', common],
  ['premium_addons', { premium: false, vipPhone: false, freeServices }],
])

/** SUB-02: the plagiarism report is for tasks that are written. */
const relevantFor: Partial<Record<ServiceKey, readonly PriceName[]>> = {
  adv_plagreport: ['Essay (writing)', 'Essay (editing)'],
}

/** SUB-05, SUB-10: tags of a subscription that gives nothing now, unless another one of the client is active. */
const idleTags = ['subscription_inactive', 'subscription_pastdue', 'subscription_refunded', 'subscription_canceled']

/** The plans in force that a client's tags name (SUB-10), with the prefix of a subscription or, from operations, bare. */
function plansOf(tags: readonly string[]): PlanBenefits[] {
  const idle = !tags.includes('subscription_active') && idleTags.some((tag) => tags.includes(tag))
  if (idle) return []
  return tags.flatMap((tag) => benefits.get(tag.replace(/^subscription_/, '')) ?? [])
}

/** Whether a client's tags bring the shorter deadlines: the Elite plan or its trial (PRICE-10, SUB-02). */
export function isPremium(tags: readonly string[]): boolean {
  return plansOf(tags).some((plan) => plan.premium)
}

/**
 * Whether a client's tags, or a plan by its name, bring the VIP phone (SUB-02); it is had only where the company has
 * one (WAIT-07).
 */
export const hasVipPhone = (tags: readonly string[]): boolean => plansOf(tags).some(({ vipPhone }) => vipPhone)

/** Whether the plan has VIP support: a coupon for it is refused then (SUB-02, DISC-10). */
export const hasVipSupport = isPremium

/** The extra services that cost a client with these tags nothing for an order of this type (SRV-04, SUB-02). */
export function planServices(tags: readonly string[], priceName: PriceName): readonly ServiceKey[] {
  const plans = plansOf(tags)
  return serviceKeys.filter(
    (key) => plans.some((plan) => plan.freeServices.includes(key)) && (relevantFor[key]?.includes(priceName) ?? true),
  )
}

/** A service as the order had it at the quote before. */
interface ServiceBefore {
  added: boolean
  inPlan: boolean
}

/**
 * Whether a service is part of an order at a new quote (SRV-04). What the plan includes is added at the start and when
 * it begins to fit, unless the client took it off; it is removed once it would cost. The preferred Nerd is never added
 * automatically, since the client must choose a name.
 */
export function isPartOfOrder(key: ServiceKey, { inPlan }: { inPlan: boolean }, before?: ServiceBefore): boolean {
  const isAdded = before?.added ?? false
  if (inPlan === (before?.inPlan ?? false)) return isAdded
  return inPlan ? isAdded || offeredServices.some((offered) => offered === key) : false
}

import type { PriceName } from '../catalog/job-types.ts'
import { offeredServices, type ServiceKey, serviceKeys } from '../catalog/services.ts'
import { canceledAddonsTag } from './trial-offer.ts'

interface PlanBenefits {
  /** Offers the shorter deadlines (PRICE-10). */
  premium: boolean
  /** A phone number for clients, if the company has one (WAIT-07). */
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
 * Plans by tag name (SUB-01). Every plan has Prioritize my Task; Elite and the add-ons add the other free services,
 * Elite alone the rest (SUB-02).
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

/** SUB-02: a plan's plagiarism report is for written tasks. */
const isWritten: Record<PriceName, boolean> = {
  'Essay (writing)': true,
  'Essay (editing)': true,
  Presentations: false,
  Problems: false,
  Quiz: false,
  'Other task': false,
}

/** Whether a tag decides about a client's plan, its perks or a trial (SUB-01, SUB-06, SUB-10). */
export const isPlanTag = (tag: string): boolean =>
  tag.startsWith('subscription_') || benefits.has(tag) || tag === canceledAddonsTag

/** SUB-05, SUB-10: tags of a subscription without benefits, unless the client has another, active one. */
const idleTags = ['subscription_inactive', 'subscription_pastdue', 'subscription_refunded', 'subscription_canceled']

/** The active plans in a client's tags (SUB-10), with the prefix of a subscription or, from operations, bare. */
function plansOf(tags: readonly string[]): PlanBenefits[] {
  const idle = !tags.includes('subscription_active') && idleTags.some((tag) => tags.includes(tag))
  if (idle) return []
  return tags.flatMap((tag) => benefits.get(tag.replace(/^subscription_/, '')) ?? [])
}

/** Whether a client's tags give the shorter deadlines: the Elite plan or its trial (PRICE-10, SUB-02). */
export function isPremium(tags: readonly string[]): boolean {
  return plansOf(tags).some((plan) => plan.premium)
}

/**
 * Whether a client's tags, or a plan's name, include the VIP phone (SUB-02); it also needs a company phone (WAIT-07).
 */
export const hasVipPhone = (tags: readonly string[]): boolean => plansOf(tags).some(({ vipPhone }) => vipPhone)

/** Whether the plan has VIP support, which makes a coupon for it redundant (SUB-02, DISC-10). */
export const hasVipSupport = isPremium

/** The extra services that the client's plan makes free for this job type (SRV-04, SUB-02). */
export function planServices(tags: readonly string[], priceName: PriceName): readonly ServiceKey[] {
  const plans = plansOf(tags)
  return serviceKeys.filter(
    (key) =>
      plans.some((plan) => plan.freeServices.includes(key)) && (key !== 'adv_plagreport' || isWritten[priceName]),
  )
}

/** A service at the previous quote. */
interface PreviousService {
  added: boolean
  inPlan: boolean
}

/**
 * Whether a service stays on an order at a new quote (SRV-04). A service of the plan is added at the start, or once it
 * applies, unless the client removed it; it is removed once it would cost money. The preferred Nerd is never added
 * automatically, since the client must choose a name.
 */
export function isPartOfOrder(key: ServiceKey, { inPlan }: { inPlan: boolean }, previous?: PreviousService): boolean {
  const isAdded = previous?.added ?? false
  if (inPlan === (previous?.inPlan ?? false)) return isAdded
  return inPlan && (isAdded || offeredServices.some((service) => service === key))
}

import { type PlanTag, plans, tagOf } from './plans.ts'

/** The meaning of a status: active, payment failed, or ended. */
type Standing = 'in_force' | 'payment_failed' | 'over'

const standings = {
  trialing: 'in_force',
  active: 'in_force',
  past_due: 'payment_failed',
  incomplete: 'payment_failed',
  unpaid: 'payment_failed',
  paused: 'payment_failed',
  canceled: 'over',
  incomplete_expired: 'over',
} satisfies Record<string, Standing>

/** The status as the card provider names it; we store a copy and never compute it. */
export type SubscriptionStatus = keyof typeof standings
export const subscriptionStatuses = Object.keys(standings) as readonly SubscriptionStatus[]

export const isInForce = (status: SubscriptionStatus): boolean => standings[status] === 'in_force'
/** Whether its payment failed and may still arrive (SUB-05). */
export const isPaymentFailed = (status: SubscriptionStatus): boolean => standings[status] === 'payment_failed'
/** Whether a failed charge is owed; a paused trial has no card and owes nothing. */
export const isOwed = (status: SubscriptionStatus): boolean => status === 'past_due' || status === 'unpaid'
/**
 * Whether a canceled subscription ends now instead of with its month: its payment failed, and the provider would try
 * the card again until then (SUB-11).
 */
export const endsUnpaid = (status: SubscriptionStatus, cancelAtPeriodEnd: boolean): boolean =>
  cancelAtPeriodEnd && isPaymentFailed(status)
/** Whether it counts as no subscription (SUB-05). */
export const isOver = (status: SubscriptionStatus): boolean => standings[status] === 'over'

/** Whether the client has this plan: it is not over, and not a second one of its family (`surplus`). */
export const isRunning = ({ surplus, status }: { surplus: boolean; status: SubscriptionStatus }): boolean =>
  !surplus && !isOver(status)

/** Statuses of current subscriptions; a client has at most one per family. */
export const liveStatuses = subscriptionStatuses.filter((status) => !isOver(status))

/** SUB-05: the label on the screen; undefined for an ended subscription. */
export function statusLabel(status: SubscriptionStatus): 'Active' | 'Payment failed' | undefined {
  if (isOver(status)) return undefined
  return isInForce(status) ? 'Active' : 'Payment failed'
}

const pastDueTag = 'subscription_pastdue'

/** SUB-05: whether the screen shows the past-due notice. */
export function showsPastDueNotice(status: SubscriptionStatus | undefined, tags: readonly string[]): boolean {
  return status === 'past_due' || tags.includes(pastDueTag)
}

/** The past-due notice (SUB-05). */
export const pastDueText =
  'It seems like the payment for your subscription is past due. You will be charged within 7 days after the last unsuccessful payment.'

/**
 * Whether a trial was refused at its start, because the person or card had one before (SUB-06): it is over before its
 * trial period ends. Epoch milliseconds.
 */
export const isRefusedTrial = (status: SubscriptionStatus, trialEnd: number | null, now: number): boolean =>
  isOver(status) && trialEnd !== null && trialEnd > now

/** Why a trial was refused, and its cost (SUB-06), on the screen and in the mail. */
export const trialRefusedText =
  'This card, phone or e-mail already had a free trial, and it’s one per person. We charged nothing and won’t.'

/** The facts of a subscription that decide its client's tags. */
export interface SubscriptionFacts {
  plan: PlanTag
  status: SubscriptionStatus
  /** The last payment was refunded. */
  refunded: boolean
  /** Epoch milliseconds. */
  startedAt: number
}

const statusTags = [
  'subscription_active',
  'subscription_inactive',
  pastDueTag,
  'subscription_refunded',
  'subscription_canceled',
]
const planTagsOfClients = [
  ...new Set(
    Object.values(plans).flatMap((plan) => [
      `subscription_${plan.tag}`,
      `subscription_${tagOf(plan, { trial: true })}`,
    ]),
  ),
]
const derivedTags: ReadonlySet<string> = new Set([...statusTags, ...planTagsOfClients])

/**
 * Derives a client's tags from their subscriptions (SUB-10): keeps the tags that operations gave and recomputes those
 * of subscriptions, so that the order of webhooks does not matter. A client who never subscribed keeps all tags.
 */
export function tagsAfterSubscriptions(tags: readonly string[], subscriptions: readonly SubscriptionFacts[]): string[] {
  if (subscriptions.length === 0) return [...tags]
  return [...tags.filter((tag) => !derivedTags.has(tag)), ...tagsOfSubscriptions(subscriptions)]
}

function tagsOfSubscriptions(subscriptions: readonly SubscriptionFacts[]): string[] {
  const inForce = subscriptions.filter(({ status }) => isInForce(status))
  const failed = subscriptions.filter(({ status }) => isPaymentFailed(status))
  // A plan with a failed payment has no benefits, so an active one hides it.
  const planNames = (inForce.length > 0 ? inForce : failed).map(
    ({ plan, status }) => `subscription_${tagOf(plans[plan], { trial: status === 'trialing' })}`,
  )
  if (inForce.length + failed.length === 0) {
    const last = subscriptions.reduce((latest, next) => (next.startedAt > latest.startedAt ? next : latest))
    return ['subscription_inactive', 'subscription_canceled', ...(last.refunded ? ['subscription_refunded'] : [])]
  }
  return [
    ...(inForce.length > 0 ? ['subscription_active'] : []),
    ...(failed.length > 0 ? [pastDueTag] : []),
    ...new Set(planNames),
  ]
}

/** The active plans in a client's tags, as `subscriptions_active` reports them. */
export function plansInForce(tags: readonly string[]): string[] {
  if (!tags.includes('subscription_active')) return []
  const prefix = 'subscription_'
  return planTagsOfClients.filter((tag) => tags.includes(tag)).map((tag) => tag.slice(prefix.length))
}

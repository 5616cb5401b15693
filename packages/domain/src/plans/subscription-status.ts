import { type PlanTag, plans, tagOf } from './plans.ts'

/** What a status means: the plan is in force, its payment failed, or there is no subscription any more. */
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

/** The state of a subscription in the card provider's words; ours is a copy, never computed. */
export type SubscriptionStatus = keyof typeof standings
/** Every one of them. */
export const subscriptionStatuses = Object.keys(standings) as readonly SubscriptionStatus[]

/** Whether the plan is in force. */
export const isInForce = (status: SubscriptionStatus): boolean => standings[status] === 'in_force'
/** Whether its payment failed and may still come (SUB-05). */
export const isPaymentFailed = (status: SubscriptionStatus): boolean => standings[status] === 'payment_failed'
/** Whether it counts as no subscription (SUB-05). */
export const isOver = (status: SubscriptionStatus): boolean => standings[status] === 'over'

/** Whether it is a plan that its client has: not over, and not one that came beside another of its family (`surplus`). */
export const isRunning = ({ surplus, status }: { surplus: boolean; status: SubscriptionStatus }): boolean =>
  !surplus && !isOver(status)

/** The statuses of subscriptions that are not over: of these a client has one in a family. */
export const liveStatuses = subscriptionStatuses.filter((status) => !isOver(status))

/** SUB-05: what the screen says of a subscription; nothing for one that counts as none. */
export function statusLabel(status: SubscriptionStatus): 'Active' | 'Payment failed' | undefined {
  if (isOver(status)) return undefined
  return isInForce(status) ? 'Active' : 'Payment failed'
}

const pastDueTag = 'subscription_pastdue'

/** SUB-05: whether the past-due notice stands on the screen. */
export function showsPastDueNotice(status: SubscriptionStatus | undefined, tags: readonly string[]): boolean {
  return status === 'past_due' || tags.includes(pastDueTag)
}

/** SUB-05: the notice. */
export const pastDueText =
  'It seems like the payment for your subscription is past due. You will be charged within 7 days after the last unsuccessful payment.'

/**
 * Whether a trial was ended as it began, because its person or their card had one before (SUB-06): it is over, and its end is
 * still to come. Instants in epoch milliseconds.
 */
export const isRefusedTrial = (status: SubscriptionStatus, trialEnd: number | null, now: number): boolean =>
  isOver(status) && trialEnd !== null && trialEnd > now

/** Why a trial was refused, and what it cost (SUB-06), on the screen and in the mail. */
export const trialRefusedText =
  'This card, phone or e-mail already had a free trial, and it’s one per person. We charged nothing and won’t.'

/** A subscription as its tags depend on it. */
export interface SubscriptionFacts {
  plan: PlanTag
  status: SubscriptionStatus
  /** Its last payment was given back. */
  refunded: boolean
  /** Epoch milliseconds. */
  startedAt: number
}

const standingTags = [
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
const derivedTags: ReadonlySet<string> = new Set([...standingTags, ...planTagsOfClients])

/**
 * A client's tags as their subscriptions make them (SUB-10): those that operations gave stay, those of subscriptions are
 * made anew, so that it does not matter in which order one hears of what happened. Somebody who never had a subscription
 * keeps the tags they have.
 */
export function tagsAfterSubscriptions(tags: readonly string[], subscriptions: readonly SubscriptionFacts[]): string[] {
  if (subscriptions.length === 0) return [...tags]
  return [...tags.filter((tag) => !derivedTags.has(tag)), ...tagsOfSubscriptions(subscriptions)]
}

function tagsOfSubscriptions(subscriptions: readonly SubscriptionFacts[]): string[] {
  const inForce = subscriptions.filter(({ status }) => isInForce(status))
  const failed = subscriptions.filter(({ status }) => isPaymentFailed(status))
  // A plan whose payment failed gives nothing, so it is not named beside one that does.
  const named = (inForce.length > 0 ? inForce : failed).map(
    ({ plan, status }) => `subscription_${tagOf(plans[plan], { trial: status === 'trialing' })}`,
  )
  if (inForce.length + failed.length === 0) {
    const last = subscriptions.reduce((latest, next) => (next.startedAt > latest.startedAt ? next : latest))
    return ['subscription_inactive', 'subscription_canceled', ...(last.refunded ? ['subscription_refunded'] : [])]
  }
  return [
    ...(inForce.length > 0 ? ['subscription_active'] : []),
    ...(failed.length > 0 ? [pastDueTag] : []),
    ...new Set(named),
  ]
}

/** The plans in force that a client's tags name, as `subscriptions_active` tells them. */
export function plansInForce(tags: readonly string[]): string[] {
  if (!tags.includes('subscription_active')) return []
  const prefix = 'subscription_'
  return planTagsOfClients.filter((tag) => tags.includes(tag)).map((tag) => tag.slice(prefix.length))
}

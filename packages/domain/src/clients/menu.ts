import { noReferralTag } from '../referrals/referral.ts'

/** The facts that decide a client's menu entries (UI-01). */
export interface MenuFacts {
  tags: readonly string[]
}

/** Marks a client whose plan operations granted: there is no subscription to manage. */
export const topTag = 'nerdify_top_50'
const activeTag = 'subscription_active'

/** Visibility of each client page in the menu, in the order of UI-01. */
const visibility = {
  tasks: () => true,
  messages: () => true,
  info: () => true,
  subscription: ({ tags }) => !tags.includes(topTag),
  referral: ({ tags }) => !tags.includes(noReferralTag),
} satisfies Record<string, (facts: MenuFacts) => boolean>
export type ClientMenuEntry = keyof typeof visibility

/**
 * The entries that a client sees, in order (UI-01): nerdify_top_50 hides "My subscription", NOreferral hides the
 * referral link (REF-03). Until the client is known, only the entries that everybody has.
 */
export function menuEntriesFor(facts: MenuFacts | undefined): readonly ClientMenuEntry[] {
  return (Object.keys(visibility) as ClientMenuEntry[]).filter((entry) =>
    facts === undefined ? entry === 'tasks' || entry === 'messages' || entry === 'info' : visibility[entry](facts),
  )
}

/** Whether "My subscription" shows the label "Special": for clients without an active subscription (UI-01). */
export function subscriptionIsSpecial({ tags }: MenuFacts): boolean {
  return !tags.includes(activeTag)
}

/**
 * Whether the cabinet shows the subscription banner: the client has a completed order and no subscription tag (UI-04).
 */
export function offersSubscription({
  tags,
  has_completed_order,
}: MenuFacts & { has_completed_order: boolean }): boolean {
  return has_completed_order && !tags.some((tag) => tag.startsWith('subscription_') || tag === topTag)
}

import { noReferralTag } from '../referrals/referral.ts'

/** What decides which menu entries a client sees (UI-01). */
export interface MenuFacts {
  tags: readonly string[]
}

/** Clients whose plan operations gave: they have no subscription to manage. */
export const topTag = 'nerdify_top_50'
const activeTag = 'subscription_active'

/** Visibility of each client page in the menu, in the order of UI-01. */
const shows = {
  tasks: () => true,
  messages: () => true,
  info: () => true,
  subscription: ({ tags }) => !tags.includes(topTag),
  referral: ({ tags }) => !tags.includes(noReferralTag),
} satisfies Record<string, (facts: MenuFacts) => boolean>
export type ClientMenuEntry = keyof typeof shows

/**
 * The entries that a client sees, in order (UI-01): nerdify_top_50 hides "My subscription", NOreferral hides the
 * referral link (REF-03). Until the client is known, only the entries that everybody has.
 */
export function menuEntriesFor(facts: MenuFacts | undefined): readonly ClientMenuEntry[] {
  return (Object.keys(shows) as ClientMenuEntry[]).filter((entry) =>
    facts === undefined ? entry === 'tasks' || entry === 'messages' || entry === 'info' : shows[entry](facts),
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

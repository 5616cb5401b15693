import { noReferralTag } from '../referrals/referral.ts'

/** The entries of the menu that are not the same for everybody (UI-01). */
export interface MenuFacts {
  /** The client's tags. */
  tags: readonly string[]
}

/** The tag of clients whose plan comes from operations: they have no subscription to look after. */
export const topTag = 'nerdify_top_50'
const activeTag = 'subscription_active'

/** Who sees an entry that leads to a page of the client's own, in the order of UI-01. */
const shows = {
  tasks: () => true,
  info: () => true,
  subscription: ({ tags }) => !tags.includes(topTag),
  referral: ({ tags }) => !tags.includes(noReferralTag),
} satisfies Record<string, (facts: MenuFacts) => boolean>
/** Such an entry. */
export type ClientMenuEntry = keyof typeof shows

/**
 * The entries that a client sees, in order (UI-01): "My subscription" is hidden for nerdify_top_50, the referral link
 * with NOreferral (REF-03). While the client is not known, only what everybody has.
 */
export function menuEntriesFor(facts: MenuFacts | undefined): readonly ClientMenuEntry[] {
  return (Object.keys(shows) as ClientMenuEntry[]).filter((entry) =>
    facts === undefined ? entry === 'tasks' || entry === 'info' : shows[entry](facts),
  )
}

/** Whether "My subscription" carries the tag "Special": for a client without an active subscription (UI-01). */
export function subscriptionIsSpecial({ tags }: MenuFacts): boolean {
  return !tags.includes(activeTag)
}

/** Whether the cabinet shows the subscription banner: to a client with a completed order and no tag of a subscription (UI-04). */
export function offersSubscription({
  tags,
  has_completed_order,
}: MenuFacts & { has_completed_order: boolean }): boolean {
  return has_completed_order && !tags.some((tag) => tag.startsWith('subscription_') || tag === topTag)
}

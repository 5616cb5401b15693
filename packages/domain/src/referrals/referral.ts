import type { Coupon } from '../discounts/coupon.ts'

/** REF-04: what a friend gets off their first order, and what their friend gets when it is paid; cents. */
const referralCents = 2000

/**
 * The discount of a friend's first order (REF-04). It is a coupon like any other, but its code is in small letters: what
 * people type is in capitals (DISC-02), so nobody can give it to themself.
 */
export const referralCoupon: Coupon = {
  code: 'referral',
  gift: { kind: 'amount', amountCents: referralCents },
  onceAClient: true,
  mostPaidOrders: 0,
}

/** REF-03: clients with this tag take no part. */
export const noReferralTag = 'NOreferral'

/** What decides what a referrer may keep for a friend's first order; cents. */
export interface BonusFacts {
  /** What the card paid of it. */
  cardCents: number
  paidCents: number
  refundedCents: number
  /** A payment of it is disputed at the bank, or was lost that way. */
  disputed: boolean
  /** Both are one person, by e-mail or card (REF-05). */
  samePerson: boolean
}

/** REF-04, REF-05: what the referrer may keep of the bonus: all of it, or nothing. */
export function keptBonusCents(facts: BonusFacts): number {
  const { cardCents, paidCents, refundedCents, disputed, samePerson } = facts
  const refunded = refundedCents > 0 && refundedCents >= paidCents
  return cardCents > 0 && !refunded && !disputed && !samePerson ? referralCents : 0
}

/** REF-01: bonuses are shown rounded to the nearest 10; dollars. */
export const roundedBonus = (dollars: number): number => Math.round(dollars / 10) * 10

/** A rank of the leaderboard; dollars. */
export interface Rank {
  rank: number
  name: string
  friends: number
  bonus: number
}

/** REF-02: fixed sample ranks, which are marked as samples. */
export const sampleRanks: readonly Rank[] = [
  { rank: 1, name: 'Sample A', friends: 31, bonus: 620 },
  { rank: 2, name: 'Sample B', friends: 24, bonus: 480 },
  { rank: 3, name: 'Sample C', friends: 19, bonus: 380 },
]

/** REF-02: where a client stands below the samples: the better the more friends used the service. */
export function ownRank(friendsWithOrders: number): number {
  const above = sampleRanks.filter(({ friends }) => friends > friendsWithOrders).length
  return friendsWithOrders === 0 ? above + 97 : above + 1 + Math.max(0, 60 - 3 * friendsWithOrders)
}

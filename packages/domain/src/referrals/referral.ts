import type { Coupon } from '../discounts/coupon.ts'

/** REF-04: what a friend gets off an order, and what their referrer gets for it; cents. */
export const referralCents = 2000

/**
 * What a friend gives (REF-04): theirs until an order is paid with it. It is a coupon like any other, but its code is in small
 * letters: what people type is in capitals (DISC-02).
 */
export const referralCoupon: Coupon = {
  code: 'referral',
  gift: { kind: 'amount', amountCents: referralCents },
  onceAClient: true,
  forNewPeople: true,
}

/** REF-03: clients with this tag take no part. */
export const noReferralTag = 'NOreferral'

/** What decides the referrer's bonus for a friend's first order; cents. */
export interface BonusFacts {
  /** What the card paid of it. */
  cardCents: number
  paidCents: number
  refundedCents: number
  /** A payment of it is disputed at the bank, or was lost that way. */
  disputed: boolean
  /** Both are one person, by e-mail or card (REF-05). */
  samePerson: boolean
  /** The card has brought a bonus before, whoever's account it paid from (SAFE-08). */
  cardKnown: boolean
  /** It waits for staff: see {@link waitsForStaff}. */
  waits: boolean
  /** The order was delivered at least once. */
  delivered: boolean
}

/** Bonuses that one client gets in {@link bonusMonthDays} days by themselves. */
export const mostBonusesAMonth = 20
/** A month of bonuses. */
export const bonusMonthDays = 30

/** SAFE-08: whether one more bonus waits for staff, after so many in the month before it. */
export const waitsForStaff = (bonusesInMonth: number): boolean => bonusesInMonth >= mostBonusesAMonth

/**
 * REF-04, REF-05, SAFE-08: the referrer's bonus, in cents. It is pending until the friend's order is delivered, and can be spent
 * from then on. After a refund or a lost dispute it is never more than what is still paid.
 */
export function referrerBonus(facts: BonusFacts): { pendingCents: number; spendableCents: number } {
  const { cardCents, paidCents, refundedCents, disputed, samePerson, cardKnown, waits, delivered } = facts
  const earned = cardCents > 0 && !disputed && !samePerson && !cardKnown && !waits
  const most = refundedCents > 0 ? Math.max(0, paidCents - refundedCents) : referralCents
  const cents = earned ? Math.min(referralCents, most) : 0
  return delivered ? { pendingCents: 0, spendableCents: cents } : { pendingCents: cents, spendableCents: 0 }
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

/** How far below the samples somebody begins whose friends have not used the service. */
const ranksWithoutFriends = 97
/** The first friend brings somebody near to this many ranks below the samples, each further one three nearer. */
const ranksWithFriends = 60

/**
 * REF-02: the leaderboard with a client in their place: the better the more of their friends used the service. Whoever
 * reaches a sample stands before it, and the samples behind move one rank down, so that no rank is there twice.
 */
export function leaderboard(friendsWithOrders: number): {
  before: readonly Rank[]
  own: number
  after: readonly Rank[]
} {
  const before = sampleRanks.filter(({ friends }) => friends > friendsWithOrders)
  const after = sampleRanks.slice(before.length).map((sample) => ({ ...sample, rank: sample.rank + 1 }))
  const behind =
    friendsWithOrders === 0 ? ranksWithoutFriends : 1 + Math.max(0, ranksWithFriends - 3 * friendsWithOrders)
  return { before, own: before.length + (after.length === 0 ? behind : 1), after }
}

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

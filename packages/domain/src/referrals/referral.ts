import type { Coupon } from '../discounts/coupon.ts'

/** REF-04: a friend's discount on an order, and their referrer's bonus; cents. */
export const referralCents = 2000

/**
 * A friend's discount (REF-04), valid until it pays an order. A coupon like any other; its code is in lower case, which
 * nobody can type, since typed codes become capitals (DISC-02).
 */
export const referralCoupon: Coupon = {
  code: 'referral',
  gift: { kind: 'amount', amountCents: referralCents },
  onceAClient: true,
  forNewPeople: true,
}

/** REF-03: excludes a client from the referral program. */
export const noReferralTag = 'NOreferral'

/** The facts that decide the referrer's bonus for a friend's first order; cents. */
export interface BonusFacts {
  /** The card's part of the payment. */
  cardCents: number
  paidCents: number
  refundedCents: number
  /** A payment is disputed, or the dispute is lost. */
  disputed: boolean
  /** Friend and referrer share an e-mail or card (REF-05). */
  samePerson: boolean
  /** The card already earned a bonus, from any account (SAFE-08). */
  cardKnown: boolean
  /** Staff must approve it: see {@link waitsForStaff}. */
  waits: boolean
  /** Staff refused it. */
  refused: boolean
  /** Delivered at least once. */
  delivered: boolean
}

/** Bonuses per client and {@link bonusMonthDays} days without staff approval. */
export const mostBonusesAMonth = 20
export const bonusMonthDays = 30

/** SAFE-08: whether the next bonus needs staff approval. */
export const waitsForStaff = (bonusesInMonth: number): boolean => bonusesInMonth >= mostBonusesAMonth

/**
 * REF-04, REF-05, SAFE-08: the referrer's bonus, in cents: pending until the friend's order is delivered, then
 * spendable. After a refund or a lost dispute it is at most the remaining payment.
 */
export function referrerBonus(facts: BonusFacts): { pendingCents: number; spendableCents: number } {
  const { cardCents, paidCents, refundedCents, disputed, samePerson, cardKnown, waits, refused, delivered } = facts
  const earned = cardCents > 0 && !disputed && !samePerson && !cardKnown && !waits && !refused
  const maxCents = refundedCents > 0 ? Math.max(0, paidCents - refundedCents) : referralCents
  const cents = earned ? Math.min(referralCents, maxCents) : 0
  return delivered ? { pendingCents: 0, spendableCents: cents } : { pendingCents: cents, spendableCents: 0 }
}

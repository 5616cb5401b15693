import { expect, test } from 'vitest'
import { couponCodeFrom } from '../discounts/coupon-code.ts'
import { keptBonusCents, ownRank, referralCoupon, roundedBonus, sampleRanks } from './referral.ts'

test('[REF-04] nobody can type the code of a friend’s discount', () => {
  expect(couponCodeFrom(referralCoupon.code)).not.toBe(referralCoupon.code)
})

const paid = { cardCents: 2800, paidCents: 2800, refundedCents: 0, disputed: false, samePerson: false }
test.each([
  [{}, 2000],
  [{ cardCents: 50 }, 2000],
  [{ cardCents: 0 }, 0],
  [{ refundedCents: 1000 }, 2000],
  [{ refundedCents: 2800 }, 0],
  [{ disputed: true }, 0],
  [{ samePerson: true }, 0],
])('[REF-04][REF-05] a first order with %j leaves the referrer %i cents', (facts, cents) => {
  expect(keptBonusCents({ ...paid, ...facts })).toBe(cents)
})

test.each([
  [0, 0],
  [20, 20],
  [44, 40],
  [45, 50],
])('[REF-01] $%i of bonuses are shown as $%i', (dollars, shown) => expect(roundedBonus(dollars)).toBe(shown))

test('[REF-02] more friends stand higher, and nobody above a better sample', () => {
  expect(ownRank(2)).toBeLessThan(ownRank(1))
  expect(ownRank(1)).toBeLessThan(ownRank(0))
  expect(ownRank(2)).toBeGreaterThan(sampleRanks.length)
  expect(ownRank(40)).toBe(1)
})

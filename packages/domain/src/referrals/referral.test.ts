import { expect, test } from 'vitest'
import { couponCodeFrom } from '../discounts/coupon-code.ts'
import { referralCoupon, referrerBonus, waitsForStaff } from './referral.ts'

test('[REF-04] gives the friend’s discount a code that nobody can type', () => {
  expect(couponCodeFrom(referralCoupon.code)).not.toBe(referralCoupon.code)
})

const paid = {
  cardCents: 2800,
  paidCents: 2800,
  refundedCents: 0,
  disputed: false,
  samePerson: false,
  cardKnown: false,
  waits: false,
  refused: false,
  delivered: true,
}
test.each([
  [{}, 2000],
  [{ cardCents: 50 }, 2000],
  [{ paidCents: 1500 }, 2000],
  [{ cardCents: 0 }, 0],
  [{ refundedCents: 500 }, 2000],
  [{ refundedCents: 1000 }, 1800],
  [{ refundedCents: 2799 }, 1],
  [{ refundedCents: 2800 }, 0],
  [{ disputed: true }, 0],
  [{ samePerson: true }, 0],
  [{ cardKnown: true }, 0],
  [{ waits: true }, 0],
  [{ refused: true }, 0],
])('[REF-04][REF-05][SAFE-08] credits a first order with %j by %i cents, pending until delivery', (facts, cents) => {
  expect(referrerBonus({ ...paid, ...facts })).toEqual({ pendingCents: 0, spendableCents: cents })
  const undelivered = { ...paid, ...facts, delivered: false }
  expect(referrerBonus(undelivered)).toEqual({ pendingCents: cents, spendableCents: 0 })
})

test('[SAFE-08] pays twenty bonuses a month, and holds the next one for staff', () => {
  expect([0, 19, 20, 21].map(waitsForStaff)).toEqual([false, false, true, true])
})

import { describe, expect, test } from 'vitest'
import { couponCodeFrom } from '../discounts/coupon-code.ts'
import { leaderboard, referralCoupon, referrerBonus, roundedBonus, sampleRanks, waitsForStaff } from './referral.ts'

test('[REF-04] nobody can type the code of a friend’s discount', () => {
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
  delivered: true,
}
test.each([
  [{}, 2000],
  [{ cardCents: 50 }, 2000],
  [{ cardCents: 0 }, 0],
  [{ refundedCents: 500 }, 2000],
  [{ refundedCents: 1000 }, 1800],
  [{ refundedCents: 2799 }, 1],
  [{ refundedCents: 2800 }, 0],
  [{ disputed: true }, 0],
  [{ samePerson: true }, 0],
  [{ cardKnown: true }, 0],
  [{ waits: true }, 0],
])('[REF-04][REF-05][SAFE-08] a first order with %j brings %i cents, pending until it is delivered', (facts, cents) => {
  expect(referrerBonus({ ...paid, ...facts })).toEqual({ pendingCents: 0, spendableCents: cents })
  const undelivered = { ...paid, ...facts, delivered: false }
  expect(referrerBonus(undelivered)).toEqual({ pendingCents: cents, spendableCents: 0 })
})

test.each([
  [0, 0],
  [20, 20],
  [44, 40],
  [45, 50],
])('[REF-01] $%i of bonuses are shown as $%i', (dollars, shown) => expect(roundedBonus(dollars)).toBe(shown))

test('[SAFE-08] twenty bonuses a month come by themselves, and the next one waits', () => {
  expect([0, 19, 20, 21].map(waitsForStaff)).toEqual([false, false, true, true])
})

describe('the leaderboard', () => {
  const friends = Array.from({ length: 61 }, (_, count) => count)

  test('[REF-02] has each rank once, in rising order, whatever the number of friends', () => {
    for (const count of friends) {
      const { before, own, after } = leaderboard(count)
      const ranks = [...before.map(({ rank }) => rank), own, ...after.map(({ rank }) => rank)]
      expect([count, ranks]).toEqual([count, [...new Set(ranks)].toSorted((a, b) => a - b)])
    }
  })

  test('[REF-02] has its samples fixed, and puts nobody above a sample with more friends or below one with fewer', () => {
    for (const count of friends) {
      const { before, after } = leaderboard(count)
      expect([...before, ...after].map(({ name }) => name)).toEqual(sampleRanks.map(({ name }) => name))
      expect(before).toEqual(sampleRanks.filter((sample) => sample.friends > count))
    }
    expect([2, 18, 19, 20, 24, 40].map((count) => leaderboard(count).own)).toEqual([58, 10, 3, 3, 2, 1])
  })

  test('[REF-02] more friends never stand lower', () => {
    const ranks = friends.map((count) => leaderboard(count).own)
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  })
})

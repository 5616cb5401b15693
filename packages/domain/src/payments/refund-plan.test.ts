import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptCashbackCents, planRefund } from './refund-plan.ts'

const cards = [
  { paymentId: 'newer', refundableCents: 500 },
  { paymentId: 'older', refundableCents: 4_300 },
]

test.each([
  ['the newest card payment first', 300, [['newer', 300]], 0],
  [
    'two card payments, if one is too small',
    900,
    [
      ['newer', 500],
      ['older', 400],
    ],
    0,
  ],
  [
    'the balance last',
    5_000,
    [
      ['newer', 500],
      ['older', 4_300],
    ],
    200,
  ],
])('[PAY-11] refunds %s', (_, cents, parts, balanceCents) => {
  const plan = planRefund(cents, { cards, balanceCents: 1_000 })
  expect(plan?.cards.map((part) => [part.paymentId, part.cents])).toEqual(parts)
  expect(plan?.balanceCents).toBe(balanceCents)
})

test('[PAY-11] (abuse 20) refuses to refund more than the sources hold', () => {
  expect(planRefund(5_801, { cards, balanceCents: 1_000 })).toBeUndefined()
})

test('[PAY-11] covers any refund from its sources without overdrawing them', () => {
  const source = fc.record({ paymentId: fc.uuid(), refundableCents: fc.integer({ min: 0, max: 10_000 }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(source, { maxLength: 5, selector: ({ paymentId }) => paymentId }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 60_000 }),
      (sources, balanceCents, cents) => {
        const plan = planRefund(cents, { cards: sources, balanceCents })
        const refundable = sources.reduce((sum, { refundableCents }) => sum + refundableCents, balanceCents)
        expect(plan === undefined).toBe(cents > refundable)
        if (plan === undefined) return
        expect(plan.cards.reduce((sum, part) => sum + part.cents, plan.balanceCents)).toBe(cents)
        expect(plan.balanceCents).toBeLessThanOrEqual(balanceCents)
        const refundableOf = new Map(sources.map(({ paymentId, refundableCents }) => [paymentId, refundableCents]))
        for (const part of plan.cards) {
          expect(part.cents).toBeGreaterThan(0)
          expect(part.cents).toBeLessThanOrEqual(refundableOf.get(part.paymentId) ?? 0)
          refundableOf.delete(part.paymentId)
        }
      },
    ),
  )
})

test.each([
  ['the whole cashback before a refund', 4_800, 4_800, 0, 720],
  ['a proportional share after a partial refund', 4_800, 4_800, 1_200, 540],
  ['nothing after a full refund', 4_800, 4_800, 4_800, 0],
  ['the whole cashback of an order paid without money', 0, 0, 0, 720],
  ['the whole cashback after a refund of a later service', 4_800, 5_600, 800, 720],
  ['a share after a refund of a later service and a part of the order', 4_800, 5_600, 2_000, 540],
  ['the whole cashback after a surplus went back', 9_600, 4_800, 0, 720],
  ['a share of the price after a surplus went back', 9_600, 4_800, 1_200, 540],
])('[DISC-14] leaves the client %s', (_, earningCents, paidCents, refundedCents, kept) => {
  expect(keptCashbackCents({ cashbackCents: 720, earningCents, paidCents, refundedCents })).toBe(kept)
})

test('[DISC-14] rounds half a cent of cashback in the client’s favor', () => {
  const paid = { earningCents: 4_800, paidCents: 4_800, refundedCents: 2_400 }
  expect(keptCashbackCents({ cashbackCents: 5, ...paid })).toBe(3)
})

test('[DISC-14] a refund takes later payments first, then the cashback in proportion', () => {
  const cents = fc.integer({ min: 1, max: 60_000 })
  fc.assert(
    fc.property(cents, cents, fc.nat(60_000), fc.nat(120_000), (cashbackCents, earningCents, laterCents, wish) => {
      const paidCents = earningCents + laterCents
      const refundedCents = Math.min(wish, paidCents)
      const kept = keptCashbackCents({ cashbackCents, earningCents, paidCents, refundedCents })
      expect(kept).toBeGreaterThanOrEqual(0)
      expect(kept).toBeLessThanOrEqual(cashbackCents)
      if (refundedCents <= laterCents) expect(kept).toBe(cashbackCents)
      if (refundedCents === paidCents) expect(kept).toBe(0)
      const share = keptCashbackCents({
        cashbackCents,
        earningCents,
        paidCents: earningCents,
        refundedCents: refundedCents - laterCents,
      })
      if (refundedCents > laterCents) expect(kept).toBe(share)
    }),
  )
})

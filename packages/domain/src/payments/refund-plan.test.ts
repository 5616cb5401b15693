import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptCashbackCents, planRefund } from './refund-plan.ts'

const cards = [
  { paymentId: 'newer', leftCents: 500 },
  { paymentId: 'older', leftCents: 4_300 },
]

test.each([
  ['the newest card payment first', 300, [['newer', 300]], 0],
  [
    'over two card payments',
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
])('[PAY-11] %s', (_, cents, parts, balanceCents) => {
  const plan = planRefund(cents, { cards, balanceCents: 1_000 })
  expect(plan?.cards.map((part) => [part.paymentId, part.cents])).toEqual(parts)
  expect(plan?.balanceCents).toBe(balanceCents)
})

test('[PAY-11] (abuse 20) refuses to refund more than is left', () => {
  expect(planRefund(5_801, { cards, balanceCents: 1_000 })).toBeUndefined()
})

test('[PAY-11] covers any refund from its sources, and overdraws none', () => {
  const source = fc.record({ paymentId: fc.uuid(), leftCents: fc.integer({ min: 0, max: 10_000 }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(source, { maxLength: 5, selector: ({ paymentId }) => paymentId }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 60_000 }),
      (sources, balanceCents, cents) => {
        const plan = planRefund(cents, { cards: sources, balanceCents })
        const there = sources.reduce((sum, { leftCents }) => sum + leftCents, balanceCents)
        expect(plan === undefined).toBe(cents > there)
        if (plan === undefined) return
        expect(plan.cards.reduce((sum, part) => sum + part.cents, plan.balanceCents)).toBe(cents)
        expect(plan.balanceCents).toBeLessThanOrEqual(balanceCents)
        const leftOf = new Map(sources.map(({ paymentId, leftCents }) => [paymentId, leftCents]))
        for (const part of plan.cards) {
          expect(part.cents).toBeGreaterThan(0)
          expect(part.cents).toBeLessThanOrEqual(leftOf.get(part.paymentId) ?? 0)
          leftOf.delete(part.paymentId)
        }
      },
    ),
  )
})

test.each([
  ['all of it while nothing was given back', 720, 4_800, 0, 720],
  ['its share after a part', 720, 4_800, 1_200, 540],
  ['nothing after all was given back', 720, 4_800, 4_800, 0],
  ['half a cent is for the client', 5, 4_800, 2_400, 3],
  ['all of it when nothing was paid with money', 720, 0, 0, 720],
])('[DISC-14] a cashback keeps %s', (_, cashbackCents, paidCents, refundedCents, kept) => {
  expect(keptCashbackCents({ cashbackCents, paidCents, refundedCents })).toBe(kept)
})

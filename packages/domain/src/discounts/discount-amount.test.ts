import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactlyRounded } from '../testing/exactly-rounded.ts'
import { servicesOfGift } from './coupon.ts'
import { cashbackCentsOf, discountCentsOf } from './discount-amount.ts'

const manyRuns = { numRuns: 1000 }
const anyCents = fc.integer({ min: 0, max: 500_000 })
/** Percentages with up to 2 decimals, in hundredths. */
const anyHundredths = fc.integer({ min: 0, max: 15_000 })

test.each([
  ['10 % of $48', { kind: 'percent', percent: 10 }, 4800, 480],
  ['10 % of $8.45: half a cent goes up', { kind: 'percent', percent: 10 }, 845, 85],
  ['$5 of $48', { kind: 'amount', amountCents: 500 }, 4800, 500],
  ['$20 of $8.45', { kind: 'amount', amountCents: 2000 }, 845, 845],
  ['cashback', { kind: 'cashback', percent: 15 }, 4800, 0],
  ['a free service', { kind: 'free', addOns: ['top_writer'] }, 4800, 0],
] as const)('[DISC-14][PRICE-05] takes off the quote price: %s', (_, gift, quoteCents, discountCents) => {
  expect(discountCentsOf(gift, quoteCents)).toBe(discountCents)
})

test('[DISC-14][PRICE-05] rounds a percentage exactly, and never takes off more than the quote', () => {
  fc.assert(
    fc.property(anyCents, anyHundredths, (quoteCents, hundredths) => {
      const exact = exactlyRounded(BigInt(quoteCents) * BigInt(hundredths), 10_000n)
      const percent = hundredths / 100
      expect(discountCentsOf({ kind: 'percent', percent }, quoteCents)).toBe(Math.min(quoteCents, exact))
      expect(cashbackCentsOf({ kind: 'cashback', percent }, quoteCents)).toBe(exact)
    }),
    manyRuns,
  )
})

test('[DISC-14] credits only cashback after payment: 15 % of $48 is $7.20', () => {
  expect(cashbackCentsOf({ kind: 'cashback', percent: 15 }, 4800)).toBe(720)
  expect(cashbackCentsOf({ kind: 'percent', percent: 15 }, 4800)).toBe(0)
})

test('[DISC-14] gives VIP support for free without a service of the order', () => {
  expect(servicesOfGift({ kind: 'free', addOns: ['vip_support', 'draft_needed', 'top_writer'] })).toEqual([
    'top_writer',
    'draft_needed',
  ])
  expect(servicesOfGift({ kind: 'percent', percent: 10 })).toEqual([])
  expect(servicesOfGift(undefined)).toEqual([])
})

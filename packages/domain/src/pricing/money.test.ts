import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactlyRounded } from '../testing/exactly-rounded.ts'
import { centsFromDollars, divideRounded, dollarsFromCents, formatMoney, formatShortMoney, percentOf } from './money.ts'

const anyCents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

test.each([
  [22.1, 2210],
  [27.25, 2725],
  [0.29, 29],
  [1.15, 115],
  [-4.35, -435],
  [-0.35, -35],
  [0, 0],
])('[PRICE-05] reads %f dollars as %i cents', (dollars, cents) => {
  expect(centsFromDollars(dollars)).toBe(cents)
})

test('[PRICE-05] reads cents back from dollars in JSON unchanged', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      const onTheWire = JSON.stringify(dollarsFromCents(cents))
      expect(onTheWire).toMatch(/^-?\d+(\.\d{1,2})?$/)
      expect(centsFromDollars(JSON.parse(onTheWire))).toBe(cents)
    }),
  )
})

test.each([
  [5, 10, 1],
  [-5, 10, -1],
  [4, 10, 0],
  [-4, 10, 0],
  [15, 10, 2],
  [-15, 10, -2],
])('[PRICE-05] rounds halves away from zero: %i ÷ %i is %i', (numerator, denominator, rounded) => {
  expect(divideRounded(numerator, denominator)).toBe(rounded)
})

test('[PRICE-05] divides as exact rational arithmetic does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 10_000 }), (numerator, denominator) => {
      expect(divideRounded(numerator, denominator)).toBe(exactlyRounded(BigInt(numerator), BigInt(denominator)))
    }),
  )
})

test('[PRICE-05] takes a percentage as exact rational arithmetic does', () => {
  fc.assert(
    fc.property(anyCents, fc.integer({ min: 0, max: 10_000 }), (cents, hundredths) => {
      expect(percentOf(cents, hundredths / 100)).toBe(exactlyRounded(BigInt(cents) * BigInt(hundredths), 10_000n))
    }),
  )
})

test.each([
  [123450, '$1,234.50'],
  [3600, '$36.00'],
  [5, '$0.05'],
  [0, '$0.00'],
  [-2000, '-$20.00'],
])('[PRICE-08] formats %i cents as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test('[RATE-05] formats whole dollars without decimals', () => {
  expect([700, 750, 123_400, 1, 0].map(formatShortMoney)).toEqual(['$7', '$7.50', '$1,234', '$0.01', '$0'])
})

test('[PRICE-08] formats any amount as American English does', () => {
  const american = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(formatMoney(cents)).toBe(american.format(cents / 100))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceNames } from '../catalog/job-types.ts'
import { aPriceTable } from '../testing/a-price-table.ts'
import { centsFromDollars } from './money.ts'
import { type PriceRow, type PriceTable, priceTableFault, rateCents } from './price-table.ts'

const withEssays = (row: PriceRow): PriceTable => ({ ...aPriceTable, 'Essay (writing)': row })

test.each([
  [0, 30],
  [1, 30],
  [3, 30],
  [4, 24.35],
  [6, 24.35],
  [7, 20],
  [24, 16.1],
  [25, 12.05],
  [48, 12.05],
  [49, 12.05],
  [5000, 12.05],
])('[PRICE-03] at %i hours the first threshold that reaches them, else the last, gives $%f', (hours, dollars) => {
  expect(rateCents(aPriceTable, 'Essay (writing)', hours)).toBe(centsFromDollars(dollars))
})

test('[PRICE-03] guesses no rate for a job type without a row', () => {
  expect(rateCents(withEssays({ deadlines: [], prices: [] }), 'Essay (writing)', 3)).toBeUndefined()
  expect(rateCents({}, 'Essay (writing)', 3)).toBeUndefined()
})

test('[PRICE-04] never raises a rate with the deadline, in any valid table', () => {
  const hours = fc.integer({ min: 0, max: 300 })
  const anyRow = fc.uniqueArray(fc.integer({ min: 1, max: 240 }), { minLength: 1, maxLength: 12 }).chain((thresholds) =>
    fc
      .array(fc.integer({ min: 1, max: 10_000 }), { minLength: thresholds.length, maxLength: thresholds.length })
      .map((cents) => ({
        deadlines: thresholds.toSorted((a, b) => a - b),
        prices: cents.toSorted((a, b) => b - a).map((price) => price / 100),
      })),
  )
  fc.assert(
    fc.property(anyRow, hours, hours, (row, some, extra) => {
      const table = withEssays(row)
      expect(priceTableFault(table)).toBeUndefined()
      const rateAt = (at: number) => rateCents(table, 'Essay (writing)', at) ?? Number.NaN
      expect(rateAt(some + extra)).toBeLessThanOrEqual(rateAt(some))
    }),
  )
})

test.each([
  ['Essay (writing).deadlines: there are no deadlines', { deadlines: [], prices: [] }],
  ['Essay (writing).prices: there must be one price for each deadline', { deadlines: [3, 6], prices: [20] }],
  ['Essay (writing).deadlines.0: deadlines must be whole hours above 0', { deadlines: [2.5], prices: [20] }],
  ['Essay (writing).deadlines.0: deadlines must be whole hours above 0', { deadlines: [0, 3], prices: [20, 10] }],
  ['Essay (writing).deadlines.1: deadlines must ascend', { deadlines: [6, 3], prices: [20, 10] }],
  ['Essay (writing).deadlines.1: deadlines must ascend', { deadlines: [3, 3], prices: [20, 10] }],
  ['Essay (writing).prices.0: prices must be above 0 with at most 2 decimals', { deadlines: [3], prices: [0] }],
  ['Essay (writing).prices.0: prices must be above 0 with at most 2 decimals', { deadlines: [3], prices: [-5] }],
  ['Essay (writing).prices.0: prices must be above 0 with at most 2 decimals', { deadlines: [3], prices: [1.005] }],
  [
    'Essay (writing).prices.0: prices must be above 0 with at most 2 decimals',
    { deadlines: [3], prices: [Number.NaN] },
  ],
  ['Essay (writing).prices.1: prices must never rise with the deadline', { deadlines: [3, 6], prices: [10, 10.01] }],
])('[PRICE-04] %s', (fault, row) => {
  const tableFault = priceTableFault(withEssays(row))
  expect(`${tableFault?.field}: ${tableFault?.text}`).toBe(fault)
})

test('[PRICE-04] requires a row for each of the six price names', () => {
  expect(priceTableFault(aPriceTable)).toBeUndefined()
  for (const priceName of priceNames) {
    const { [priceName]: _, ...others } = aPriceTable
    expect(priceTableFault(others)).toEqual({ field: priceName, text: 'there are no prices' })
  }
})

import { type JobType, jobTypes, type PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { type ServiceKey, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { exactlyRounded } from '@nerdify/domain/testing/exactly-rounded.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { priceTableFault } from '@nerdify/domain/pricing/price-table.ts'
import { priceOf, type Prices, quoteOf, type QuotedOrder } from '@nerdify/domain/pricing/price.ts'
import type { Measure, Size } from '@nerdify/domain/pricing/units.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sandboxRates, sandboxServicePrices } from './sandbox-prices.ts'

const now = Date.parse('2027-01-20T18:30:00Z')
const inForce: Prices = { rates: sandboxRates, services: sandboxServicePrices }
const quoteCents = (priceName: PriceName, size: Size, hours: number) =>
  quoteOf({ priceName, size, deadline: deadlineFromHours(now, hours), tags: [] }, inForce, now)?.quoteCents

type Example = readonly [count: number, measure: Measure, hours: number, dollars: number]

/** Calculated by hand from the printed table, at least one per bracket. */
const examples: Record<PriceName, readonly Example[]> = {
  'Essay (writing)': [
    [1, 'Pages', 1, 36],
    [1, 'Pages', 2, 36],
    [1, 'Pages', 3, 31.5],
    [4, 'Pages', 6, 109],
    [2, 'Pages', 12, 48],
    [600, 'Words', 12, 48],
    [100, 'Words', 18, 7.37], // 22.10 ÷ 3 = 7.3666…
    [400, 'Words', 24, 27.2], // 1⅓ × 20.40
    [18, 'Pages', 48, 321.3],
    [700, 'Words', 72, 37.1], // 2⅓ × 15.90
    [3, 'Pages', 96, 43.95],
    [50, 'Pages', 120, 687.5],
    [15_000, 'Words', 2000, 687.5],
  ],
  'Essay (editing)': [
    [1, 'Pages', 1, 24],
    [300, 'Words', 2, 21.5],
    [1, 'Pages', 3, 19.25],
    [4, 'Pages', 6, 67.2],
    [500, 'Words', 12, 24.92], // 1⅔ × 14.95 = 24.9166…
    [5, 'Pages', 18, 68.5],
    [1000, 'Words', 24, 42],
    [2, 'Pages', 48, 21.9],
    [10, 'Pages', 72, 98],
    [10, 'Pages', 96, 91],
    [10, 'Pages', 120, 84.5],
  ],
  Presentations: [
    [1, 'Slides', 1, 18],
    [2, 'Slides', 2, 32.5],
    [2, 'Slides', 3, 29.6],
    [8, 'Slides', 6, 103.6],
    [2, 'Slides', 12, 23.2],
    [20, 'Slides', 18, 214],
    [10, 'Slides', 24, 99],
    [36, 'Slides', 48, 311.4],
    [10, 'Slides', 72, 79.5],
    [10, 'Slides', 96, 74],
    [50, 'Slides', 120, 342.5],
  ],
  Problems: [
    [60, 'Minutes', 1, 64], // 4 × 16.00
    [15, 'Minutes', 2, 14.4],
    [60, 'Minutes', 3, 52.6],
    [45, 'Minutes', 6, 34.5],
    [120, 'Minutes', 12, 82],
    [90, 'Minutes', 18, 56.7],
    [30, 'Minutes', 24, 17.5],
    [60, 'Minutes', 48, 30.4],
    [75, 'Minutes', 72, 35.25],
    [60, 'Minutes', 96, 26.4],
    [1440, 'Minutes', 120, 590.4],
  ],
  Quiz: [
    [60, 'Minutes', 1, 60],
    [15, 'Minutes', 2, 13.55],
    [60, 'Minutes', 3, 49.6],
    [120, 'Minutes', 6, 86.8],
    [120, 'Minutes', 12, 77.6],
    [60, 'Minutes', 18, 35.8],
    [60, 'Minutes', 24, 33.2],
    [60, 'Minutes', 48, 29],
    [60, 'Minutes', 72, 26.8],
    [60, 'Minutes', 96, 25],
    [60, 'Minutes', 120, 23.4],
  ],
  'Other task': [
    [60, 'Minutes', 1, 62],
    [15, 'Minutes', 2, 14],
    [60, 'Minutes', 3, 51.2],
    [60, 'Minutes', 6, 44.8],
    [180, 'Minutes', 12, 120],
    [60, 'Minutes', 18, 36.8],
    [60, 'Minutes', 24, 34.2],
    [60, 'Minutes', 48, 29.8],
    [60, 'Minutes', 72, 27.6],
    [60, 'Minutes', 96, 25.8],
    [60, 'Minutes', 120, 24],
  ],
}

describe.each(Object.entries(examples) as [PriceName, readonly Example[]][])('%s', (priceName, ofType) => {
  test.each(ofType)('[PRICE-04][PRICE-02][PRICE-03] %i %s in %i hours cost $%f', (count, measure, hours, dollars) => {
    expect(quoteCents(priceName, { count, measure }, hours)).toBe(centsFromDollars(dollars))
  })
})

test('[PRICE-04] the examples pay every rate of the table', () => {
  for (const [priceName, { deadlines }] of Object.entries(sandboxRates)) {
    const paid = examples[priceName as PriceName].map(([, , hours]) => deadlines.find((limit) => limit >= hours))
    expect(deadlines.filter((limit) => !paid.includes(limit))).toEqual([])
  }
  expect(priceTableFault(sandboxRates)).toBeUndefined()
})

/** PRICE-02 for each job type: the number of rates per unit, and the size of that unit. */
const formulas: Record<Exclude<Measure, 'Sources'>, { rates: bigint; unit: bigint; most: number; step: number }> = {
  Pages: { rates: 1n, unit: 1n, most: 50, step: 1 },
  Words: { rates: 1n, unit: 300n, most: 15_000, step: 100 },
  Slides: { rates: 1n, unit: 1n, most: 50, step: 1 },
  Minutes: { rates: 4n, unit: 60n, most: 1440, step: 15 },
}

test.each(jobTypes)(
  '[PRICE-02][PRICE-03] $name: any size in any time costs the rate of its bracket × size ÷ unit, to the cent',
  ({ priceName, measures }: JobType) => {
    const { deadlines, prices } = sandboxRates[priceName]
    const anySize = fc.constantFrom(...(measures as readonly (keyof typeof formulas)[])).chain((measure) => {
      const { most, step } = formulas[measure]
      return fc.integer({ min: 1, max: most / step }).map((steps) => ({ measure, count: steps * step }))
    })
    fc.assert(
      fc.property(anySize, fc.integer({ min: 1, max: 90 * 24 }), ({ measure, count }, hours) => {
        const tooShort = deadlines.filter((limit) => limit < hours).length
        const rate = BigInt(Math.round((prices[Math.min(tooShort, prices.length - 1)] ?? Number.NaN) * 100))
        const { rates, unit } = formulas[measure]
        const exact = exactlyRounded(rate * rates * BigInt(count), unit)
        expect(quoteCents(priceName, { count, measure }, hours)).toBe(exact)
      }),
      { numRuns: 300 },
    )
  },
)

test.each([
  [48, 'prioritize_my_task', 5],
  [48, 'top_writer', 9.6],
  [48, 'adv_plagreport', 8],
  [48, 'draft_needed', 4.8],
  [48, 'client_recomended_writer', 4.8],
  [7.37, 'prioritize_my_task', 5],
  [7.37, 'top_writer', 1.47], // 1.474
  [7.37, 'adv_plagreport', 8],
  [7.37, 'draft_needed', 0.74], // 0.737
  [35.25, 'client_recomended_writer', 3.53], // 3.525
] as const satisfies readonly (readonly [number, ServiceKey, number])[])(
  '[SRV-02] of an order of $%f, %s costs $%f',
  (quote, key, dollars) => {
    expect(servicePriceCents(key, sandboxServicePrices, centsFromDollars(quote))).toBe(centsFromDollars(dollars))
  },
)

test('[PRICE-05][SRV-02] two pages in 12 hours, 10 % off, with TOP Nerd and the report: $48.00 − $4.80 + $9.60 + $8.00', () => {
  const order: QuotedOrder = {
    priceName: 'Essay (writing)',
    size: { count: 2, measure: 'Pages' },
    deadline: deadlineFromHours(now, 12),
    tags: [],
  }
  const quote = quoteOf(order, inForce, now)
  if (quote === undefined) throw new Error('essays are not offered')
  const added = ['top_writer', 'adv_plagreport'] as const
  expect(priceOf(quote, { added, gift: { kind: 'percent', percent: 10 } })).toMatchObject({
    quoteCents: 4800,
    discountCents: 480,
    serviceCents: 1760,
    totalCents: 6080,
  })
})

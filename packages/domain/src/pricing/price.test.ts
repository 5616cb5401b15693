import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JobType, jobTypes, type PriceName } from '../catalog/job-types.ts'
import { type ServiceKey, serviceKeys } from '../catalog/services.ts'
import { type CouponGift, freeAddOns } from '../discounts/coupon.ts'
import { aPriceTable, someServicePrices } from '../testing/a-price-table.ts'
import { deadlineFromHours } from './deadlines.ts'
import { exactlyRounded } from '../testing/exactly-rounded.ts'
import {
  cabinetPriceCents,
  type Price,
  type PriceChoices,
  priceOf,
  type Prices,
  type Quote,
  type QuotedOrder,
  quoteCentsOf,
  quoteOf,
  unpriced,
} from './price.ts'
import { type Measure, type Size, sizeFromWire, sizeToWire } from './units.ts'

/** Properties about money run more often than the default. */
const moreRuns = { numRuns: 1000 }

const now = Date.parse('2027-01-20T18:30:00Z')
const hour = 3_600_000

const prices: Prices = {
  rates: aPriceTable,
  services: someServicePrices,
}
const elite = ['subscription_active', 'subscription_nerdify_premium']

const anOrderFor = (size: Size, hours: number, priceName: PriceName = 'Essay (writing)'): QuotedOrder => ({
  priceName,
  size,
  deadline: deadlineFromHours(now, hours),
  tags: [],
})
/** The quote of an offered job type. */
function quoted(order: QuotedOrder, currentPrices: Prices = prices): Quote {
  const quote = quoteOf(order, currentPrices, now)
  if (quote === undefined) throw new Error(`${order.priceName} is not offered`)
  return quote
}
/** An order with the client's choices. */
type ChosenOrder = QuotedOrder & PriceChoices
const priceAt = (order: ChosenOrder): Price => priceOf(quoted(order), order)
const noChoices: PriceChoices = { added: [], gift: undefined }
const twoPages: Size = { count: 2, measure: 'Pages' }

const anyCents = fc.integer({ min: 0, max: 50_000 })
const anyHours = fc.integer({ min: 1, max: 200 })
const anyCount: Record<Measure, fc.Arbitrary<number>> = {
  Pages: fc.integer({ min: 1, max: 50 }),
  Words: fc.integer({ min: 1, max: 150 }).map((hundreds) => hundreds * 100),
  Slides: fc.integer({ min: 1, max: 50 }),
  Minutes: fc.integer({ min: 1, max: 96 }).map((quarters) => quarters * 15),
  Sources: fc.integer({ min: 1, max: 50 }),
}
const sizeIn = (measure: Measure): fc.Arbitrary<Size> => anyCount[measure].map((count) => ({ count, measure }))
const sizeOf = (jobType: JobType) => fc.oneof(...jobType.measures.map(sizeIn))
const anyServices = fc.subarray([...serviceKeys])
const anyGift: fc.Arbitrary<CouponGift | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    kind: fc.constantFrom('percent' as const, 'cashback' as const),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constant('amount' as const), amountCents: fc.integer({ min: 1, max: 200_000 }) }),
  fc.record({ kind: fc.constant('free' as const), addOns: fc.subarray([...freeAddOns], { minLength: 1 }) }),
)
const anyOrder: fc.Arbitrary<ChosenOrder> = fc.constantFrom(...jobTypes).chain((jobType) =>
  fc.record({
    priceName: fc.constant(jobType.priceName),
    size: sizeOf(jobType),
    deadline: anyHours.map((hours) => deadlineFromHours(now, hours)),
    tags: fc.constantFrom([], elite),
    gift: anyGift,
    added: anyServices,
  }),
)

test.each([
  ['2 pages at $20', { count: 2, measure: 'Pages' }, 2000, 4000],
  ['600 words at $20', { count: 600, measure: 'Words' }, 2000, 4000],
  ['400 words at $24, which are 1⅓ rates', { count: 400, measure: 'Words' }, 2400, 3200],
  ['100 words at $22.10', { count: 100, measure: 'Words' }, 2210, 737],
  ['12 slides at $11.60', { count: 12, measure: 'Slides' }, 1160, 13920],
  ['60 minutes at $10.25, which are 4 rates', { count: 60, measure: 'Minutes' }, 1025, 4100],
  ['15 minutes at $10.25', { count: 15, measure: 'Minutes' }, 1025, 1025],
  ['125 minutes at $10.25', { count: 125, measure: 'Minutes' }, 1025, 8542],
  ['3 sources at $20', { count: 3, measure: 'Sources' }, 2000, 6000],
] as const)('[PRICE-02] charges rate × size ÷ page size, 4 × rate for minutes: %s', (_, size, rate, cents) => {
  expect(quoteCentsOf(rate, size)).toBe(cents)
})

test('[PRICE-02][PRICE-05] quotes as exact rational arithmetic does, halves away from zero', () => {
  const formula: Record<Measure, [factor: bigint, pageSize: bigint]> = {
    Pages: [1n, 1n],
    Words: [1n, 300n],
    Slides: [1n, 1n],
    Minutes: [4n, 60n],
    Sources: [1n, 1n],
  }
  const anySize = fc
    .constantFrom(...(Object.keys(formula) as Measure[]))
    .chain((measure) => fc.record({ count: fc.integer({ min: 0, max: 20_000 }), measure: fc.constant(measure) }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), anySize, (rate, size) => {
      const [factor, pageSize] = formula[size.measure]
      expect(quoteCentsOf(rate, size)).toBe(exactlyRounded(factor * BigInt(rate) * BigInt(size.count), pageSize))
    }),
    moreRuns,
  )
})

test('[PRICE-01][PRICE-02] charges the same for pages and their words', () => {
  fc.assert(
    fc.property(anyCents, anyCount.Pages, (rate, pages) => {
      expect(quoteCentsOf(rate, { count: pages * 300, measure: 'Words' })).toBe(
        quoteCentsOf(rate, { count: pages, measure: 'Pages' }),
      )
    }),
    moreRuns,
  )
})

test("[PRICE-02][PRICE-03] names hours, rate and the rate's unit", () => {
  expect(quoted(anOrderFor(twoPages, 12))).toMatchObject({
    hours: 12,
    rateCents: 2000,
    rateUnit: 'page',
    quoteCents: 4000,
  })
  const unitOf = (measure: Measure) => quoted(anOrderFor({ count: 300, measure }, 12)).rateUnit
  expect(unitOf('Words')).toBe('300 words')
  expect(unitOf('Slides')).toBe('slide')
  expect(unitOf('Minutes')).toBe('15 minutes')
})

test('[PRICE-03] (abuse 41) takes the bracket of the hours rounded up, to the millisecond', () => {
  const rateAt = (msAhead: number) => quoted({ ...anOrderFor(twoPages, 12), deadline: now + msAhead }).rateCents
  expect(rateAt(6 * hour)).toBe(2435)
  expect(rateAt(6 * hour + 1)).toBe(2000)
  expect(rateAt(6 * hour - 1000)).toBe(2435)
})

test('[PRICE-04] never rises with a longer deadline', () => {
  fc.assert(
    fc.property(anyOrder, fc.integer({ min: 0, max: 200 * hour }), (order, extra) => {
      const sooner = priceAt(order)
      const later = priceAt({ ...order, deadline: order.deadline + extra })
      expect(later.quoteCents).toBeLessThanOrEqual(sooner.quoteCents)
      expect(later.totalCents).toBeLessThanOrEqual(sooner.totalCents)
    }),
    moreRuns,
  )
})

test('[PRICE-05][SRV-02] charges quote price − discount + added services that are not free', () => {
  const choices: PriceChoices = {
    added: ['prioritize_my_task', 'top_writer'],
    gift: { kind: 'percent', percent: 10 },
  }
  expect(priceOf(quoted(anOrderFor(twoPages, 12)), choices)).toMatchObject({
    quoteCents: 4000,
    discountCents: 400,
    serviceCents: 1300,
    totalCents: 4900,
    services: {
      top_writer: { listCents: 800, priceCents: 800, freeReason: null, added: true },
      adv_plagreport: { listCents: 800, priceCents: 800, freeReason: null, added: false },
    },
  })
})

test('[SRV-04] gives the plan before the coupon as the reason for a free service', () => {
  const gift: CouponGift = { kind: 'free', addOns: ['top_writer', 'draft_needed'] }
  const added = ['top_writer', 'draft_needed', 'prioritize_my_task'] as const
  const { services, serviceCents } = priceOf(quoted({ ...anOrderFor(twoPages, 12), tags: elite }), { added, gift })
  expect(services.top_writer).toMatchObject({ listCents: 800, priceCents: 0, freeReason: 'plan' })
  expect(services.draft_needed).toMatchObject({ listCents: 400, priceCents: 0, freeReason: 'coupon' })
  expect(serviceCents).toBe(0)
  const withoutPlan = priceOf(quoted(anOrderFor(twoPages, 12)), { added, gift })
  expect(withoutPlan.services.top_writer).toMatchObject({ priceCents: 0, freeReason: 'coupon' })
  expect(withoutPlan.serviceCents).toBe(500)
})

test('[SRV-04][PAY-08] keeps the price of a paid service, whatever the quote says now', () => {
  const paid = { top_writer: { listCents: 640, priceCents: 640, freeReason: null, added: true } } as const
  const price = priceOf(quoted({ ...anOrderFor(twoPages, 12), tags: elite }), { added: [], paid, gift: undefined })
  expect(price.services.top_writer).toEqual(paid.top_writer)
  expect(price).toMatchObject({ serviceCents: 640, totalCents: 4640 })
})

test('[PRICE-05] keeps a fixed discount, up to the amount to pay', () => {
  const quote = quoted(anOrderFor(twoPages, 12))
  const gift: CouponGift = { kind: 'percent', percent: 50 }
  expect(priceOf(quote, { ...noChoices, gift, discountCents: 400 })).toMatchObject({
    discountCents: 400,
    totalCents: 3600,
  })
  expect(priceOf(quote, { ...noChoices, discountCents: 10_000 })).toMatchObject({ discountCents: 4000, totalCents: 0 })
})

test('[PRICE-05][PRICE-11] adds up from whole cents, never below 0', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const { quoteCents, discountCents, serviceCents, totalCents, services } = priceAt(order)
      expect(totalCents).toBe(quoteCents - discountCents + serviceCents)
      const added = Object.values(services).filter((service) => service.added)
      expect(serviceCents).toBe(added.reduce((sum, { priceCents }) => sum + priceCents, 0))
      for (const cents of [quoteCents, discountCents, serviceCents, totalCents]) {
        expect(Number.isInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(0)
      }
      for (const { priceCents, freeReason } of Object.values(services))
        expect(priceCents === 0).toBe(freeReason !== null)
    }),
    moreRuns,
  )
})

test('[PRICE-04][SRV-02] offers no job type or service without a price', () => {
  const { Quiz: _, ...others } = aPriceTable
  const { adv_plagreport: __, ...known } = prices.services
  const older: Prices = { rates: others, services: known }
  expect(quoteOf(anOrderFor({ count: 60, measure: 'Minutes' }, 12, 'Quiz'), older, now)).toBeUndefined()
  const quote = quoted({ ...anOrderFor(twoPages, 12), tags: elite }, older)
  const price = priceOf(quote, { added: ['adv_plagreport', 'draft_needed'], gift: undefined })
  expect(price.services).not.toHaveProperty('adv_plagreport')
  expect(unpriced(older)).toEqual(['Quiz', 'adv_plagreport'])
  expect(unpriced(prices)).toEqual([])
  expect(price).toMatchObject({ serviceCents: 400, totalCents: 4400 })
})

interface WireOrder {
  type: PriceName
  size: string
  deadline: number
  added: readonly ServiceKey[]
}

/** The order as it crosses the wire after each change: sizes as text. */
const overTheWire = (order: ChosenOrder): ChosenOrder => {
  const { priceName, size, deadline, added } = order
  const wire: WireOrder = { type: priceName, size: sizeToWire(size), deadline, added }
  const read: WireOrder = JSON.parse(JSON.stringify(wire))
  return {
    ...order,
    priceName: read.type,
    size: sizeFromWire(read.size) as Size,
    deadline: read.deadline,
    added: read.added,
  }
}

test('[PRICE-05] prices any sequence of changes over the wire like the final order', () => {
  const anyChange: fc.Arbitrary<(order: ChosenOrder) => ChosenOrder> = fc.oneof(
    anyOrder.map(({ priceName, size }) => (order: ChosenOrder) => ({ ...order, priceName, size })),
    anyHours.map((hours) => (order: ChosenOrder) => ({ ...order, deadline: deadlineFromHours(now, hours) })),
    anyGift.map((gift) => (order: ChosenOrder) => ({ ...order, gift })),
    anyServices.map((added) => (order: ChosenOrder) => ({ ...order, added })),
  )
  fc.assert(
    fc.property(anyOrder, fc.array(anyChange, { maxLength: 20 }), (start, changes) => {
      let roundTripped = start
      let direct = start
      for (const change of changes) {
        roundTripped = overTheWire(change(roundTripped))
        direct = change(direct)
      }
      expect(priceAt(roundTripped)).toEqual(priceAt(direct))
    }),
    moreRuns,
  )
})

test("[PRICE-05] adds a service's price to the total and to no other part", () => {
  fc.assert(
    fc.property(anyOrder, fc.constantFrom(...serviceKeys), (order, key) => {
      const others = order.added.filter((each) => each !== key)
      const without = priceAt({ ...order, added: others })
      const withIt = priceAt({ ...order, added: [...others, key] })
      const priceCents = withIt.services[key]?.priceCents ?? 0
      expect(withIt.totalCents).toBe(without.totalCents + priceCents)
      expect(withIt).toMatchObject({ quoteCents: without.quoteCents, discountCents: without.discountCents })
    }),
    moreRuns,
  )
})

test('[PRICE-06] excludes unpaid added services from the cabinet price', () => {
  const services = [
    { added: true, active: false, priceCents: 500 },
    { added: true, active: true, priceCents: 800 },
    { added: false, active: false, priceCents: 400 },
  ]
  expect(cabinetPriceCents(5300, services)).toBe(4800)
  expect(cabinetPriceCents(5300, [])).toBe(5300)
})

test('[PRICE-06][PRICE-05] never shows a cabinet price below 0, even if a discount paid for services', () => {
  expect(cabinetPriceCents(0, [{ added: true, active: false, priceCents: 500 }])).toBe(0)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JobType, jobTypes, type PriceName } from '../catalog/job-types.ts'
import { type ServiceKey, serviceKeys } from '../catalog/services.ts'
import { aPriceTable } from './a-price-table.ts'
import { deadlineFromHours } from './deadlines.ts'
import { exactlyRounded } from './exactly-rounded.ts'
import { centsFromDollars, dollarsFromCents } from './money.ts'
import { cabinetPriceCents, isCompleteForPricing, type PricedOrder, priceOf, quoteCentsOf, quoteOf } from './price.ts'
import { type Measure, type Size, sizeFromWire, sizeToWire } from './units.ts'

/** Properties about money run more often than the default. */
const often = { numRuns: 1000 }

const now = Date.parse('2027-01-20T18:30:00Z')
const hour = 3_600_000

const anOrderFor = (size: Size, hours: number, priceName: PriceName = 'Essay (writing)'): PricedOrder => ({
  priceName,
  size,
  deadline: deadlineFromHours(now, hours),
  services: [],
})
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
const anyServices = fc.uniqueArray(
  fc.record({ key: fc.constantFrom(...serviceKeys), priceCents: anyCents, free: fc.boolean() }),
  { selector: (service) => service.key },
)
const anyPricedOrder: fc.Arbitrary<PricedOrder> = fc.constantFrom(...jobTypes).chain((jobType) =>
  fc.record({
    priceName: fc.constant(jobType.priceName),
    size: sizeOf(jobType),
    deadline: anyHours.map((hours) => deadlineFromHours(now, hours)),
    discountCents: fc.integer({ min: 0, max: 200_000 }),
    services: anyServices,
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
] as const)('[PRICE-02] price is rate × size ÷ page size, 4 × rate for minutes: %s', (_, size, rate, cents) => {
  expect(quoteCentsOf(rate, size)).toBe(cents)
})

test('[PRICE-02] [PRICE-05] the quote equals exact rational arithmetic, halves away from zero', () => {
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
    often,
  )
})

test('[PRICE-01] [PRICE-02] pages and the words they turn into cost the same', () => {
  fc.assert(
    fc.property(anyCents, anyCount.Pages, (rate, pages) => {
      expect(quoteCentsOf(rate, { count: pages * 300, measure: 'Words' })).toBe(
        quoteCentsOf(rate, { count: pages, measure: 'Pages' }),
      )
    }),
    often,
  )
})

test('[PRICE-02] [PRICE-03] the quote names hours, rate and what one rate buys', () => {
  expect(quoteOf(anOrderFor(twoPages, 12), aPriceTable, now)).toEqual({
    hours: 12,
    rateCents: 2000,
    rateUnit: 'page',
    quoteCents: 4000,
  })
  const unitOf = (measure: Measure) => quoteOf(anOrderFor({ count: 300, measure }, 12), aPriceTable, now).rateUnit
  expect(unitOf('Words')).toBe('300 words')
  expect(unitOf('Slides')).toBe('slide')
  expect(unitOf('Minutes')).toBe('15 minutes')
})

test('[PRICE-03] (abuse 41) the bracket follows the hours rounded up, to the millisecond', () => {
  const rateAt = (msAhead: number) =>
    quoteOf({ ...anOrderFor(twoPages, 12), deadline: now + msAhead }, aPriceTable, now).rateCents
  expect(rateAt(6 * hour)).toBe(2435)
  expect(rateAt(6 * hour + 1)).toBe(2000)
  expect(rateAt(6 * hour - 1000)).toBe(2435)
})

test('[PRICE-04] a price never rises with a longer deadline', () => {
  fc.assert(
    fc.property(anyPricedOrder, fc.integer({ min: 0, max: 200 * hour }), (order, extra) => {
      const sooner = priceOf(order, aPriceTable, now)
      const later = priceOf({ ...order, deadline: order.deadline + extra }, aPriceTable, now)
      expect(later.quoteCents).toBeLessThanOrEqual(sooner.quoteCents)
      expect(later.totalCents).toBeLessThanOrEqual(sooner.totalCents)
    }),
    often,
  )
})

test('[PRICE-05] price = quote price − discount + added services that are not free', () => {
  const services: PricedOrder['services'] = [
    { key: 'prioritize_my_task', priceCents: 500, free: false },
    { key: 'adv_plagreport', priceCents: 800, free: true },
    { key: 'top_writer', priceCents: 800, free: false },
  ]
  expect(priceOf({ ...anOrderFor(twoPages, 12), discountCents: 400, services }, aPriceTable, now)).toEqual({
    hours: 12,
    rateCents: 2000,
    rateUnit: 'page',
    quoteCents: 4000,
    discountCents: 400,
    serviceCents: 1300,
    totalCents: 4900,
  })
})

test('[PRICE-05] a discount above the price takes off no more than there is to pay', () => {
  const breakdown = priceOf({ ...anOrderFor(twoPages, 12), discountCents: 10_000 }, aPriceTable, now)
  expect(breakdown).toMatchObject({ quoteCents: 4000, discountCents: 4000, totalCents: 0 })
})

test('[PRICE-05] total = quote − discount + services, in whole cents, never below 0', () => {
  fc.assert(
    fc.property(anyPricedOrder, (order) => {
      const { quoteCents, discountCents, serviceCents, totalCents } = priceOf(order, aPriceTable, now)
      expect(totalCents).toBe(quoteCents - discountCents + serviceCents)
      expect(totalCents).toBe(Math.max(0, quoteCents - (order.discountCents ?? 0) + serviceCents))
      expect(discountCents).toBeLessThanOrEqual(order.discountCents ?? 0)
      for (const cents of [quoteCents, discountCents, serviceCents, totalCents]) {
        expect(Number.isSafeInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(0)
      }
    }),
    often,
  )
})

interface WireOrder {
  type: PriceName
  size: string
  deadline: number
  discount: number
  services: { key: ServiceKey; price: number; free: boolean }[]
}

/** The order as it crosses the wire after each change: sizes as text, money in dollars. */
const toWire = (order: PricedOrder): WireOrder => ({
  type: order.priceName,
  size: sizeToWire(order.size),
  deadline: order.deadline,
  discount: dollarsFromCents(order.discountCents ?? 0),
  services: order.services.map(({ key, priceCents, free }) => ({ key, price: dollarsFromCents(priceCents), free })),
})
const fromWire = (wire: WireOrder): PricedOrder => ({
  priceName: wire.type,
  size: sizeFromWire(wire.size) as Size,
  deadline: wire.deadline,
  discountCents: centsFromDollars(wire.discount),
  services: wire.services.map(({ key, price, free }) => ({ key, priceCents: centsFromDollars(price), free })),
})

test('[PRICE-05] any sequence of changes, each over the wire, ends at the same cent as the order made at once', () => {
  const anyChange: fc.Arbitrary<(order: PricedOrder) => PricedOrder> = fc.oneof(
    anyPricedOrder.map(({ priceName, size }) => (order: PricedOrder) => ({ ...order, priceName, size })),
    anyHours.map((hours) => (order: PricedOrder) => ({ ...order, deadline: deadlineFromHours(now, hours) })),
    anyCents.map((discountCents) => (order: PricedOrder) => ({ ...order, discountCents })),
    anyServices.map((services) => (order: PricedOrder) => ({ ...order, services })),
  )
  fc.assert(
    fc.property(anyPricedOrder, fc.array(anyChange, { maxLength: 20 }), (start, changes) => {
      let travelled = start
      let atOnce = start
      for (const change of changes) {
        travelled = fromWire(JSON.parse(JSON.stringify(toWire(change(travelled)))))
        atOnce = change(atOnce)
      }
      expect(priceOf(travelled, aPriceTable, now)).toEqual(priceOf(atOnce, aPriceTable, now))
    }),
    often,
  )
})

test('[PRICE-05] a service adds its price to the total and touches nothing else', () => {
  fc.assert(
    fc.property(anyPricedOrder, anyCents, (order, priceCents) => {
      const undiscounted = { ...order, discountCents: 0 }
      const service = { key: 'draft_needed' as const, priceCents, free: false }
      const without = priceOf(undiscounted, aPriceTable, now)
      const withIt = priceOf({ ...undiscounted, services: [...order.services, service] }, aPriceTable, now)
      expect(withIt).toEqual({
        ...without,
        serviceCents: without.serviceCents + priceCents,
        totalCents: without.totalCents + priceCents,
      })
    }),
    often,
  )
})

test('[PRICE-06] the cabinet price is the price without added services that are not paid', () => {
  const services = [
    { added: true, active: false, priceCents: 500 },
    { added: true, active: true, priceCents: 800 },
    { added: false, active: false, priceCents: 400 },
  ]
  expect(cabinetPriceCents(5300, services)).toBe(4800)
  expect(cabinetPriceCents(5300, [])).toBe(5300)
})

test('[PRICE-06] [PRICE-05] the cabinet price is never below 0, even where a discount has paid for the services', () => {
  expect(cabinetPriceCents(0, [{ added: true, active: false, priceCents: 500 }])).toBe(0)
})

test('[PRICE-09] an order is complete for pricing with size, and deadline, and paid or with the deadline ahead', () => {
  const complete = { size: twoPages, deadline: now + hour, paid: false }
  expect(isCompleteForPricing(complete, now)).toBe(true)
  expect(isCompleteForPricing({ ...complete, size: null }, now)).toBe(false)
  expect(isCompleteForPricing({ ...complete, size: undefined }, now)).toBe(false)
  expect(isCompleteForPricing({ ...complete, deadline: null }, now)).toBe(false)
  expect(isCompleteForPricing({ ...complete, deadline: now - hour }, now)).toBe(false)
  expect(isCompleteForPricing({ ...complete, deadline: now - hour, paid: true }, now)).toBe(true)
  expect(isCompleteForPricing({ ...complete, size: null, paid: true }, now)).toBe(false)
})

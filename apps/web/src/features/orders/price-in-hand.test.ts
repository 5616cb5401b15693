import { type JobType, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { offeredServices, type ServicePrices } from '@nerdify/domain/catalog/services.ts'
import { aPriceTable } from '@nerdify/domain/pricing/a-price-table.ts'
import { deadlineFromHours, deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftOfDiscountInfo } from '@nerdify/domain/discounts/discount-info.ts'
import { type LiveOrder, livePrice, nextSaving, servicesWith, storedPrice } from './price-in-hand.ts'

const now = Date.UTC(2026, 10, 21, 12)
const services: ServicePrices = {
  top_writer: { percent_of_quote: 20 },
  draft_needed: { percent_of_quote: 10 },
  adv_plagreport: { amount: 8 },
  prioritize_my_task: { amount: 5 },
  client_recomended_writer: { percent_of_quote: 10 },
}
const rates = { table: aPriceTable, services }
const writing = jobTypes[0] as JobType
const twoPages: LiveOrder = {
  jobType: writing,
  size: { count: 2, measure: 'Pages' },
  deadline: deadlineFromHours(now, 12),
  gift: undefined,
  services: [],
}

test('[FLOW-15] the price is that of the choices on the screen, with what it is made of', () => {
  const order = { ...twoPages, services: [{ key: 'top_writer', free: false } as const] }
  expect(livePrice(order, rates, now)).toEqual({
    rate: { cents: 2000, unit: 'page' },
    quoteCents: 4000,
    discountCents: 0,
    services: [{ key: 'top_writer', free: false, priceCents: 800 }],
    totalCents: 4800,
  })
})

test('[PRICE-11] the rows add up to the total: nothing is added after them', () => {
  const orders = fc.record({
    jobType: fc.constantFrom(...jobTypes),
    count: fc.integer({ min: 1, max: 1500 }),
    hours: fc.integer({ min: 1, max: 200 }),
    gift: fc.oneof(
      fc.constant(undefined),
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), amountCents: fc.integer({ min: 1, max: 5000 }) }),
    ),
    services: fc.subarray([...offeredServices]),
    free: fc.boolean(),
  })
  fc.assert(
    fc.property(orders, ({ jobType, count, hours, gift, services: keys, free }) => {
      const measure = jobType.measures[0] ?? 'Pages'
      const price = livePrice(
        {
          jobType,
          size: { count, measure },
          deadline: deadlineFromHours(now, hours),
          gift,
          services: keys.map((key) => ({ key, free })),
        },
        rates,
        now,
      )
      const serviceCents = price.services.reduce((sum, service) => sum + service.priceCents, 0)
      expect(price.totalCents).toBe(price.quoteCents - price.discountCents + serviceCents)
      expect(price.totalCents).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('[SRV-04] a free service is listed and costs nothing', () => {
  const price = livePrice({ ...twoPages, services: [{ key: 'adv_plagreport', free: true }] }, rates, now)
  expect(price.services).toEqual([{ key: 'adv_plagreport', free: true, priceCents: 0 }])
  expect(price.totalCents).toBe(4000)
})

const service = (price: number, added: boolean) => ({
  price,
  added,
  active: false,
  refunded: false,
  free_reason: price === 0 ? 'plan' : null,
})
const stored = {
  price: 48,
  quote_price: 40,
  discount_amount: 0,
  services: {
    top_writer: service(8, true),
    draft_needed: service(4, false),
    adv_plagreport: service(0, false),
    prioritize_my_task: service(5, false),
    client_recomended_writer: service(4, false),
  },
} as unknown as Order

test('[DISC-14] the coupon of an order counts in the live price as its entry says', () => {
  const gift = (type: 'percent' | 'amount' | 'cashback', value: number) =>
    giftOfDiscountInfo([{ code: 'X', discount_type: type, value, quote_amount: 4, cashback_amount: 0 }])
  const price = (given: LiveOrder['gift']) => livePrice({ ...twoPages, gift: given }, rates, now)
  expect(price(gift('percent', 10))).toMatchObject({ discountCents: 400, totalCents: 3600 })
  expect(price(gift('amount', 5))).toMatchObject({ discountCents: 500, totalCents: 3500 })
  expect(price(gift('cashback', 15))).toMatchObject({ discountCents: 0, totalCents: 4000 })
})

test("[PRICE-11] the server's price shows the rate only while the base price is made of it", () => {
  const live = livePrice(twoPages, rates, now)
  const added = servicesWith(stored, new Map())
  expect(storedPrice(stored, added, live)).toEqual({
    rate: { cents: 2000, unit: 'page' },
    quoteCents: 4000,
    discountCents: 0,
    services: [{ key: 'top_writer', free: false, priceCents: 800 }],
    totalCents: 4800,
  })
  expect(storedPrice({ ...stored, quote_price: 41 }, added, live).rate).toBeNull()
})

test('[FLOW-23] a service on its way counts at once, at the price the server named (ux 35)', () => {
  const wanted = new Map([
    ['top_writer', false],
    ['prioritize_my_task', true],
    ['adv_plagreport', true],
  ] as const)
  const price = storedPrice(stored, servicesWith(stored, wanted), undefined)
  expect(price.services).toEqual([
    { key: 'adv_plagreport', free: true, priceCents: 0 },
    { key: 'prioritize_my_task', free: false, priceCents: 500 },
  ])
  expect(price.totalCents).toBe(4500)
})

test('the next cheaper deadline is named with what it saves (ux 25)', () => {
  const stops = deadlineStops('writing', { premium: false })
  expect(nextSaving({ order: twoPages, rates }, now, stops.slice(stops.indexOf(18)))).toEqual({
    hours: 18,
    totalCents: 3220,
    savedCents: 780,
  })
  const late = { ...twoPages, deadline: deadlineFromHours(now, 96) }
  expect(nextSaving({ order: late, rates }, now, stops.slice(stops.indexOf(120)))).toBeUndefined()
})

import { type JobType, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { aPriceTable, someServicePrices } from '@nerdify/domain/testing/a-price-table.ts'
import { deadlineFromHours, deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftOfDiscountInfo } from '@nerdify/domain/discounts/discount-info.ts'
import type { Prices } from '@nerdify/domain/pricing/price.ts'
import { anOrderAnswer } from '../../../testing/an-order-answer.ts'
import { type LiveOrder, livePrice, nextSaving, servicesWith, storedPrice } from './shown-price.ts'

const now = Date.UTC(2026, 10, 21, 12)
const prices: Prices = { rates: aPriceTable, services: someServicePrices }
const writing = jobTypes[0] as JobType
const twoPages: LiveOrder = {
  jobType: writing,
  size: { count: 2, measure: 'Pages' },
  deadline: deadlineFromHours(now, 12),
  tags: [],
  gift: undefined,
  added: [],
}
/** The price of an offered type. */
function priceNow(order: LiveOrder) {
  const price = livePrice(order, prices, now)
  if (price === undefined) throw new Error('the type is not offered')
  return price
}
const elite = ['subscription_active', 'subscription_nerdify_premium']

test('[FLOW-15] the price follows the choices on the screen, with its parts', () => {
  expect(priceNow({ ...twoPages, added: ['top_writer'] })).toMatchObject({
    rate: { cents: 2000, unit: 'page' },
    quoteCents: 4000,
    discountCents: 0,
    services: { top_writer: { added: true, freeReason: null, priceCents: 800 } },
    totalCents: 4800,
  })
})

test('[PRICE-11] the rows add up to the total', () => {
  const orders = fc.record({
    jobType: fc.constantFrom(...jobTypes),
    count: fc.integer({ min: 1, max: 1500 }),
    hours: fc.integer({ min: 1, max: 200 }),
    gift: fc.oneof(
      fc.constant(undefined),
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), amountCents: fc.integer({ min: 1, max: 5000 }) }),
    ),
    added: fc.subarray([...offeredServices]),
    tags: fc.constantFrom([], elite),
  })
  fc.assert(
    fc.property(orders, ({ count, hours, ...order }) => {
      const measure = order.jobType.measures[0] ?? 'Pages'
      const price = priceNow({ ...order, size: { count, measure }, deadline: deadlineFromHours(now, hours) })
      const rows = Object.values(price.services).filter((service) => service.added)
      const serviceCents = rows.reduce((sum, service) => sum + service.priceCents, 0)
      expect(price.totalCents).toBe(price.quoteCents - price.discountCents + serviceCents)
      expect(price.totalCents).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('[SRV-04] a free service is listed and costs nothing', () => {
  const price = priceNow({ ...twoPages, added: ['adv_plagreport'], tags: elite })
  expect(price.services.adv_plagreport).toMatchObject({ added: true, freeReason: 'plan', priceCents: 0 })
  expect(price.totalCents).toBe(4000)
})

const service = (price: number, added: boolean) =>
  ({ price, added, active: false, refunded: false, free_reason: price === 0 ? 'plan' : null }) as const
const stored = anOrderAnswer({
  price: 48,
  quote_price: 40,
  discount_amount: 0,
  discountInfo: [],
  services: {
    ...anOrderAnswer().services,
    top_writer: service(8, true),
    draft_needed: service(4, false),
    adv_plagreport: service(0, false),
    prioritize_my_task: service(5, false),
    client_recomended_writer: service(4, false),
  },
})

test('[DISC-14] the coupon of an order reduces the live price by its terms', () => {
  const gift = (type: 'percent' | 'amount' | 'cashback', value: number) =>
    giftOfDiscountInfo([{ code: 'X', discount_type: type, value, quote_amount: 4, cashback_amount: 0 }])
  const price = (given: LiveOrder['gift']) => priceNow({ ...twoPages, gift: given })
  expect(price(gift('percent', 10))).toMatchObject({ discountCents: 400, totalCents: 3600 })
  expect(price(gift('amount', 5))).toMatchObject({ discountCents: 500, totalCents: 3500 })
  expect(price(gift('cashback', 15))).toMatchObject({ discountCents: 0, totalCents: 4000 })
})

test('[PRICE-11] the server’s price shows the rate only while it matches the base price', () => {
  const live = priceNow(twoPages)
  const added = servicesWith(stored, new Map())
  expect(storedPrice(stored, added, live)).toMatchObject({
    rate: { cents: 2000, unit: 'page' },
    quoteCents: 4000,
    discountCents: 0,
    services: { top_writer: { added: true, freeReason: null, priceCents: 800 } },
    totalCents: 4800,
  })
  expect(storedPrice({ ...stored, quote_price: 41 }, added, live).rate).toBeNull()
})

test('[FLOW-23] a service being added counts at once, at the server’s price (ux 35)', () => {
  const wanted = new Map([
    ['top_writer', false],
    ['prioritize_my_task', true],
    ['adv_plagreport', true],
  ] as const)
  const price = storedPrice(stored, servicesWith(stored, wanted), undefined)
  expect(price.services).toMatchObject({
    top_writer: { added: false },
    adv_plagreport: { added: true, freeReason: 'plan', priceCents: 0 },
    prioritize_my_task: { added: true, freeReason: null, priceCents: 500 },
  })
  expect(price.totalCents).toBe(4500)
})

test('names the next cheaper deadline and its saving (ux 25)', () => {
  const stops = deadlineStops('writing', { premium: false })
  const saving = nextSaving({ order: twoPages, prices }, 4000, now, stops.slice(stops.indexOf(18)))
  expect(saving).toEqual({ hours: 18, totalCents: 3220, savedCents: 780 })
  expect(nextSaving({ order: twoPages, prices }, 2000, now, stops.slice(stops.indexOf(120)))).toBeUndefined()
})

test('[OPS-05] a longer deadline is offered only if it costs less than an agreed price', () => {
  const stops = deadlineStops('writing', { premium: false })
  const longerFor = (agreedCents: number) =>
    nextSaving({ order: twoPages, prices }, agreedCents, now, stops.slice(stops.indexOf(18)))
  expect(longerFor(3300)).toEqual({ hours: 18, totalCents: 3220, savedCents: 80 })
  expect(longerFor(3220)?.hours).toBeGreaterThan(18)
  expect(longerFor(100)).toBeUndefined()
})

test('[SRV-02] a service without a price is on no list, also of a stored order', () => {
  const { adv_plagreport: _, ...known } = someServicePrices
  const live = livePrice({ ...twoPages, added: ['adv_plagreport'] }, { rates: aPriceTable, services: known }, now)
  expect(live?.services).not.toHaveProperty('adv_plagreport')
  const unpriced = { ...stored.services.adv_plagreport, price: 0, free_reason: null }
  const order = { ...stored, services: { ...stored.services, adv_plagreport: unpriced } }
  expect(storedPrice(order, [], undefined).services).not.toHaveProperty('adv_plagreport')
})

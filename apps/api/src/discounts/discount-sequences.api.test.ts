import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { PricingAnswer } from '@nerdify/contract/pricing.ts'
import { jobTypeByPriceName, priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { offeredServices, type ServiceKey, serviceKeys, type ServicePrices } from '@nerdify/domain/catalog/services.ts'
import { cashbackCentsOf, discountCentsOf } from '@nerdify/domain/discounts/discount-amount.ts'
import { giftOfDiscountInfo } from '@nerdify/domain/discounts/discount-info.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { priceOf, quoteOf } from '@nerdify/domain/pricing/price.ts'
import { sizeFromWire } from '@nerdify/domain/pricing/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sandboxCoupons } from '../scenarios/sandbox-coupons.ts'
import { orderOf } from '../orders/orders.store.ts'
import { amountOnCardPage, followPaymentLink } from '../testing/cards/card-page.ts'
import { change, payOrder, readOrder } from '../testing/coupon-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { meOf } from '../testing/subscribing.ts'
import { type Reply, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { proofSize } from '../testing/proof-size.ts'

const runs = proofSize({ embedded: { test: 15, prove: 100 }, server: { test: 15, prove: 1000 } })

const sizes: Record<string, string[]> = {
  'Essay (writing)': ['1 Pages', '3 Pages', '700 Words', '9 Pages'],
  'Essay (editing)': ['2 Pages', '1500 Words'],
  Presentations: ['7 Slides', '1 Slides'],
  Problems: ['15 Minutes', '60 Minutes'],
  Quiz: ['45 Minutes', '300 Minutes'],
  'Other task': ['30 Minutes'],
}
const codes = [...sandboxCoupons.map((coupon) => coupon.code), 'NOSUCH', 'nerd 10']

/** A step as the body of a change; its deadline is in hours from the call. */
type Step = Record<string, unknown> & { hours?: number }

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...codes).map((code) => ({ action: 'discount_add', code })) },
  { weight: 1, arbitrary: fc.constant({ action: 'discount_del' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constantFrom('service_add', 'service_delete'),
      tag: fc.constantFrom<ServiceKey>(...offeredServices, 'draft_needed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...priceNames)
      .chain((type) => fc.record({ type: fc.constant(type), size: fc.constantFrom(...(sizes[type] ?? [])) })),
  },
  { weight: 2, arbitrary: fc.constantFrom(3, 12, 24, 48, 120).map((hours) => ({ hours })) },
)

const cents = centsFromDollars

/** PRICE-05 and DISC-14 in the answer and in the database. */
async function expectSound(person: TestPerson, order: Order): Promise<void> {
  const { product } = await testProduct()
  expect(cents(order.price)).toBe(cents(order.quote_price) - cents(order.discount_amount) + cents(order.service_price))
  expect(order.price).toBeGreaterThanOrEqual(0)
  const services = serviceKeys.map((key) => order.services[key])
  const added = services.filter((service) => service.added)
  expect(cents(order.service_price)).toBe(added.reduce((sum, service) => sum + cents(service.price), 0))
  for (const service of services) expect(service.price === 0).toBe(service.free_reason !== null)

  expect(order.discountValid).toBe(order.discountCode !== null)
  expect(order.discountInfo.length > 0).toBe(order.discountValid)
  expect(new Set(order.discountInfo.map((entry) => entry.code)).size).toBeLessThanOrEqual(1)
  const gift = giftOfDiscountInfo(order.discountInfo)
  const quoteCents = cents(order.quote_price)
  expect(cents(order.discount_amount)).toBe(gift === undefined ? 0 : discountCentsOf(gift, quoteCents))
  for (const entry of order.discountInfo) {
    expect(cents(entry.cashback_amount)).toBe(gift === undefined ? 0 : cashbackCentsOf(gift, quoteCents))
  }
  for (const key of serviceKeys) {
    const isGift = order.discountInfo.some((entry) => entry.discount_type === key)
    expect(order.services[key].free_reason === 'coupon').toBe(isGift && order.services[key].free_reason !== 'plan')
  }

  const stored = await orderOf(product.queries, person.clientId, order.id)
  if (!order.isLocked) expect(await browserPriceCents(person, order, stored?.quoted_at ?? 0)).toBe(cents(order.price))
  expect(stored).toMatchObject({
    price_cents: cents(order.price),
    quote_cents: quoteCents,
    discount_cents: cents(order.discount_amount),
    service_cents: cents(order.service_price),
  })
}

/** The browser's price of the same choices at the time of the quote, from operations' prices (FLOW-15). */
async function browserPriceCents(person: TestPerson, order: Order, quotedAt: number): Promise<number> {
  prices ??= Promise.all([
    person.send<PricingAnswer>('GET', '/api/v1/pricing/gonerdify'),
    person.send<ServicePrices>('GET', '/api/v3/services'),
  ])
  const [rates, servicePrices] = await prices
  const size = sizeFromWire(order.size ?? '')
  const jobType = jobTypeByPriceName(order.priceName)
  if (size === undefined || jobType === undefined) throw new Error('the order has no size or type')
  const { tags } = await meOf(person)
  const quoted = { priceName: jobType.priceName, size, deadline: Date.parse(order.deadline ?? ''), tags }
  const quote = quoteOf(quoted, { rates: rates.body, services: servicePrices.body }, quotedAt)
  if (quote === undefined) throw new Error('the type is not offered')
  const added = serviceKeys.filter((key) => order.services[key].added)
  return priceOf(quote, { added, gift: giftOfDiscountInfo(order.discountInfo) }).totalCents
}
let prices: Promise<[Reply<PricingAnswer>, Reply<ServicePrices>]> | undefined

async function take(person: TestPerson, order: Order, step: Step): Promise<Order> {
  const { clock } = await testProduct()
  const { hours, ...body } = step
  const sent = hours === undefined ? body : { deadline: new Date(deadlineFromHours(clock.now(), hours)).toISOString() }
  const answer = await change<Order | ErrorBody>(person, order, sent)
  if (answer.status === 200) return answer.body as Order
  expect(answer.status).toBe(422)
  const now = await readOrder(person, order)
  expect(now.version).toBe(order.version)
  return now
}

test.each([
  ['a client without a plan', []],
  ['an Elite client', ['subscription_active', 'subscription_nerdify_premium']],
])(
  `[PRICE-05][DISC-15][SRV-04] ${runs} random sequences of %s keep price = quote − discount + services, and can be undone`,
  async (who, tags) => {
    const person = await signedInPerson(tags)
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 1, maxLength: 10 }), async (steps) => {
        const first = await person.order()
        let order = first
        await expectSound(person, order)
        for (const step of steps) {
          order = await take(person, order, step)
          await expectSound(person, order)
        }
        if (cents(order.price) >= 50) {
          const { location } = await followPaymentLink(order.payment_link)
          expect(await amountOnCardPage(location)).toBe(cents(order.price))
        }
        await take(person, order, { action: 'discount_del' })
        order = await take(person, order, { type: first.type, size: first.size, deadline: first.deadline })
        // The plan's services were included from the start.
        for (const tag of offeredServices) {
          const action = first.services[tag].added ? 'service_add' : 'service_delete'
          order = await take(person, order, { action, tag })
        }
        await expectSound(person, order)
        expect(order).toMatchObject({
          price: first.price,
          quote_price: first.quote_price,
          services: first.services,
          discountValid: false,
          discountErrorType: null,
        })
      }),
      { numRuns: runs },
    )
    console.log(
      `PROOF ${JSON.stringify({ name: `sequences of changes, coupons and services of ${who}`, requirement: 'PRICE-05', runs, outcome: 'sum up at each step; taking all back restores the first price to the cent' })}`,
    )
  },
)

const laterRuns = proofSize({ embedded: { test: 6, prove: 30 }, server: { test: 6, prove: 300 } })

test(`[PRICE-05][PAY-08][FLOW-26] ${laterRuns} random paid orders keep their sums while services come and go`, async () => {
  const person = await signedInPerson()
  const aLaterStep = fc.record({
    action: fc.constantFrom('service_add', 'service_delete', 'service_add'),
    tag: fc.constantFrom(...offeredServices),
  })
  const scene = fc.record({
    before: fc.array(aStep, { maxLength: 4 }),
    later: fc.array(aLaterStep, { minLength: 1, maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(scene, async ({ before, later }) => {
      let order = await person.order()
      for (const step of before) order = await take(person, order, step)
      const paid = await payOrder(person, order)
      const beforeLater = await readOrder(person, paid)
      order = beforeLater
      for (const step of later) {
        const answer = await change<Order | ErrorBody>(person, order, step)
        // Only paid services cannot be removed.
        if (answer.status !== 200) expect(answer.body).toMatchObject({ error_type: 'service_paid' })
        order = await readOrder(person, order)
        expect(cents(order.price)).toBe(
          cents(order.quote_price) - cents(order.discount_amount) + cents(order.service_price),
        )
        expect(order).toMatchObject({
          quote_price: beforeLater.quote_price,
          discount_amount: beforeLater.discount_amount,
          client_paid: beforeLater.client_paid,
          isPaid: true,
        })
        // The amount due is exactly the price of the unpaid services.
        const unpaid = serviceKeys.filter((key) => order.services[key].added && !order.services[key].active)
        const due = unpaid.reduce((sum, key) => sum + cents(order.services[key].price), 0)
        expect(cents(order.price) - cents(order.cabinet_price)).toBe(due)
      }
      const due = cents(order.price) - cents(order.cabinet_price)
      const { location } = await followPaymentLink(order.payment_link)
      if (due === 0) expect(location).toBe(`/order/${order.id}/thank-you`)
      else expect(await amountOnCardPage(location)).toBe(due)
      for (const tag of offeredServices)
        await change<Order | ErrorBody>(person, order, { action: 'service_delete', tag })
      // A coupon's service belongs to a paid order once it is added, and stays like a paid one.
      const freeServices = serviceKeys.filter((key) => order.services[key].active && order.services[key].price === 0)
      const staying = freeServices.map((key) => [key, { ...beforeLater.services[key], added: true, active: true }])
      expect(await readOrder(person, order)).toMatchObject({
        price: beforeLater.price,
        service_price: beforeLater.service_price,
        services: { ...beforeLater.services, ...Object.fromEntries(staying) },
      })
    }),
    {
      numRuns: laterRuns,
      examples: [
        [
          {
            before: [
              { action: 'discount_add', code: 'TOPNERD' },
              { action: 'service_delete', tag: 'top_writer' },
            ],
            later: [
              { action: 'service_add', tag: 'top_writer' },
              { action: 'service_add', tag: 'prioritize_my_task' },
            ],
          },
        ],
      ],
    },
  )
  console.log(
    `PROOF ${JSON.stringify({ name: 'services added to paid orders', requirement: 'PAY-08', runs: laterRuns, outcome: 'asked for alone; what was paid stays; taking all back restores the price to the cent' })}`,
  )
})

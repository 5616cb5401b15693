import type { Order } from '@nerdify/contract/orders.ts'
import type { PricingAnswer } from '@nerdify/contract/pricing.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { offeredServices, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { isTooShort } from '@nerdify/domain/pricing/deadline-limits.ts'
import { deadlineFromHours, deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { priceOf, quoteOf } from '@nerdify/domain/pricing/price.ts'
import { type Measure, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOnCardPage, followPaymentLink } from '../testing/card-page.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson } from '../testing/test-client.ts'
import { orderOf } from './orders.store.ts'
import { proofSize } from '../testing/proof-size.ts'

// The full size once: on a server the same rules run on the same rows.
const runs = proofSize({ embedded: { test: 100, prove: 10_000 }, server: { test: 200, prove: 200 } })

const counts: Record<Measure, fc.Arbitrary<number>> = {
  Pages: fc.integer({ min: 1, max: 50 }),
  Words: fc.integer({ min: 1, max: 150 }).map((hundreds) => hundreds * 100),
  Slides: fc.integer({ min: 1, max: 50 }),
  Minutes: fc.integer({ min: 1, max: 96 }).map((quarters) => quarters * 15),
  Sources: fc.constant(0),
}

const anOrder = fc
  .constantFrom(...jobTypes.flatMap((jobType) => jobType.measures.map((measure) => ({ jobType, measure }))))
  .chain(({ jobType, measure }) =>
    fc.record({
      jobType: fc.constant(jobType),
      size: counts[measure].map((count) => ({ count, measure })),
      hours: fc.constantFrom(...deadlineStops(jobType.id, { premium: false })),
      services: fc.subarray([...offeredServices]),
    }),
  )
  .filter(({ size, hours }) => !isTooShort(size, hours))

test(`[PRICE-02][FLOW-15][PRICE-05] for ${runs} random orders the browser's price, the API's, the stored one and the card page's agree to the cent`, {
  timeout: runs * 1_000,
}, async () => {
  const { clock, product } = await testProduct()
  const person = await signedInPerson()
  const rates = (await person.send<PricingAnswer>('GET', '/api/v1/pricing/gonerdify')).body
  const servicePrices = (await person.send<Parameters<typeof servicePriceCents>[1]>('GET', '/api/v3/services')).body
  let pagesSeen = 0
  await fc.assert(
    fc.asyncProperty(anOrder, async ({ jobType, size, hours, services }) => {
      const now = clock.now()
      const priced = { priceName: jobType.priceName, size, deadline: deadlineFromHours(now, hours) }
      const { quoteCents } = quoteOf(priced, rates, now)
      const browser = priceOf(
        {
          ...priced,
          services: services.map((key) => ({
            key,
            priceCents: servicePriceCents(key, servicePrices, quoteCents),
            free: false,
          })),
        },
        rates,
        now,
      ).totalCents

      let order = await person.order({
        type: jobType.priceName,
        size: sizeToWire(size),
        deadline: new Date(priced.deadline).toISOString(),
      })
      for (const tag of services) {
        order = (await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { action: 'service_add', tag })).body
      }
      expect(centsFromDollars(order.price)).toBe(browser)
      const stored = await orderOf(product.queries, person.clientId, order.id)
      expect(stored?.price_cents).toBe(browser)
      const { location } = await followPaymentLink(order.payment_link)
      expect(await amountOnCardPage(location)).toBe(browser)
      pagesSeen += 1
    }),
    { numRuns: runs },
  )
  expect(pagesSeen).toBeGreaterThanOrEqual(runs)
  console.log(
    `PROOF ${JSON.stringify({ name: 'prices agree in browser, API, database and card page', requirement: 'PRICE-02', runs, outcome: 'equal to the cent' })}`,
  )
})

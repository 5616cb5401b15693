import { receiptOf } from '@nerdify/contract/order-receipt.ts'
import type { PricingAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { isTooShort } from '@nerdify/domain/pricing/deadline-limits.ts'
import { minCardCents } from '@nerdify/domain/payments/due-split.ts'
import { deadlineFromHours, deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import { lineAmount, type ReceiptLine, receiptLines, serviceLines } from '@nerdify/domain/payments/receipt-lines.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { priceOf, quoteOf } from '@nerdify/domain/pricing/price.ts'
import { type Measure, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Queries } from '../../database/tables.ts'
import { noteReferrer } from '../../referrals/referrals.ts'
import { amountOnCardPage, followPaymentLink, linesOnCardPage } from '../../testing/cards/card-page.ts'
import { applyCode, change, linesOfReceipts, payOrder } from '../../testing/coupon-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { meOf } from '../../testing/subscribing.ts'
import { signedInPerson } from '../../testing/test-client.ts'
import { orderOf } from '../orders.store.ts'
import { proofSize } from '../../testing/proof-size.ts'

// The full size once, where it takes less time; on the other database the same rules run on the same rows.
const runs = proofSize({ embedded: { test: 100, prove: 200 }, server: { test: 60, prove: 10_000 } })

const counts: Record<Measure, fc.Arbitrary<number>> = {
  Pages: fc.integer({ min: 1, max: 50 }),
  Words: fc.integer({ min: 1, max: 150 }).map((hundreds) => hundreds * 100),
  Slides: fc.integer({ min: 1, max: 50 }),
  Minutes: fc.integer({ min: 1, max: 96 }).map((quarters) => quarters * 15),
  Sources: fc.constant(0),
}

const elite = ['subscription_active', 'subscription_nerdify_premium']
/** Codes for an order of any price; the rules of each code have their own tests. */
const codes = { NERD10: { kind: 'percent', percent: 10 }, CASH15: { kind: 'cashback', percent: 15 } } as const

const anOrder = fc
  .constantFrom(...jobTypes.flatMap((jobType) => jobType.measures.map((measure) => ({ jobType, measure }))))
  .chain(({ jobType, measure }) =>
    fc.record({
      jobType: fc.constant(jobType),
      size: counts[measure].map((count) => ({ count, measure })),
      hours: fc.constantFrom(...deadlineStops(jobType.id, { premium: false })),
      services: fc.subarray([...offeredServices]),
      who: fc.constantFrom('anybody' as const, 'with a plan' as const, 'a friend' as const),
      code: fc.constantFrom(undefined, 'NERD10' as const, 'CASH15' as const),
      // Paying takes longer than all the rest.
      later: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  )
  .filter(({ size, hours }) => !isTooShort(size, hours))

/** A new client, with a plan or referred by a friend. */
async function personWho(who: 'anybody' | 'with a plan' | 'a friend') {
  const person = await signedInPerson(who === 'with a plan' ? elite : [])
  if (who !== 'a friend') return person
  const { clock, product } = await testProduct()
  const { profile_referral_code: shareCode } = await meOf(await signedInPerson())
  await noteReferrer(product.queries, { friendId: person.clientId, shareCode, now: clock.now() })
  return person
}

test(`[PRICE-02][PRICE-05][EASE-06] ${runs} random orders cost the same in browser, API, database, card page and receipt`, async () => {
  const { clock, product } = await testProduct()
  const anybody = await signedInPerson()
  const rates = (await anybody.send<PricingAnswer>('GET', '/api/v1/pricing/gonerdify')).body
  const services = (await anybody.send<ServicePricesAnswer>('GET', '/api/v3/services')).body
  const tally = { pages: 0, later: 0 }
  await fc.assert(
    fc.asyncProperty(anOrder, async ({ jobType, size, hours, services: added, who, code, later }) => {
      const person = await personWho(who)
      const now = clock.now()
      const tags = who === 'with a plan' ? elite : []
      const asked = { priceName: jobType.priceName, size, deadline: deadlineFromHours(now, hours), tags }
      const quote = quoteOf(asked, { rates, services }, now)
      if (quote === undefined) throw new Error('every type is offered')
      const friends = who === 'a friend' ? referralCoupon.gift : undefined
      const gift = code === undefined ? friends : codes[code]
      // The plan's services are included automatically (SRV-04).
      const included = offeredServices.filter((key) => quote.services[key]?.inPlan)
      const expected = offeredServices.filter((key) => added.includes(key) || included.includes(key))
      const browser = priceOf(quote, { added: expected, gift })
      const discountCode = code ?? (friends === undefined ? null : referralCoupon.code)
      // As the form lists them before the order exists.
      const lines = receiptLines({ ...browser, task: jobType.name, size, discountCode })

      let order = await person.order({
        type: jobType.priceName,
        size: sizeToWire(size),
        deadline: new Date(asked.deadline).toISOString(),
      })
      for (const tag of added) order = (await change(person, order, { action: 'service_add', tag })).body
      if (code !== undefined) order = (await applyCode(person, order, code)).body
      expect(order.extras.toSorted()).toEqual(expected.toSorted())
      expect(centsFromDollars(order.price)).toBe(browser.totalCents)
      expect(await storedCents(product.queries, person.clientId, order.id)).toBe(browser.totalCents)
      expect(receiptOf(order)).toEqual({ lines, totalCents: browser.totalCents })
      // A smaller amount is waived (PAY-15).
      if (browser.totalCents < minCardCents) return
      const { location } = await followPaymentLink(order.payment_link)
      expect(await amountOnCardPage(location)).toBe(browser.totalCents)
      expect(await linesOnCardPage(location)).toEqual(onCardPage(order.number, lines))
      tally.pages += 1

      const next = offeredServices.find((key) => !expected.includes(key))
      if (!later || next === undefined) return
      const paid = await payOrder(person, order)
      expect(await linesOfReceipts(paid)).toEqual([lines.map((line) => `${line.text}: ${lineAmount(line)}`)])
      const withIt = (await change(person, order, { action: 'service_add', tag: next })).body
      const more = priceOf(quote, { added: [...expected, next], gift, discountCents: browser.discountCents })
      expect(centsFromDollars(withIt.price)).toBe(more.totalCents)
      expect(await storedCents(product.queries, person.clientId, order.id)).toBe(more.totalCents)
      if (more.totalCents - browser.totalCents < minCardCents) return
      const page = await followPaymentLink(order.payment_link)
      expect(await amountOnCardPage(page.location)).toBe(more.totalCents - browser.totalCents)
      const laterLines = serviceLines({ services: more.services }, [next])
      expect(await linesOnCardPage(page.location)).toEqual(onCardPage(order.number, laterLines))
      tally.later += 1
    }),
    { numRuns: runs },
  )
  expect(tally.pages).toBeGreaterThan(runs / 2)
  expect(tally.later).toBeGreaterThan(0)
  console.log(
    `PROOF ${JSON.stringify({ name: 'prices agree in browser, API, database and card page', requirement: 'PRICE-02', runs, outcome: `equal to the cent; ${tally.later} with a service added later` })}`,
  )
})

/** The card page's expected lines: one by one, or, with a deduction, in the small print of one line. */
const onCardPage = (number: string, lines: readonly ReceiptLine[]): string[] =>
  lines.every(({ cents }) => cents >= 0)
    ? lines.map(
        ({ text, cents }, index) => `${text}${index === 0 ? ` (Order No. ${number})` : ''}: ${formatMoney(cents)}`,
      )
    : [
        `Order No. ${number} (${lines.map((line) => `${line.text}: ${lineAmount(line)}`).join('; ')}): ${formatMoney(lines.reduce((sum, { cents }) => sum + cents, 0))}`,
      ]

const storedCents = async (queries: Queries, clientId: string, id: string) =>
  (await orderOf(queries, clientId, id))?.price_cents

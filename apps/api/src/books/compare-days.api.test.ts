import type { Books } from '@nerdify/contract/books.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { dateOfDay, dayMs, dayNumberAt } from '@nerdify/domain/books/book-days.ts'
import { afterEach, expect, test } from 'vitest'
import { applyDueCardEvents } from '../card-events/card-events.ts'
import { replayCardEvents } from '../card-events/replay-events.ts'
import { CardsUnavailable } from '../ports.ts'
import { cardProvider, paymentOf } from '../testing/cards/card-provider.ts'
import { operate, personWithPaidOrder } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { hearCardEvents, loseCardEvents, untilIdle } from '../testing/sandbox-controls.ts'
import { signedInStaff, type TestStaff } from '../testing/staff-calls.ts'
import { eventually } from '../testing/test-client.ts'
import { compareDaysDaily } from './compare-days.ts'

afterEach(async () => {
  await hearCardEvents()
  ;(await testProduct()).clock.reset()
})

async function today(): Promise<string> {
  const { clock, settings } = await testProduct()
  return dateOfDay(dayNumberAt(clock.now(), settings.companyZone))
}

type Difference = Books['days'][number]['differences'][number]

/** A day's compared refunds; undefined if both sides agree. */
async function refundsOf(day: string): Promise<Difference | undefined> {
  const { status, body } = await operate<Books>('POST', `/books/${day}/compare`)
  expect(status).toBe(200)
  return body.days[0]?.differences.find(({ figure }) => figure === 'refunds_to_cards')
}

const missing = (difference: Difference | undefined) =>
  difference === undefined ? 0 : Math.round((difference.theirs - difference.ours) * 100)

test('[OPS-13] a refund made only at the provider differs until it is booked or settled', async () => {
  const { clock, product } = await testProduct()
  const { order } = await personWithPaidOrder()
  const payment_intent = await paymentOf(order)
  await loseCardEvents()
  // The provider's clock may be days ahead of ours: other tests advance it.
  const { created } = await (await cardProvider()).paymentIntents.retrieve(payment_intent)
  clock.advance(Math.max(0, created * 1000 - clock.now()))
  const day = await today()
  expect((await operate<ErrorBody>('POST', `/books/${day}/compare`)).body).toMatchObject({ error_value: 'day' })
  clock.advance(2 * dayMs)
  // Events that other tests postponed are due now.
  await eventually(async () => (await applyDueCardEvents(product)) === 0)
  const lead = await signedInStaff('lead')
  const before = missing(await refundsOf(day))

  await (await cardProvider()).refunds.create({ payment_intent, amount: 500 })
  await untilIdle()
  const found = await refundsOf(day)
  expect([missing(found), found?.settled]).toEqual([before + 500, null])
  const { settings, url } = await testProduct()
  const headers = { authorization: `Bearer ${settings.operationsToken}` }
  const csv = await (await fetch(`${url}/api/ops/books.csv?from=${day}&to=${day}`, { headers })).text()
  expect(csv).toMatch(/".*Refunds to cards: \$[\d,.]+ in the books, \$[\d,.]+ at the card provider/)

  const settle = (by: TestStaff) =>
    by.operate<Books & ErrorBody>('POST', `/books/${day}/settle`, { reason: 'By phone' })
  expect((await settle(await signedInStaff('clerk'))).status).toBe(403)
  expect((await settle(lead)).status).toBe(200)
  expect(await settle(lead)).toMatchObject({ status: 409, body: { error_type: 'no_difference' } })
  expect((await refundsOf(day))?.settled).toMatchObject({ person: lead.name, reason: 'By phone' })

  // A difference with another amount is a new one.
  await (await cardProvider()).refunds.create({ payment_intent, amount: 100 })
  await untilIdle()
  const grown = await refundsOf(day)
  expect([missing(grown), grown?.settled]).toEqual([before + 600, null])

  await hearCardEvents()
  await replayCardEvents(product)
  await eventually(async () => {
    await applyDueCardEvents(product)
    return missing(await refundsOf(day)) === before
  })
})

test('[OPS-13] compares days once a day, and a silent provider is no difference', async () => {
  const { clock, product, settings } = await testProduct()
  clock.advance(5 * dayMs)
  // Another test's round may have run with its clock further ahead.
  await product.queries.deleteFrom('payment_mark').where('name', '=', 'compared days').execute()
  const day = dateOfDay(dayNumberAt(clock.now(), settings.companyZone) - 2)
  const refuse = () => {
    throw new CardsUnavailable('silent')
  }
  const silent = { ...product.cards, disputesSince: refuse }
  const read = async () => (await operate<Books>('GET', `/books?from=${day}&to=${day}`)).body
  const before = await read()
  await expect(compareDaysDaily({ ...product, cards: silent })).rejects.toThrow('silent')
  expect(await read()).toEqual(before)
  expect(await compareDaysDaily(product)).toBe(1)
  expect(await compareDaysDaily(product)).toBe(0)
  expect((await read()).compared_until).toBe(dateOfDay(dayNumberAt(clock.now() - 3_600_000, settings.companyZone) - 1))
})

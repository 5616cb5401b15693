import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checksOf } from '../doctor/checks.ts'
import { examine } from '../doctor/examine.ts'
import { change } from '../testing/coupon-calls.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { send, signedInPerson } from '../testing/test-client.ts'
import { pricesInForce } from './change-prices.ts'
import { type Prices, replacePrices } from './price-table.store.ts'

let inForce: Prices
/** The stored prices of a running shop after an upgrade with a new job type and a new service. */
beforeEach(async () => {
  const { product, clock } = await testProduct()
  inForce = await pricesInForce(product.queries)
  const { Quiz: _, ...rates } = inForce.rates
  const { adv_plagreport: __, ...services } = inForce.services
  await replacePrices(product.queries, { rates, services, now: clock.now() })
})
afterEach(async () => {
  const { product, clock } = await testProduct()
  await replacePrices(product.queries, { rates: inForce.rates, services: inForce.services, now: clock.now() })
})

test('[PRICE-04][SRV-02] offers nothing without a price, and everything else continues', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  expect(order.services.adv_plagreport).toMatchObject({ price: 0, added: false, free_reason: null })
  expect(await change<ErrorBody>(person, order, { action: 'service_add', tag: 'adv_plagreport' })).toMatchObject({
    status: 422,
    body: { text: 'This service can’t be added here.', error_value: 'tag' },
  })
  expect((await change(person, order, { action: 'service_add', tag: 'top_writer' })).status).toBe(200)

  const quiz = { type: 'Quiz', size: '60 Minutes', deadline: order.deadline }
  const refused = { status: 422, body: { error_type: 'type_not_offered', error_value: 'type' } }
  expect(await person.send('POST', '/api/v3/orders', quiz)).toMatchObject(refused)
  expect(await change<ErrorBody>(person, order, { type: 'Quiz', size: '60 Minutes' })).toMatchObject(refused)
  // Nor is it stored for a later price, while the order has no price.
  expect(await person.send('POST', '/api/v3/orders', { type: 'Quiz' })).toMatchObject(refused)
  const begun = await person.order({ size: undefined })
  expect(await change<ErrorBody>(person, begun, { type: 'Quiz' })).toMatchObject(refused)
  expect((await send('GET', apiPaths.servicePrices())).status).toBe(200)
})

test('[PRICE-04][OPS-05] the doctor and an incomplete table report missing prices', async () => {
  const { product, settings } = await testProduct()
  const check = checksOf({
    settings,
    cards: product.cards,
    sms: { reach: async () => undefined, account: async () => ({ isTrial: false, numbers: [] }) },
    mail: { reach: async () => undefined },
    scanner: undefined,
    database: async () => product.database,
    files: async () => product.files,
    resolveTxt: async () => [],
  }).find(({ name }) => name === 'prices')
  const [finding] = check === undefined ? [] : await examine([check])
  expect(finding).toMatchObject({ well: false, text: expect.stringContaining('Quiz, adv_plagreport') })

  const { Quiz: _, ...rates } = inForce.rates
  const put = await operate('PUT', '/pricing', rates)
  expect(put).toMatchObject({ status: 422, body: { error_value: 'Quiz' } })
})

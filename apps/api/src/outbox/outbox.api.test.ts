import { afterEach, expect, test } from 'vitest'
import { createClient } from '../clients/create-client.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, newAccount, send, textsTo } from '../testing/test-client.ts'

afterEach(async () => {
  const { clock, sandboxUrl } = await testProduct()
  clock.reset()
  await fetch(`${sandboxUrl}/_sandbox/faults/clear`, { method: 'POST' })
})

const requestCode = (phone: string) =>
  send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: phone } })

/** Makes the next calls of the SMS provider go wrong. */
async function smsFault(fault: string, calls: number): Promise<void> {
  const { sandboxUrl } = await testProduct()
  const answer = await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'sms', fault, calls }),
  })
  expect(answer.status).toBe(200)
}

const rowOf = async (phone: string) => {
  const { product } = await testProduct()
  return product.queries
    .selectFrom('outbox')
    .select(['status', 'attempts', 'error_code'])
    .where('to_address', '=', phone)
    .executeTakeFirstOrThrow()
}

const untilStatus = (phone: string, status: string) =>
  eventually(async () => {
    const row = await rowOf(phone)
    return row.status === status && row
  })

test('[MSG-05] a message that the provider does not take now goes out once, after a pause', async () => {
  const product = await testProduct()
  const { phone } = await newAccount()
  await smsFault('rate_limit', 1)
  await requestCode(phone)
  await eventually(async () => {
    const row = await rowOf(phone)
    return row.status === 'queued' && row.attempts === 1
  })
  expect(await textsTo(product, phone)).toEqual([])
  product.clock.advance(6_000)
  await untilStatus(phone, 'sent')
  expect(await textsTo(product, phone)).toHaveLength(1)
})

test.each(['lose_response', 'error_kept'])(
  '[MSG-05] (abuse 42) a code whose sending is in doubt (%s) is not sent again by us',
  async (fault) => {
    const product = await testProduct()
    const { phone } = await newAccount()
    await smsFault(fault, 1)
    await requestCode(phone)
    await untilStatus(phone, 'unknown')
    product.clock.advance(60_000)
    product.product.wake.outbox()
    expect(await rowOf(phone)).toMatchObject({ status: 'unknown', attempts: 1 })
    expect((await textsTo(product, phone)).length).toBeLessThanOrEqual(1)
  },
)

test('[MSG-05] a number that the provider refuses for good is not tried again', async () => {
  const { product, clock } = await testProduct()
  const phone = `+1${200 + Math.floor(Math.random() * 700)}5550001`
  await createClient(product.queries, clock.now(), { phone, email: null })
  await requestCode(phone)
  expect(await untilStatus(phone, 'dead')).toMatchObject({ attempts: 1, error_code: '21211' })
})

test('[MSG-05] a code that could not leave within its ten minutes is not sent any more', async () => {
  const product = await testProduct()
  const { phone } = await newAccount()
  await smsFault('rate_limit', 1)
  await requestCode(phone)
  await eventually(async () => (await rowOf(phone)).status === 'queued')
  product.clock.advance(11 * 60_000)
  await untilStatus(phone, 'expired')
  expect(await textsTo(product, phone)).toEqual([])
})

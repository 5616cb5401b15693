import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkoutFor, newCustomer, paidCheckout, refusalOf } from '../../testing/paying.ts'
import { startTestSandbox, stripeAt, type TestSandbox } from '../../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.control('faults/clear'))
afterAll(() => sandbox.close())

const now = () => Math.floor(Date.now() / 1000)
/** Creates a checkout with parameters that the SDK's types may not know. */
const create = (more: object, options?: Stripe.RequestOptions) =>
  sandbox.stripe.checkout.sessions.create({ ...checkoutFor(2700), ...more }, options)
const line = (unit_amount: number) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount, product_data: { name: 'Order' } },
})

test('[SBX-03] refuses a wrong key, a missing key, another version and unknown objects', async () => {
  const error = await refusalOf(stripeAt(sandbox.url, 'sk_live_other').refunds.list())
  expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  expect(error.message).not.toContain('sk_live_other')
  expect((await fetch(`${sandbox.url}/v1/refunds`)).status).toBe(401)
  const old = await refusalOf(sandbox.stripe.refunds.list({}, { apiVersion: '2025-03-31.basil' }))
  expect(old).toMatchObject({ statusCode: 400, message: expect.stringContaining('2026-10-28.endive') })
  const unknown = await refusalOf(sandbox.stripe.coupons.list())
  expect(unknown).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 })
  const headers = { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' }
  const json = { method: 'POST', headers, body: '{"email":"a@example.com"}' }
  expect((await fetch(`${sandbox.url}/v1/customers`, json)).status).toBe(400)
})

describe('a new checkout', () => {
  test('[SBX-01][SBX-03] the SDK gets an open session with its page, its amounts and the parameters sent', async () => {
    const given = {
      customer: await newCustomer(sandbox),
      client_reference_id: 'attempt 1',
      metadata: { order_id: '48213' },
      expires_at: now() + 24 * 3600,
    }
    const session = await create({ ...given, line_items: [line(2200), line(500)] })
    expect(session).toMatchObject({ ...given, status: 'open', payment_status: 'unpaid', amount_total: 2700 })
    expect(session).toMatchObject({ currency: 'usd', url: `${sandbox.url}/c/pay/${session.id}` })
    expect((await create({ line_items: [line(50)] })).amount_total).toBe(50)
  })

  const refusals: [name: string, parameters: object, refusal: object][] = [
    ['an unknown parameter', { bogus: 1 }, { code: 'parameter_unknown', param: 'bogus' }],
    [
      'an unknown parameter inside another',
      { line_items: [{ ...line(500), bogus: 1 }] },
      { code: 'parameter_unknown', param: 'line_items[0][bogus]' },
    ],
    ['no mode', { mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['no lines', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    ['49 cents', { line_items: [line(49)] }, { code: 'amount_too_small', param: 'line_items' }],
    ['a million dollars', { line_items: [line(100_000_000)] }, { code: 'parameter_invalid_integer' }],
    ['half a cent', { line_items: [line(10.5)] }, { code: 'parameter_invalid_integer' }],
    ['a negative price', { line_items: [line(-500)] }, { code: 'parameter_invalid_integer' }],
    ['an unknown customer', { customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
    ['success_url with javascript:', { success_url: 'javascript:alert(1)' }, { code: 'url_invalid' }],
    ['no success_url', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    ['an end in 29 minutes', { expires_at: now() + 29 * 60 }, { param: 'expires_at' }],
    ['an end in 25 hours', { expires_at: now() + 25 * 3600 }, { param: 'expires_at' }],
    ['51 metadata keys', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n + 'k', ''])) }, {}],
    ['a metadata value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, { param: 'metadata[a]' }],
  ]

  test.each(refusals)('[SBX-03] with %s is refused', async (_name, parameters, refusal) => {
    const error = await refusalOf(create(parameters))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', ...refusal })
    expect([400, 404]).toContain(error.statusCode)
  })
})

describe('objects', () => {
  test('[SBX-03] answers resource_missing for an unknown id, and for the id of another kind', async () => {
    const customer = await newCustomer(sandbox)
    for (const call of [
      sandbox.stripe.paymentIntents.retrieve(customer),
      sandbox.stripe.refunds.retrieve('re_none'),
      sandbox.stripe.refunds.list({ starting_after: 're_none' }),
    ]) {
      expect(await refusalOf(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    }
  })

  test('[SBX-03] creates a customer and changes it field by field', async () => {
    const email = `dana.${Date.now()}@example.com`
    const customer = await sandbox.stripe.customers.create({
      email,
      name: 'Dana',
      metadata: { user_id: '1', old: 'x' },
    })
    const changes = { name: '', phone: '+14155550101', metadata: { old: '', new: 'y' } }
    const changed = await sandbox.stripe.customers.update(customer.id, changes)
    expect(changed).toMatchObject({ email, name: null, phone: '+14155550101' })
    expect(changed.metadata).toEqual({ user_id: '1', new: 'y' })
    const error = await refusalOf(sandbox.stripe.customers.create({ email: 'dana' }))
    expect(error).toMatchObject({ code: 'email_invalid', param: 'email' })
  })

  test('[SBX-03] lists newest first, in pages that the SDK walks through, and filters by time', async () => {
    const customer = await newCustomer(sandbox)
    const methods: Stripe.PaymentMethod[] = []
    for (let count = 0; count < 5; count++) {
      methods.push(await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer }))
    }
    const walked: string[] = []
    for await (const method of sandbox.stripe.paymentMethods.list({ customer, limit: 2 })) walked.push(method.id)
    expect(walked).toEqual(methods.map(({ id }) => id).toReversed())
    expect(await refusalOf(sandbox.stripe.refunds.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    const { payment } = await paidCheckout(sandbox, 900)
    const { created } = await sandbox.stripe.paymentIntents.retrieve(payment)
    const since = async (gte: number) => (await sandbox.stripe.paymentIntents.list({ created: { gte } })).data
    expect((await since(created)).map(({ id }) => id)).toContain(payment)
    expect(await since(created + 1000)).toEqual([])
  })

  test('[SBX-03] expand follows references, into lists and deeper, and refuses an unknown path', async () => {
    const { session, payment } = await paidCheckout(sandbox, 900)
    const read = (...expand: string[]) => sandbox.stripe.checkout.sessions.retrieve(session.id, { expand })
    expect(await read('payment_intent.latest_charge')).toMatchObject({
      payment_intent: { id: payment, latest_charge: { object: 'charge', amount: 900 } },
    })
    await sandbox.stripe.refunds.create({ payment_intent: payment })
    const list = await sandbox.stripe.refunds.list({ payment_intent: payment, expand: ['data.payment_intent'] })
    expect(list.data[0]?.payment_intent).toMatchObject({ id: payment })
    for (const path of ['amount_total', 'bogus', 'payment_intent.bogus']) {
      expect(await refusalOf(read(path))).toMatchObject({ statusCode: 400, param: 'expand' })
    }
  })
})

describe('idempotency keys', () => {
  test('[SBX-03] replays a repeated call as such, and refuses its key with other parameters', async () => {
    const first = await create({}, { idempotencyKey: 'attempt-1' })
    const second = await create({}, { idempotencyKey: 'attempt-1' })
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    const error = await refusalOf(create({ metadata: { a: '1' } }, { idempotencyKey: 'attempt-1' }))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('[SBX-03] refuses a key in use until the first call ends', async () => {
    await sandbox.control('faults', { provider: 'cards', fault: 'hold' })
    const calls = [1, 2].map(() => create({}, { idempotencyKey: 'attempt-3' }))
    expect(await refusalOf(Promise.race(calls))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    await sandbox.control('faults/clear')
    const { id } = await Promise.any(calls)
    expect((await create({}, { idempotencyKey: 'attempt-3' })).id).toBe(id)
  })

  test('[SBX-03] a key stores refusals of the work, but not failed checks', async () => {
    await refusalOf(create({ line_items: [line(1)] }, { idempotencyKey: 'attempt-4' }))
    const { id } = await create({}, { idempotencyKey: 'attempt-4' })
    expect((await sandbox.stripe.checkout.sessions.expire(id)).status).toBe('expired')
    const expire = () => sandbox.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' })
    const first = await refusalOf(expire())
    expect(first.message).toContain('`expired`')
    const second = await refusalOf(expire())
    expect(second.message).toBe(first.message)
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  })

  test('[SBX-03] forgets a key after 24 hours', async () => {
    const first = await create({}, { idempotencyKey: 'attempt-5' })
    await sandbox.control('advance', { seconds: 24 * 3600 + 1 })
    expect((await create({}, { idempotencyKey: 'attempt-5' })).id).not.toBe(first.id)
  })
})

describe('planned faults', () => {
  test.each(['lose_response', 'reset', 'error'])('[SBX-03] %s: the SDK’s retry takes effect once', async (fault) => {
    const { payment: payment_intent } = await paidCheckout(sandbox, 900)
    await sandbox.control('faults', { provider: 'cards', fault, path: '/v1/refunds' })
    const patient = stripeAt(sandbox.url, 'sk_test_sandbox', { maxNetworkRetries: 2 })
    const { id } = await patient.refunds.create({ payment_intent, amount: 300 })
    const { data } = await sandbox.stripe.refunds.list({ payment_intent })
    expect(data.map((refund) => refund.id)).toEqual([id])
  })

  test('[SBX-03] replays a stored error for its key only', async () => {
    await sandbox.control('faults', { provider: 'cards', fault: 'error_kept', method: 'POST' })
    expect(await refusalOf(create({}, { idempotencyKey: 'poisoned' }))).toMatchObject({ statusCode: 500 })
    expect(await refusalOf(create({}, { idempotencyKey: 'poisoned' }))).toMatchObject({ statusCode: 500 })
    expect((await create({}, { idempotencyKey: 'fresh' })).status).toBe('open')
  })

  test('[SBX-03] a rate limit is a 429 for the planned number of calls', async () => {
    await sandbox.control('faults', { provider: 'cards', fault: 'rate_limit', calls: 2 })
    for (let call = 0; call < 2; call++) {
      const error = await refusalOf(sandbox.stripe.refunds.list())
      expect(error).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
    }
    expect((await sandbox.stripe.refunds.list()).object).toBe('list')
  })
})

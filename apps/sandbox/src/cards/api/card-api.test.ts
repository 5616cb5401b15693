import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkoutFor, paidCheckout, refusalOf } from '../../testing/paying.ts'
import { startTestSandbox, stripeAt, type TestSandbox } from '../../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.control('faults/clear'))
afterAll(() => sandbox.close())

const now = () => Math.floor(Date.now() / 1000)
/** A checkout with parameters that the SDK's types may not know. */
const create = (more: object, options?: Stripe.RequestOptions) =>
  sandbox.stripe.checkout.sessions.create({ ...checkoutFor(2700), ...more }, options)
const line = (unit_amount: number, currency = 'usd') => ({
  quantity: 1,
  price_data: { currency, unit_amount, product_data: { name: 'Order' } },
})

describe('who may call', () => {
  test('[SBX-03] another key is refused with 401', async () => {
    const error = await refusalOf(stripeAt(sandbox.url, 'sk_live_other').refunds.list())
    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect(error.message).not.toContain('sk_live_other')
  })

  test('[SBX-03] no key is refused with 401', async () => {
    expect((await fetch(`${sandbox.url}/v1/refunds`)).status).toBe(401)
  })

  test('[SBX-03] another version of the API is refused', async () => {
    const error = await refusalOf(sandbox.stripe.refunds.list({}, { apiVersion: '2025-03-31.basil' }))
    expect(error).toMatchObject({ statusCode: 400 })
    expect(error.message).toContain('2026-10-28.endive')
  })

  test('[SBX-03] an unknown path is a 404 with an error, which the SDK does not take for success', async () => {
    const error = await refusalOf(sandbox.stripe.coupons.list())
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 })
  })

  test('[SBX-03] JSON instead of a form is refused', async () => {
    const response = await fetch(`${sandbox.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' },
      body: '{"email":"a@example.com"}',
    })
    expect(response.status).toBe(400)
  })
})

describe('a new checkout', () => {
  test('[SBX-01][SBX-03] the SDK gets an open session with its page, amounts and what was sent with it', async () => {
    const customer = await sandbox.stripe.customers.create({ email: 'dana@example.com' })
    const expires_at = now() + 3600
    const session = await create({
      customer: customer.id,
      client_reference_id: 'attempt 1',
      metadata: { order_id: '48213' },
      allowed_payment_method_types: ['card'],
      expires_at,
      line_items: [line(2200), { ...line(250), quantity: 2 }],
      payment_intent_data: { metadata: { order_id: '48213' } },
    })
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      ui_mode: 'hosted_page',
      status: 'open',
      payment_status: 'unpaid',
      livemode: false,
      customer: customer.id,
      client_reference_id: 'attempt 1',
      metadata: { order_id: '48213' },
      amount_subtotal: 2700,
      amount_total: 2700,
      currency: 'usd',
      payment_intent: null,
      expires_at,
      url: `${sandbox.url}/c/pay/${session.id}`,
    })
    expect(session.id).toMatch(/^cs_test_\w{58}$/)
  })

  const refusals: [name: string, parameters: object, refusal: object][] = [
    ['an unknown parameter', { bogus: 1 }, { code: 'parameter_unknown', param: 'bogus' }],
    [
      'an unknown parameter inside another',
      { line_items: [{ ...line(500), bogus: 1 }] },
      { code: 'parameter_unknown', param: 'line_items[0][bogus]' },
    ],
    [
      'payment_method_types, gone since 2026-09-30',
      { payment_method_types: ['card'] },
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    ],
    ['ui_mode hosted, as it was once called', { ui_mode: 'hosted' }, { param: 'ui_mode' }],
    ['no mode', { mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['an unknown mode', { mode: 'pay' }, { param: 'mode' }],
    ['no lines', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    ['49 cents', { line_items: [line(49)] }, { code: 'amount_too_small', param: 'line_items' }],
    ['a million dollars', { line_items: [line(99_999_999), line(1)] }, { code: 'amount_too_large' }],
    ['half a cent', { line_items: [line(10.5)] }, { code: 'parameter_invalid_integer' }],
    ['a negative price', { line_items: [line(-500)] }, { code: 'parameter_invalid_integer' }],
    ['two currencies', { line_items: [line(500), line(500, 'eur')] }, { param: 'line_items' }],
    ['an unknown customer', { customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
    ['success_url with javascript:', { success_url: 'javascript:alert(1)' }, { code: 'url_invalid' }],
    ['cancel_url without a host', { cancel_url: '/orders' }, { code: 'url_invalid', param: 'cancel_url' }],
    ['no success_url', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    ['an end in 29 minutes', { expires_at: now() + 29 * 60 }, { param: 'expires_at' }],
    ['an end in 25 hours', { expires_at: now() + 25 * 3600 }, { param: 'expires_at' }],
    ['too long a reference', { client_reference_id: 'x'.repeat(201) }, { param: 'client_reference_id' }],
    ['51 metadata keys', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n + 'k', ''])) }, {}],
    ['a metadata value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, { param: 'metadata[a]' }],
  ]

  test.each(refusals)('[SBX-03] with %s is refused', async (_name, parameters, refusal) => {
    const error = await refusalOf(create(parameters))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', ...refusal })
    expect([400, 404]).toContain(error.statusCode)
  })

  test('[SBX-03] exactly 50 cents, and an end in exactly 24 hours, are taken', async () => {
    const session = await create({ line_items: [line(50)], expires_at: now() + 24 * 3600 })
    expect(session.amount_total).toBe(50)
  })

  test('[SBX-03] only an open one can be expired', async () => {
    const session = await create({})
    expect((await sandbox.stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    const error = await refusalOf(sandbox.stripe.checkout.sessions.expire(session.id))
    expect(error).toMatchObject({ statusCode: 400 })
    expect(error.message).toContain('`expired`')
  })
})

describe('objects', () => {
  test('[SBX-03] what does not exist is resource_missing, also under the id of another kind', async () => {
    const customer = await sandbox.stripe.customers.create({})
    for (const call of [
      sandbox.stripe.checkout.sessions.retrieve('cs_none'),
      sandbox.stripe.paymentIntents.retrieve(customer.id),
      sandbox.stripe.refunds.retrieve('re_none'),
      sandbox.stripe.events.retrieve('evt_none'),
    ]) {
      expect(await refusalOf(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    }
  })

  test('[SBX-03] a customer is made and changed field by field', async () => {
    const email = `dana.${Date.now()}@example.com`
    const made = await sandbox.stripe.customers.create({ email, name: 'Dana', metadata: { user_id: '1', old: 'x' } })
    const changed = await sandbox.stripe.customers.update(made.id, {
      name: '',
      phone: '+14155550101',
      metadata: { old: '', new: 'y' },
    } as Stripe.CustomerUpdateParams)
    expect(changed).toMatchObject({ email, name: null, phone: '+14155550101' })
    expect(changed.metadata).toEqual({ user_id: '1', new: 'y' })
    const error = await refusalOf(sandbox.stripe.customers.create({ email: 'dana' }))
    expect(error).toMatchObject({ code: 'email_invalid', param: 'email' })
  })

  test('[SBX-03] lists come newest first, in pages that the SDK walks through', async () => {
    const customer = await sandbox.stripe.customers.create({})
    const made: string[] = []
    const attach = () => sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    for (let count = 0; count < 5; count++) made.push((await attach()).id)
    const walked: string[] = []
    for await (const method of sandbox.stripe.paymentMethods.list({ customer: customer.id, limit: 2 })) {
      walked.push(method.id)
    }
    expect(walked).toEqual(made.toReversed())
    const before = { customer: customer.id, limit: 2, ending_before: String(made[0]) }
    const page = await sandbox.stripe.paymentMethods.list(before)
    expect(page.data.map(({ id }) => id)).toEqual([made[2], made[1]])
    expect(page.has_more).toBe(true)
    expect(await refusalOf(sandbox.stripe.refunds.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    const unknown = sandbox.stripe.refunds.list({ starting_after: 're_none' })
    expect(await refusalOf(unknown)).toMatchObject({ code: 'resource_missing', param: 'starting_after' })
  })

  test('[SBX-03] lists filter by time', async () => {
    const { created } = await sandbox.stripe.customers.create({})
    const after = await sandbox.stripe.events.list({ created: { gt: created + 1000 } })
    expect(after.data).toEqual([])
    const since = await sandbox.stripe.events.list({ created: { gte: created }, limit: 100 })
    expect(since.data.length).toBeGreaterThan(0)
    expect(since.data.every((event) => event.created >= created)).toBe(true)
  })

  test('[SBX-03] expand follows references, into lists and deeper, and refuses what leads nowhere', async () => {
    const { session, payment } = await paidCheckout(sandbox, 900)
    const deep = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })
    expect(deep).toMatchObject({
      payment_intent: { id: payment, latest_charge: { object: 'charge', amount: 900 } },
      line_items: { object: 'list', data: [{ description: 'Order No. 48213' }] },
    })
    await sandbox.stripe.refunds.create({ payment_intent: payment })
    const list = await sandbox.stripe.refunds.list({ payment_intent: payment, expand: ['data.payment_intent'] })
    expect(list.data[0]?.payment_intent).toMatchObject({ id: payment })
    for (const path of ['amount_total', 'bogus', 'payment_intent.bogus']) {
      const call = sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: [path] })
      expect(await refusalOf(call)).toMatchObject({ statusCode: 400, param: 'expand' })
    }
  })
})

describe('idempotency keys', () => {
  test('[SBX-03] a repeated call answers the same object and says that it is a replay', async () => {
    const first = await create({}, { idempotencyKey: 'attempt-1' })
    const second = await create({}, { idempotencyKey: 'attempt-1' })
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
  })

  test('[SBX-03] a key with other parameters is refused', async () => {
    await create({}, { idempotencyKey: 'attempt-2' })
    const error = await refusalOf(create({ metadata: { a: '1' } }, { idempotencyKey: 'attempt-2' }))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('[SBX-03] a key in use is refused until the first call is done', async () => {
    await sandbox.control('faults', { provider: 'cards', fault: 'hold' })
    const first = create({}, { idempotencyKey: 'attempt-3' })
    const held = async () => ((await (await fetch(`${sandbox.url}/_sandbox/faults`)).json()) as { held: number }).held
    await expect.poll(held).toBe(1)
    const error = await refusalOf(create({}, { idempotencyKey: 'attempt-3' }))
    expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    await sandbox.control('faults/clear')
    const { id } = await first
    expect((await create({}, { idempotencyKey: 'attempt-3' })).id).toBe(id)
  })

  test('[SBX-03] failed checks are not remembered, refusals of the work are', async () => {
    await refusalOf(create({ line_items: [line(1)] }, { idempotencyKey: 'attempt-4' }))
    expect((await create({}, { idempotencyKey: 'attempt-4' })).status).toBe('open')

    const { id } = await create({})
    await sandbox.stripe.checkout.sessions.expire(id)
    const expire = () => sandbox.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' })
    const first = await refusalOf(expire())
    const second = await refusalOf(expire())
    expect(second.message).toBe(first.message)
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  })

  test('[SBX-03] a key is forgotten after 24 hours', async () => {
    const first = await create({}, { idempotencyKey: 'attempt-5' })
    await sandbox.control('advance', { seconds: 24 * 3600 + 1 })
    expect((await create({}, { idempotencyKey: 'attempt-5' })).id).not.toBe(first.id)
  })
})

describe('planned faults', () => {
  const patient = () => stripeAt(sandbox.url, 'sk_test_sandbox', { maxNetworkRetries: 2 })
  /** A refund by an SDK that tries again, while calls for refunds break; and the refunds that were made. */
  const refundDespite = async (fault: string) => {
    const { payment: payment_intent } = await paidCheckout(sandbox, 900)
    await sandbox.control('faults', { provider: 'cards', fault, path: '/v1/refunds' })
    const { id } = await patient().refunds.create({ payment_intent, amount: 300 })
    const { data } = await sandbox.stripe.refunds.list({ payment_intent })
    return { id, made: data.map((refund) => refund.id) }
  }

  test.each(['lose_response', 'reset', 'error'])(
    '[SBX-03] %s: the repeated call of the SDK does its work once',
    async (fault) => {
      const { id, made } = await refundDespite(fault)
      expect(made).toEqual([id])
    },
  )

  test('[SBX-03] an error that the key remembers comes back for that key, and not for another', async () => {
    await sandbox.control('faults', { provider: 'cards', fault: 'error_kept', method: 'POST' })
    expect(await refusalOf(create({}, { idempotencyKey: 'poisoned' }))).toMatchObject({ statusCode: 500 })
    expect(await refusalOf(create({}, { idempotencyKey: 'poisoned' }))).toMatchObject({ statusCode: 500 })
    expect((await create({}, { idempotencyKey: 'fresh' })).status).toBe('open')
  })

  test('[SBX-03] a rate limit is a 429 for as many calls as planned', async () => {
    await sandbox.control('faults', { provider: 'cards', fault: 'rate_limit', calls: 2 })
    for (let call = 0; call < 2; call++) {
      const error = await refusalOf(sandbox.stripe.refunds.list())
      expect(error).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
    }
    expect((await sandbox.stripe.refunds.list()).object).toBe('list')
  })
})

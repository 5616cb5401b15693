import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkoutFor, paidCheckout, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox, WEBHOOK_SECRET } from '../../testing/test-sandbox.ts'
import { webhookCalls } from './webhook-calls.ts'
import { noSwitches } from './webhook-switches.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(async () => {
  sandbox.receiver.status = 200
  await sandbox.control('reset')
  sandbox.receiver.received.length = 0
})
afterAll(() => sandbox.close())

/** Every event that arrived, its signature checked by the SDK. */
function events(): Stripe.Event[] {
  return sandbox.receiver.received.map(({ body, headers }) =>
    sandbox.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), WEBHOOK_SECRET),
  )
}
const types = () => events().map(({ type }) => type)

describe('events', () => {
  test('[SBX-01][SBX-03] a payment sends its events, each with a signature that the SDK accepts', async () => {
    const { session, payment } = await paidCheckout(sandbox, 2700)
    await sandbox.idle()
    expect(types().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    const completed = events().find(({ type }) => type === 'checkout.session.completed')
    expect(completed).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: session.id, payment_status: 'paid', payment_intent: payment, amount_total: 2700 } },
    })
  })

  test('[SBX-03] another secret does not verify them', async () => {
    await sandbox.stripe.customers.create({})
    await sandbox.idle()
    const [call] = sandbox.receiver.received
    const signature = String(call?.headers['stripe-signature'])
    expect(() => sandbox.stripe.webhooks.constructEvent(call?.body ?? '', signature, 'whsec_other')).toThrow(
      'signature',
    )
  })

  test('[SBX-03] a decline, the bank, an expiry and a refund are told too', async () => {
    const declined = await sandbox.stripe.checkout.sessions.create(checkoutFor(900))
    await typeCard(declined.url, '4000000000000002')
    await typeCard(declined.url, '4000002760003184')
    await sandbox.stripe.checkout.sessions.expire(declined.id)
    const { payment } = await paidCheckout(sandbox, 900)
    await sandbox.stripe.refunds.create({ payment_intent: payment, amount: 500 })
    await sandbox.idle()
    expect(types()).toEqual(
      expect.arrayContaining([
        'charge.failed',
        'payment_intent.payment_failed',
        'payment_intent.requires_action',
        'payment_intent.canceled',
        'checkout.session.expired',
        'refund.created',
        'charge.refunded',
      ]),
    )
    const refunded = events().find(({ type }) => type === 'charge.refunded')
    expect(refunded?.data.previous_attributes).toEqual({ amount_refunded: 0 })
  })

  test('[SBX-03] an event names the call and the key that caused it; the card page causes some by itself', async () => {
    const { lastResponse } = await sandbox.stripe.customers.create({}, { idempotencyKey: 'customer-1' })
    await paidCheckout(sandbox, 900)
    await sandbox.idle()
    const requestOf = (type: string) => events().find((event) => event.type === type)?.request
    expect(requestOf('customer.created')).toEqual({ id: lastResponse.requestId, idempotency_key: 'customer-1' })
    expect(requestOf('checkout.session.completed')).toEqual({ id: null, idempotency_key: null })
  })

  test('[SBX-03] a call that is refused or replayed causes none', async () => {
    await sandbox.stripe.customers.create({}, { idempotencyKey: 'customer-2' })
    await sandbox.stripe.customers.create({}, { idempotencyKey: 'customer-2' })
    await sandbox.stripe.customers.create({ email: 'none' }).catch(() => undefined)
    await sandbox.idle()
    expect(types()).toEqual(['customer.created'])
  })

  test('[SBX-03] the API lists them by type, also those that were never delivered', async () => {
    await sandbox.control('webhooks', { drop: true })
    await paidCheckout(sandbox, 900)
    await sandbox.control('webhooks')
    await sandbox.stripe.customers.create({})
    await sandbox.idle()
    expect(types()).toEqual(['customer.created'])
    const list = async (wanted: string[]) =>
      (await sandbox.stripe.events.list({ types: wanted })).data.map(({ type, pending_webhooks }) => [
        type,
        pending_webhooks,
      ])
    expect(await list(['customer.created', 'charge.succeeded'])).toEqual([
      ['customer.created', 0],
      ['charge.succeeded', 1],
    ])
  })
})

describe('delivery', () => {
  test('[SBX-03] a receiver that is down gets the event again when it is back, freshly signed', async () => {
    sandbox.receiver.status = 503
    await sandbox.stripe.customers.create({})
    await expect.poll(sandbox.deliveries).toMatchObject([{ state: 'pending', attempts: 1, last_status: 503 }])
    sandbox.receiver.status = 200
    await sandbox.control('advance', { seconds: 1 })
    await sandbox.idle()
    expect(await sandbox.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, last_status: 200 }])
    const [first, second] = events()
    expect(second?.id).toBe(first?.id)
  })

  test('[SBX-03] a redirect is no delivery', async () => {
    sandbox.receiver.status = 302
    await sandbox.stripe.customers.create({})
    await expect.poll(sandbox.deliveries).toMatchObject([{ state: 'pending', attempts: 1, last_status: 302 }])
  })

  test('[SBX-03] the first retry is quick, each later one waits longer up to an hour, and it ends after three days', () => {
    const { retryDelay } = webhookCalls('whsec', noSwitches)
    const delays: number[] = []
    for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(delays.length + 1)) delays.push(delay)
    expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
    expect(Math.max(...delays)).toBe(3_600_000)
    const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
  })

  test('[SBX-03] what was not delivered survives a restart', async () => {
    await sandbox.control('webhooks', { pause: true })
    const { session } = await paidCheckout(sandbox, 900)
    await sandbox.restart()
    await sandbox.idle()
    expect(types()).toContain('checkout.session.completed')
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  })

  test('[SBX-03] held events wait and then arrive', async () => {
    await sandbox.control('webhooks', { pause: true })
    await paidCheckout(sandbox, 900)
    await sandbox.idle()
    expect(types()).toEqual([])
    await sandbox.control('webhooks')
    await sandbox.idle()
    expect(types()).toHaveLength(4)
  })

  test('[SBX-03] delayed events arrive when their time has come', async () => {
    await sandbox.control('webhooks', { delay_ms: 7_200_000, jitter_ms: 1000 })
    await paidCheckout(sandbox, 900)
    expect(await sandbox.deliveries()).toHaveLength(4)
    expect(types()).toEqual([])
    await sandbox.control('advance', { seconds: 7201 })
    await sandbox.idle()
    expect(types()).toHaveLength(4)
  })

  test('[SBX-03] copies of an event arrive as the same event', async () => {
    await sandbox.control('webhooks', { copies: 5 })
    await sandbox.stripe.customers.create({})
    await sandbox.idle()
    expect(types()).toEqual(Array.from({ length: 5 }, () => 'customer.created'))
    expect(new Set(events().map(({ id }) => id)).size).toBe(1)
  })

  test('[SBX-03] an event can be sent again by its id', async () => {
    await sandbox.stripe.customers.create({})
    await sandbox.idle()
    const [first] = events()
    await sandbox.control('webhooks/resend', { event: first?.id, copies: 2 })
    await sandbox.idle()
    expect(events().map(({ id }) => id)).toEqual([first?.id, first?.id, first?.id])
    expect((await sandbox.control('webhooks/resend', { event: 'evt_none' })).status).toBe(404)
  })
})

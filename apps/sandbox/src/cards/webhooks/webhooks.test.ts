import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkoutFor, paidCheckout } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox, webhookSecret } from '../../testing/test-sandbox.ts'
import { noSwitches, webhookCalls } from './webhook-calls.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(async () => {
  sandbox.receiver.status = 200
  await sandbox.control('webhooks')
  await sandbox.control('advance', { seconds: 3600 })
  await sandbox.idle()
  sandbox.receiver.received.length = 0
})
afterAll(() => sandbox.close())

/** Every received event; the SDK checks its signature. */
function events(): Stripe.Event[] {
  return sandbox.receiver.received.map(({ body, headers }) =>
    sandbox.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), webhookSecret),
  )
}
const types = () => events().map(({ type }) => type)
/** The delivery of the newest event. */
const lastDelivery = async () => (await sandbox.deliveries()).at(-1)

test('[SBX-01][SBX-03] signs a payment’s event for its own secret only', async () => {
  const { session, payment } = await paidCheckout(sandbox, 2700)
  await sandbox.idle()
  expect(events()).toMatchObject([
    {
      object: 'event',
      type: 'checkout.session.completed',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: session.id, payment_status: 'paid', payment_intent: payment, amount_total: 2700 } },
    },
  ])
  const [call] = sandbox.receiver.received
  const signature = String(call?.headers['stripe-signature'])
  const { webhooks } = sandbox.stripe
  expect(() => webhooks.constructEvent(call?.body ?? '', signature, 'whsec_other')).toThrow('signature')
})

test('[SBX-03] reports an expiry and a refund, but no refused or replayed call', async () => {
  const open = await sandbox.stripe.checkout.sessions.create(checkoutFor(900))
  await sandbox.stripe.checkout.sessions.expire(open.id)
  await sandbox.stripe.checkout.sessions.expire(open.id).catch(() => undefined)
  const { payment: payment_intent } = await paidCheckout(sandbox, 900)
  for (const _ of [1, 2]) {
    await sandbox.stripe.refunds.create({ payment_intent, amount: 500 }, { idempotencyKey: 'once' })
  }
  await sandbox.idle()
  const eventTypes = ['checkout.session.completed', 'checkout.session.expired', 'refund.created']
  expect(types().toSorted()).toEqual(eventTypes)
})

test('[SBX-03] lists events by type, undelivered ones too, and resends one by its id', async () => {
  await sandbox.control('webhooks', { drop: true })
  const { session } = await paidCheckout(sandbox, 900)
  await sandbox.idle()
  expect(types()).toEqual([])
  const filter = { types: ['charge.refunded', 'checkout.session.completed'] }
  const [event] = (await sandbox.stripe.events.list(filter)).data
  expect(event?.data.object).toMatchObject({ id: session.id })
  await sandbox.control('webhooks/resend', { event: event?.id })
  await sandbox.idle()
  expect(events().map(({ id }) => id)).toEqual([event?.id])
  expect((await sandbox.control('webhooks/resend', { event: 'evt_none' })).status).toBe(404)
})

test.each([503, 302])(
  '[SBX-03] a receiver that answers %i gets the event again after it recovers, with a new signature',
  async (last_status) => {
    sandbox.receiver.status = last_status
    await paidCheckout(sandbox, 900)
    // The clock also runs by itself, so a busy machine may first see a later attempt.
    await expect.poll(lastDelivery).toMatchObject({ state: 'pending', last_status })
    sandbox.receiver.status = 200
    await sandbox.control('advance', { seconds: 60 })
    await sandbox.idle()
    expect(await lastDelivery()).toMatchObject({ state: 'delivered', last_status: 200 })
    const [first, second] = events()
    expect(second?.id).toBe(first?.id)
  },
)

test('[SBX-03] retries quickly first, then more slowly up to hourly, for three days', () => {
  const { retryDelay } = webhookCalls('whsec', noSwitches)
  const delays: number[] = []
  for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(delays.length + 1)) delays.push(delay)
  expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
  expect(Math.max(...delays)).toBe(3_600_000)
  const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.1)
})

test('[SBX-03] holds events, also over a restart, and then delivers them', async () => {
  await sandbox.control('webhooks', { pause: true })
  const { session } = await paidCheckout(sandbox, 900)
  await sandbox.idle()
  expect(types()).toEqual([])
  await sandbox.restart()
  await sandbox.idle()
  expect(types()).toEqual(['checkout.session.completed'])
  expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
})

test('[SBX-03] copies of an event arrive as the same event, each after its delay', async () => {
  await sandbox.control('webhooks', { copies: 5, jitter_ms: 60_000 })
  await paidCheckout(sandbox, 900)
  await sandbox.control('advance', { seconds: 61 })
  await sandbox.idle()
  expect(types()).toEqual(Array.from({ length: 5 }, () => 'checkout.session.completed'))
  expect(new Set(events().map(({ id }) => id)).size).toBe(1)
})

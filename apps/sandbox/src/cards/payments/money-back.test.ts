import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutFor, paidCheckout, refusalOf, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const chargeOf = async (payment: string) => {
  const { latest_charge } = await sandbox.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
  return latest_charge as Stripe.Charge
}
const refund = (payment_intent: string, amount?: number, options?: Stripe.RequestOptions) =>
  sandbox.stripe.refunds.create({ payment_intent, ...(amount === undefined ? {} : { amount }) }, options)
const eventsAbout = async (id: string) =>
  (await sandbox.stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)

test('[SBX-03] refunds a payment in parts up to its amount', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  const part = await refund(payment, 2000, { idempotencyKey: 'refund-1' })
  expect(part).toMatchObject({ object: 'refund', status: 'succeeded', amount: 2000, payment_intent: payment })
  expect((await refund(payment, 2000, { idempotencyKey: 'refund-1' })).id).toBe(part.id)
  const error = await refusalOf(refund(payment, 3001))
  expect(error).toMatchObject({ statusCode: 400, param: 'amount', message: expect.stringContaining('$30.01') })
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 2000, refunded: false })
  const rest = await refund(payment)
  expect(rest.amount).toBe(3000)
  expect(await refusalOf(refund(payment))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 5000, refunded: true })
  const listed = await sandbox.stripe.refunds.list({ payment_intent: payment })
  expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id])
})

test('[SBX-03] refuses a refund without a payment, with an unknown or empty one, or an unpaid checkout', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  expect(await refusalOf(sandbox.stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
  expect(await refusalOf(refund('pi_none'))).toMatchObject({ code: 'resource_missing' })
  expect(await refusalOf(refund(payment, 0))).toMatchObject({ param: 'amount' })
  const open = await sandbox.stripe.checkout.sessions.create(checkoutFor(900))
  await typeCard(open.url, '4000000000000002')
  const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(open.id)
  expect(await refusalOf(refund(String(payment_intent)))).toMatchObject({ statusCode: 400 })
})

test.each([
  ['4000000000005126', 'succeeded', 'failed', 0],
  ['4000000000007726', 'pending', 'succeeded', 2000, 'processing'],
  ['4000000000007734', 'pending', 'succeeded', 2000, 'insufficient_funds'],
])(
  '[SBX-03] a refund to %s is %s at first, and %s an hour later',
  async (card, first, then, refunded, why?: string) => {
    const { payment } = await paidCheckout(sandbox, 5000, card)
    const { id, status, pending_reason } = await refund(payment, 2000)
    expect([status, pending_reason]).toEqual([first, why])
    await sandbox.control('advance', { seconds: 3601 })
    expect((await sandbox.stripe.refunds.retrieve(id)).status).toBe(then)
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: refunded, refunded: false })
    expect(await eventsAbout(id)).toEqual(expect.arrayContaining(['refund.created', 'refund.updated']))
    expect((await eventsAbout(id)).includes('refund.failed')).toBe(then === 'failed')
  },
)

test('[SBX-01] a bank opens and decides a dispute: the object, its events, and no refund until then', async () => {
  const { payment } = await paidCheckout(sandbox, 900)
  const { json } = await sandbox.control('disputes', { payment_intent: payment })
  const id = String(json['id'])
  expect(json).toMatchObject({ object: 'dispute', amount: 900, status: 'needs_response', payment_intent: payment })
  expect(await refusalOf(refund(payment))).toMatchObject({ code: 'charge_disputed' })
  expect((await sandbox.control('disputes', { payment_intent: payment })).status).toBe(400)
  await sandbox.control('disputes/close', { dispute: id, outcome: 'won' })
  expect((await sandbox.stripe.disputes.retrieve(id)).status).toBe('won')
  const types = ['charge.dispute.closed', 'charge.dispute.updated', 'charge.dispute.created']
  expect(await eventsAbout(id)).toEqual(types)
})

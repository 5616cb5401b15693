import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutFor, paidCheckout, refusalOf } from '../../testing/paying.ts'
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
const eventTypes = async () => (await sandbox.stripe.events.list({ limit: 100 })).data.map(({ type }) => type)

test('[SBX-03] parts of a payment are refunded until all of it is', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  const part = await sandbox.stripe.refunds.create({
    payment_intent: payment,
    amount: 2000,
    reason: 'requested_by_customer',
    metadata: { order_id: '1' },
  })
  expect(part).toMatchObject({ object: 'refund', status: 'succeeded', amount: 2000, payment_intent: payment })
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 2000, refunded: false })
  const rest = await sandbox.stripe.refunds.create({ payment_intent: payment })
  expect(rest.amount).toBe(3000)
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 5000, refunded: true })
  const listed = await sandbox.stripe.refunds.list({ payment_intent: payment })
  expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id])
})

test('[SBX-03] more than is left is refused and changes nothing', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  await sandbox.stripe.refunds.create({ payment_intent: payment, amount: 2000 })
  const error = await refusalOf(sandbox.stripe.refunds.create({ payment_intent: payment, amount: 3001 }))
  expect(error).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(error.message).toContain('$30.01')
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 2000 })
})

test('[SBX-03] a second full refund is charge_already_refunded', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  await sandbox.stripe.refunds.create({ payment_intent: payment })
  const error = await refusalOf(sandbox.stripe.refunds.create({ payment_intent: payment }))
  expect(error).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 5000 })
})

test('[SBX-03] the same key refunds once', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  const refund = () =>
    sandbox.stripe.refunds.create({ payment_intent: payment, amount: 2000 }, { idempotencyKey: 'refund-1' })
  const [first, second] = [await refund(), await refund()]
  expect(second.id).toBe(first.id)
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 2000 })
})

test('[SBX-03] nothing to refund: no payment named, unknown, nothing, or a checkout that is not paid', async () => {
  const { payment } = await paidCheckout(sandbox, 5000)
  const refused = (parameters: object) => refusalOf(sandbox.stripe.refunds.create(parameters))
  expect(await refused({})).toMatchObject({ code: 'parameter_missing' })
  expect(await refused({ payment_intent: 'pi_none' })).toMatchObject({ code: 'resource_missing' })
  expect(await refused({ payment_intent: payment, amount: 0 })).toMatchObject({ param: 'amount' })
  expect(await refused({ payment_intent: payment, reason: 'because' })).toMatchObject({ param: 'reason' })
  const open = await sandbox.stripe.checkout.sessions.create(checkoutFor(900))
  await fetch(open.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ card_number: '4000000000000002', expiry: '12/34', cvc: '123' }),
  })
  const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(open.id)
  expect(await refused({ payment_intent })).toMatchObject({ statusCode: 400 })
})

test('[SBX-03] a refund that the bank returns an hour later fails, and the charge is as before', async () => {
  const { payment } = await paidCheckout(sandbox, 5000, '4000000000005126')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: payment, amount: 2000 })
  expect(refund.status).toBe('succeeded')
  await sandbox.control('advance', { seconds: 3601 })
  expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'unknown',
  })
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await eventTypes()).toContain('refund.failed')
})

test('[SBX-03] a refund that is pending at first is done an hour later', async () => {
  const { payment } = await paidCheckout(sandbox, 5000, '4000000000007726')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: payment })
  expect(refund.status).toBe('pending')
  await sandbox.control('advance', { seconds: 3601 })
  expect((await sandbox.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
  expect(await eventTypes()).toContain('refund.updated')
})

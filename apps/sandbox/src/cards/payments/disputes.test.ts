import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidCheckout } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

test('[SBX-01] a bank opens a dispute and decides it: the object, its events, and no refund meanwhile', async () => {
  const { payment } = await paidCheckout(sandbox, 900)
  const { json } = await sandbox.control('disputes', { payment_intent: payment })
  expect(json).toMatchObject({ object: 'dispute', amount: 900, status: 'needs_response', payment_intent: payment })
  await expect(sandbox.stripe.refunds.create({ payment_intent: payment })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  expect((await sandbox.control('disputes', { payment_intent: payment })).status).toBe(400)
  await sandbox.control('disputes/close', { dispute: String(json['id']), outcome: 'won' })
  expect((await sandbox.stripe.disputes.retrieve(String(json['id']))).status).toBe('won')
  const { data } = await sandbox.stripe.events.list({
    types: ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'],
  })
  expect(data.map(({ type }) => type)).toEqual([
    'charge.dispute.closed',
    'charge.dispute.updated',
    'charge.dispute.created',
  ])
})

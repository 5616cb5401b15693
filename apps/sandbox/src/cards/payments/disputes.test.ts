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

test('[SBX-01] a bank asks first, takes a part, changes its mind; what it leaves can be refunded, and the list of movements says what it took', async () => {
  const { payment } = await paidCheckout(sandbox, 900)
  const { json } = await sandbox.control('disputes', { payment_intent: payment, amount: 300, inquiry: true })
  const id = String(json['id'])
  const decide = async (outcome: string) => {
    await sandbox.control('disputes/close', { dispute: id, outcome })
    const { status, balance_transactions: movements } = await sandbox.stripe.disputes.retrieve(id)
    return [status, movements.reduce((sum, { amount }) => sum + amount, 0)]
  }
  expect(json).toMatchObject({ status: 'warning_needs_response', amount: 300, balance_transactions: [] })
  await sandbox.stripe.refunds.create({ payment_intent: payment, amount: 100 })
  expect(await decide('needs_response')).toEqual(['needs_response', -300])
  await expect(sandbox.stripe.refunds.create({ payment_intent: payment, amount: 1 })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  expect(await decide('won')).toEqual(['won', 0])
  expect(await decide('lost')).toEqual(['lost', -300])
  await expect(sandbox.stripe.refunds.create({ payment_intent: payment, amount: 501 })).rejects.toThrow('greater than')
  await sandbox.stripe.refunds.create({ payment_intent: payment, amount: 500 })
  await expect(sandbox.stripe.refunds.create({ payment_intent: payment, amount: 1 })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  const { payment: other } = await paidCheckout(sandbox, 900)
  expect((await sandbox.control('disputes', { payment_intent: other, amount: 901 })).status).toBe(400)
})

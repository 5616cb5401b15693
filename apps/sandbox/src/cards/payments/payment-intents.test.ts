import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutFor, refusalOf, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const make = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sandbox.stripe.paymentIntents.create({ amount: 4800, currency: 'usd', ...more })
const attach = async (card: string) => {
  const customer = (await sandbox.stripe.customers.create({})).id
  return { customer, payment_method: (await sandbox.stripe.paymentMethods.attach(card, { customer })).id }
}

test('[SBX-03] a payment without a page is charged to a card that is named, or waits for one', async () => {
  expect(await make()).toMatchObject({ status: 'requires_payment_method', amount: 4800, amount_received: 0 })
  expect(await make({ payment_method: 'pm_card_visa' })).toMatchObject({ status: 'requires_confirmation' })
  const saved = await attach('pm_card_mastercard')
  const paid = await make({ ...saved, confirm: true, off_session: true, metadata: { of: 'dana' } })
  expect(paid).toMatchObject({ ...saved, status: 'succeeded', amount_received: 4800, metadata: { of: 'dana' } })
  const charge = await sandbox.stripe.charges.retrieve(String(paid.latest_charge))
  expect(charge).toMatchObject({ amount: 4800, payment_method_details: { card: { last4: '4444' } } })
  const refund = await sandbox.stripe.refunds.create({ payment_intent: paid.id, amount: 300 })
  expect(refund).toMatchObject({ status: 'succeeded', payment_intent: paid.id })
})

test('[SBX-03] a card that is declined leaves the payment waiting for another; attaching it is refused', async () => {
  const declined = { statusCode: 402, type: 'StripeCardError', decline_code: 'generic_decline' }
  const metadata = { of: 'a declined one' }
  const refused = make({ payment_method: 'pm_card_chargeDeclined', confirm: true, metadata })
  expect(await refusalOf(refused)).toMatchObject(declined)
  const { data } = await sandbox.stripe.paymentIntents.list({ limit: 1 })
  expect(data).toMatchObject([
    { metadata, status: 'requires_payment_method', last_payment_error: { decline_code: 'generic_decline' } },
  ])
  expect(await refusalOf(attach('pm_card_chargeDeclined'))).toMatchObject(declined)
  const saved = await attach('pm_card_chargeCustomerFail')
  expect(await refusalOf(make({ ...saved, confirm: true }))).toMatchObject(declined)
})

test('[SBX-03] one that is not paid can be canceled, once; one of a page ends with its page', async () => {
  const { id } = await make()
  const reason = 'requested_by_customer'
  const canceled = await sandbox.stripe.paymentIntents.cancel(id, { cancellation_reason: reason })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: reason })
  const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' }
  expect(await refusalOf(sandbox.stripe.paymentIntents.cancel(id))).toMatchObject(unexpected)
  const paid = await make({ payment_method: 'pm_card_visa', confirm: true })
  expect(await refusalOf(sandbox.stripe.paymentIntents.cancel(paid.id))).toMatchObject(unexpected)
  const page = await sandbox.stripe.checkout.sessions.create(checkoutFor(4800))
  await typeCard(page.url, '4000000000000002')
  const { payment_intent: payment } = await sandbox.stripe.checkout.sessions.retrieve(page.id)
  expect((await refusalOf(sandbox.stripe.paymentIntents.cancel(String(payment)))).message).toContain('expire')
})

test.each<[string, object, object]>([
  ['49 cents', { amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
  ['a million dollars', { amount: 100_000_000 }, { code: 'amount_too_large' }],
  ['no currency', { currency: undefined }, { code: 'parameter_missing', param: 'currency' }],
  ['an unknown parameter', { bogus: 1 }, { code: 'parameter_unknown' }],
  ['payment_method_types', { payment_method_types: ['card'] }, { code: 'payment_method_types_no_longer_supported' }],
  ['an unknown card', { payment_method: 'pm_none' }, { statusCode: 404, code: 'resource_missing' }],
  ['an unknown customer', { customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
  ['nothing to confirm with', { confirm: true }, { code: 'payment_intent_unexpected_state' }],
])('[SBX-03] with %s it is refused', async (_what, parameters, refusal) => {
  expect(await refusalOf(make(parameters))).toMatchObject(refusal)
})

test('[SBX-03] another customer’s card is refused', async () => {
  const { payment_method } = await attach('pm_card_visa')
  const { customer } = await attach('pm_card_visa')
  expect(await refusalOf(make({ customer, payment_method }))).toMatchObject({ param: 'payment_method' })
})

import { randomUUID } from 'node:crypto'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { LoggedActions } from '@nerdify/contract/operations.ts'
import type { SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { afterEach, expect, test } from 'vitest'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import { cardProvider } from '../testing/cards/card-provider.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { signedInStaff, type TestStaff } from '../testing/staff-calls.ts'
import {
  age,
  mailsTo,
  personWithEmail,
  subscribe,
  subscriptionsOf,
  untilEventsApplied,
} from '../testing/subscribing.ts'
import { eventually, type TestPerson } from '../testing/test-client.ts'
import { sendDueMonthRefunds } from '../subscriptions/send-month-refunds.ts'

afterEach(async () => {
  await steer('faults/clear', {})
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

const reason = 'They asked on the phone.'

async function subscriber() {
  const person = await personWithEmail()
  return { person, plan: await subscribe(person, 'nerdify_basic') }
}

const end = (by: TestStaff, person: TestPerson, body: object = {}, headers = {}) =>
  by.operate<SubscriptionList & ErrorBody>(
    'POST',
    `/clients/${person.clientId}/plan_end`,
    { plan: 'nerdify_basic', reason, ...body },
    headers,
  )

const notesOf = async ({ clientId }: TestPerson) => {
  const { body } = await operate<OperationsConversation>('GET', `/conversations/${clientId}`)
  return body.messages.map(({ author, text }) => [author, text])
}
const logOf = async ({ clientId }: TestPerson) =>
  (await operate<LoggedActions>('GET', `/log?client=${clientId}`)).body.results.filter(
    ({ action }) => action === 'end plan',
  )
const mailsAbout = async ({ email }: { email: string }, says: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.includes(says)).length
const givenBack = async (customer: string) =>
  (await (await cardProvider()).charges.list({ customer })).data.map(({ amount_refunded: cents }) => cents)

test('[OPS-11][SUB-11] staff end a plan with its month: the client gets a mail, staff keep the reason', async () => {
  const [clerk, { person, plan }] = [await signedInStaff('clerk'), await subscriber()]
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all([end(clerk, person, {}, key), end(clerk, person, {}, key)])
  for (const { status, body } of answers) {
    expect([status, body.results]).toMatchObject([200, [{ id: plan.id, cancel_at_period_end: true }]])
  }
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', cancel_at_period_end: true }])
  await eventually(async () => (await mailsAbout(person, 'canceled')) > 0)
  expect(await mailsAbout(person, 'canceled')).toBe(1)
  expect(await notesOf(person)).toEqual([
    ['note', `Premium canceled: it ends with its month, or now if its payment fails. ${reason}`],
  ])
  expect(await logOf(person)).toMatchObject([
    { person: clerk.name, request: { plan: 'nerdify_basic', reason: 'withheld' } },
  ])
  expect(await givenBack(plan.customer)).toEqual([0])
})

test('[OPS-11][SUB-11] a plan whose payment failed ends at once when staff end it', async () => {
  const [clerk, { person, plan }] = [await signedInStaff('clerk'), await subscriber()]
  const { id, customer } = plan
  const stripe = await cardProvider()
  const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: card })
  await age(plan, 31.1)
  expect(await end(clerk, person)).toMatchObject({ status: 200, body: { results: [{ id, status: 'canceled' }] } })
  expect(await notesOf(person)).toEqual([['note', `Premium ended, since its payment failed. ${reason}`]])
  await eventually(async () => (await mailsAbout(person, 'has ended')) > 0)
  expect(await mailsAbout(person, 'canceled')).toBe(0)
})

test('[OPS-11][PUB-03] staff end a plan at once and refund its month, once', async () => {
  const [clerk, { person, plan }] = [await signedInStaff('clerk'), await subscriber()]
  const answers = await Promise.all([end(clerk, person, { refund: true }), end(clerk, person, { refund: true })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await eventually(async () => (await givenBack(plan.customer))[0] === 700)
  await untilEventsApplied()
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'canceled' }])
  await eventually(async () => (await mailsAbout(person, 'on its way back')) > 0)
  expect(await mailsAbout(person, 'on its way back')).toBe(1)
  expect(await notesOf(person)).toEqual([['note', `Premium ended, and its month given back. ${reason}`]])
  expect((await logOf(person)).map(({ request }) => request)).toEqual([
    { plan: 'nerdify_basic', refund: true, reason: 'withheld' },
  ])
  expect(await end(clerk, person)).toMatchObject({
    status: 422,
    body: { error_value: 'plan', text: 'This client has no plan that runs.' },
  })
})

test('[OPS-11][OPS-15] refuses to refund a used month or one above a clerk’s limit, and the plan continues', async () => {
  const { product } = await testProduct()
  const [clerk, lead] = [await signedInStaff('clerk'), await signedInStaff('lead')]
  const { person, plan } = await subscriber()
  const setPaid = (change: object) =>
    product.queries.updateTable('subscription').set(change).where('id', '=', plan.id).execute()
  await setPaid({ paid_cents: 10_001 })
  expect(await end(clerk, person, { refund: true })).toMatchObject({
    status: 403,
    body: { text: 'Clerks may give back at most $100.00 of a plan’s month. Ask a lead.' },
  })
  await setPaid({ paid_cents: 700, paid_at: new Date(Date.now() - 31 * 86_400_000) })
  const refused = await end(lead, person, { refund: true })
  expect(refused).toMatchObject({ status: 409, body: { error_type: 'plan_not_refundable' } })
  const other = await end(lead, person, { plan: 'nerdify_prime' })
  expect(other).toMatchObject({
    status: 422,
    body: { error_type: 'plan_unknown', error_value: 'plan', text: 'This client has nerdify_basic.' },
  })
  expect(await end(lead, person, { reason: ' ' })).toMatchObject({ status: 422, body: { error_value: 'reason' } })
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', cancel_at_period_end: false }])
  expect([await notesOf(person), await logOf(person)]).toEqual([[], []])
})

test('[OPS-11] without the card provider ending is 503, and the retry succeeds', async () => {
  const [lead, { person }] = [await signedInStaff('lead'), await subscriber()]
  await steer('faults', { provider: 'cards', fault: 'error', calls: 1_000, path: '/v1/subscriptions' })
  expect(await end(lead, person)).toMatchObject({ status: 503, body: { error_type: 'unavailable' } })
  expect([await notesOf(person), await logOf(person)]).toEqual([[], []])
  await steer('faults/clear', {})
  expect((await end(lead, person)).status).toBe(200)
  expect(await notesOf(person)).toHaveLength(1)
})

test('[OPS-11][PUB-03][API-11] staff’s end with refund is written once in an outage, and done after it', async () => {
  const { product, clock } = await testProduct()
  const [lead, { person, plan }] = [await signedInStaff('lead'), await subscriber()]
  await steer('faults', { provider: 'cards', fault: 'error', calls: 1_000, path: '/v1/subscriptions' })
  expect((await end(lead, person, { refund: true })).status).toBe(200)
  const tries = product.queries.selectFrom('subscription').select('refund_attempts').where('id', '=', plan.id)
  await eventually(async () => {
    clock.advance(60_000)
    await sendDueMonthRefunds(product)
    return (await tries.executeTakeFirstOrThrow()).refund_attempts > 2
  })
  await steer('faults/clear', {})
  await eventually(async () => {
    clock.advance(60_000)
    await sendDueMonthRefunds(product)
    return (await givenBack(plan.customer))[0] === 700
  })
  await untilEventsApplied()
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'canceled' }])
  expect([await notesOf(person), await logOf(person)]).toMatchObject([{ length: 1 }, { length: 1 }])
})

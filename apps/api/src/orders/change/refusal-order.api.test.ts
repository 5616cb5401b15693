import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { afterEach, expect, test } from 'vitest'
import { change, newCoupon, payOrder, readOrder } from '../../testing/coupon-calls.ts'
import { bookCardPayment, operate, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInAnew, signedInPerson, type TestPerson } from '../../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

/** A body with two errors, and the first refusal: its status, its type and its subject. */
type Case = [body: Record<string, unknown>, refusal: string]

const past = '2020-01-01T00:00:00.000Z'
const service = (action: 'service_add' | 'service_delete', tag: string) => ({ action, tag })
const cheat = 'Please take my exam for me'

/** Refusals of an ambiguous body, whatever the order; 404 comes after these. */
const beforeTheOrder: Case[] = [
  [{ action: 'client_feedback', mark: 5, title: 'A' }, '422 title'],
  [{ action: 'client_feedback', title: 'A' }, '422 title'],
  [{ action: 'client_feedback' }, '422 mark_missing mark'],
  [{ action: 'accept', title: 'A' }, '422 title'],
  [{ action: 'accept', mark: 5 }, '422 mark'],
  [{ action: 'accept', title: 'A', files: [] }, '422 files'],
  [{ action: 'request_revision', tag: 'top_writer', files: [] }, '422 tag'],
  [{ size: 'many', mark: 5 }, '422 size'],
  [{ title: cheat, size: 'many' }, '422 request_refused title'],
  [{ subject: 'Alchemy', size: 'many' }, '422 subject_unknown subject'],
  [{ size: 'many', deadline: past }, '422 size'],
  [{ mark: 5, worker: 'Ann' }, '422 mark'],
  [{ worker: 'Ann', tag: 'top_writer' }, '422 worker'],
  [{ tag: 'top_writer', code: 'A', note: 'B' }, '422 tag'],
  [{ code: 'A', note: 'B' }, '422 code'],
  [{ action: 'service_add', size: 'many' }, '422 size'],
  [{ action: 'service_add', code: 'A' }, '422 tag'],
  [{ action: 'discount_add', code: ' ', tag: 'top_writer' }, '422 code_missing code'],
]

/** Refusals for an unknown order, before those for its state. */
const ofNoOrder: Case[] = [
  [{ action: 'client_feedback', mark: 5 }, '404 not_found'],
  [{ action: 'request_refund' }, '404 not_found'],
  [{ action: 'accept' }, '404 not_found'],
  [{ option: 'payment_link_sent' }, '404 not_found'],
  [{ size: '1000 Pages', version: 0 }, '404 not_found'],
  [service('service_add', 'draft_needed'), '404 not_found'],
  [{ action: 'discount_add', code: 'NOBODYS' }, '404 not_found'],
  [{ action: 'discount_del' }, '404 not_found'],
]

async function expectRefusals(person: TestPerson, order: { id: string }, cases: readonly Case[]) {
  const found: Case[] = []
  for (const [body] of cases) {
    const { status, body: answer } = await change<ErrorBody>(person, order, body)
    const { error_type, error_value } = answer
    found.push([body, [status, error_type, error_value].filter((part) => part != null).join(' ')])
  }
  expect(found).toEqual(cases)
}

test('[API-01][API-04][STATE-20] what a body says twice is refused before the order is read, for any owner', async () => {
  const person = await signedInPerson()
  const own = await person.order()
  const paid = await payOrder(person, await person.order())
  for (const order of [own, paid, await (await signedInPerson()).order()]) {
    await expectRefusals(person, order, beforeTheOrder)
  }
  expect((await readOrder(person, own)).version).toBe(own.version)
})

test("[API-01][AUTH-19][API-04] another's order and a deleted one are 404 before refusals for their state", async () => {
  const person = await signedInPerson()
  const deleted = await person.order()
  await postEvents(deleted, 'delete')
  const others = await payOrder(person, await person.order())
  await expectRefusals(person, deleted, ofNoOrder)
  await expectRefusals(await signedInPerson(), others, ofNoOrder)
})

test('[API-01][FLOW-18][DISC-11] an unpaid order: refuses a stale field before its value, the form before the coupon', async () => {
  const person = await signedInPerson()
  const first = await person.order()
  const code = await newCoupon({ gift: { kind: 'percent', percent: 10 }, onceAClient: true })
  expect((await change(person, first, { size: '3 Pages' })).status).toBe(200)
  expect((await change(person, first, service('service_add', 'top_writer'))).status).toBe(200)
  expect((await change(person, first, { action: 'discount_add', code })).status).toBe(200)
  const version = first.version
  await expectRefusals(person, first, [
    [{ size: '1000 Pages', version }, '409 order_changed size'],
    [{ deadline: past, size: '1000 Pages', version }, '409 order_changed size'],
    [{ deadline: past, version }, '422 deadline_too_soon deadline'],
    [{ ...service('service_delete', 'top_writer'), deadline: past, version }, '409 order_changed service:top_writer'],
    [{ ...service('service_add', 'draft_needed'), deadline: past }, '422 deadline_too_soon deadline'],
    [{ ...service('service_add', 'draft_needed'), version }, '422 tag'],
    [{ action: 'discount_add', code: 'NOBODYS', version }, '409 order_changed discount'],
    [{ action: 'discount_add', code: 'NOBODYS', deadline: past }, '422 deadline_too_soon deadline'],
    [{ action: 'discount_add', code: 'NOBODYS' }, '422 unknown_code'],
    [{ action: 'service_add', tag: 'client_recomended_writer', worker: 'Ann' }, '422 tag'],
    [{ size: '1000 Pages', deadline: past }, '422 size_above_maximum size'],
    [{ action: 'request_refund' }, '409 transition_not_allowed request_refund'],
    [{ action: 'request_revision', note: '' }, '409 transition_not_allowed request_revision'],
    [{ action: 'client_feedback', mark: 5 }, '409 rating_not_allowed'],
  ])
  const bare = await person.order({ size: undefined })
  await expectRefusals(person, bare, [
    [{ action: 'discount_add', code: 'NOBODYS' }, '422 order_incomplete code'],
    [service('service_add', 'draft_needed'), '422 order_incomplete tag'],
    [{ ...service('service_add', 'draft_needed'), size: '1000 Pages' }, '422 size_above_maximum size'],
  ])
})

test('[API-01][LAW-02][LAW-04] refuses a client who may not pay before their stale field', async () => {
  const person = await signedInPerson([], { adultConfirmed: false })
  const order = await person.order()
  await change(person, order, { size: '3 Pages' })
  await expectRefusals(person, order, [
    [{ option: 'payment_link_sent', size: '5 Pages', version: order.version }, '422 adult_unconfirmed adult_confirmed'],
  ])
})

test('[API-01][FLOW-26][FLOW-27] a paid order: refuses a stale field before a field that the payment fixed, and that before its value', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  expect((await change(person, order, { details: 'Two pages on bees.' })).status).toBe(200)
  const { version } = order
  await payOrder(person, order)
  await expectRefusals(person, order, [
    [{ size: '1000 Pages', details: 'Else', version }, '409 order_changed details'],
    [{ size: '1000 Pages', details: 'Else' }, '409 order_paid'],
    [{ deadline: past }, '409 order_paid'],
    [{ details: 'Else', title: 'B' }, '409 order_paid details'],
    [{ details: 'Else', subject: 'Physics' }, '409 order_paid subject'],
    [{ action: 'discount_add', code: 'NOBODYS' }, '409 order_paid'],
    [service('service_add', 'draft_needed'), '422 tag'],
    [{ action: 'request_refund' }, '422 reason_missing note'],
    [{ action: 'request_revision' }, '409 transition_not_allowed request_revision'],
    [{ action: 'client_feedback', mark: 5 }, '409 rating_not_allowed'],
  ])
  await postEvents(order, 'nerd_found')
  await expectRefusals(person, order, [
    [service('service_add', 'top_writer'), '409 service_unavailable top_writer'],
    [service('service_add', 'draft_needed'), '422 tag'],
    [{ ...service('service_add', 'top_writer'), title: 'B' }, '409 service_unavailable top_writer'],
  ])
  await postEvents(order, 'send')
  const { clock } = await testProduct()
  clock.advance(refundRequestDays * 24 * 3_600_000 + 1)
  const late = await signedInAnew(person)
  await expectRefusals(late, order, [
    [{ action: 'request_refund' }, '422 reason_missing note'],
    [{ action: 'request_refund', note: 'Late' }, '409 refund_too_late'],
  ])
  await postEvents(order, 'request_refund')
  await expectRefusals(late, order, [[{ action: 'request_refund' }, '409 refund_too_late']])
})

test('[API-01][PAY-06][FLOW-19] refuses partly paid, declined and agreed orders for their state before their new values', async () => {
  const person = await signedInPerson()
  const part = await person.order()
  await operate('PATCH', `/orders/${part.id}`, { isPromo: true })
  await bookCardPayment(person, part, 1000)
  const declined = await person.order()
  await operate('PATCH', `/orders/${declined.id}`, { isPromo: true })
  await postEvents(declined, 'decline')
  const agreed = await person.order()
  await operate('PATCH', `/orders/${agreed.id}`, { isPromo: true })
  await expectRefusals(person, part, [
    [{ size: '1000 Pages' }, '409 order_paid'],
    [service('service_add', 'draft_needed'), '409 order_paid'],
  ])
  await expectRefusals(person, declined, [
    [{ size: '1000 Pages' }, '409 order_fixed'],
    [service('service_add', 'draft_needed'), '409 order_fixed'],
  ])
  await expectRefusals(person, agreed, [
    [{ size: '1000 Pages' }, '409 order_fixed'],
    [{ action: 'discount_add', code: 'NOBODYS', size: '1000 Pages' }, '409 order_fixed'],
    [service('service_add', 'draft_needed'), '422 tag'],
  ])
})

test('[API-01][PAY-06] applies a body of several parts completely', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  const { body } = await change<Order>(person, order, {
    title: 'Bees',
    size: '4 Pages',
    ...service('service_add', 'top_writer'),
    additional: ['review_shown_on_client'],
    option: 'payment_link_sent',
    version: order.version,
  })
  expect(body).toMatchObject({
    title: 'Bees',
    size: '4 Pages',
    extras: ['top_writer'],
    additional: ['review_shown_on_client'],
    version: order.version + 1,
  })
})

test('[FLOW-26][API-04] adding a service to a paid order still applies or refuses the rest of the body', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  await payOrder(person, order)
  await expectRefusals(person, order, [
    [{ ...service('service_add', 'top_writer'), size: '5 Pages' }, '409 order_paid'],
  ])
  const both = { ...service('service_add', 'top_writer'), title: 'Bees', additional: ['review_shown_on_client'] }
  expect((await change<Order>(person, order, both)).body).toMatchObject({
    title: 'Bees',
    extras: ['top_writer'],
    additional: ['review_shown_on_client'],
  })
})

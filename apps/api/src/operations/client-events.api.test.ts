import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { expect, test } from 'vitest'
import { change } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { signedInPerson } from '../testing/test-client.ts'

test('[STATE-17] [STATE-20] a client asks for a revision with a note, accepts, and asks for a refund', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send')
  const note = 'Please add <b>two</b> sources'
  const revision = await change(person, order, { action: 'request_revision', note, version: 1 })
  expect(revision).toMatchObject({ status: 200, body: { client_status: 'Revision requested' } })
  await postEvents(order, 'accept_revision', 'complete_revision')
  const accepted = await change(person, order, { action: 'accept' })
  expect(accepted.body).toMatchObject({ client_status: 'Completed', client_accept_at: expect.any(String) })
  const refund = await change(person, order, { action: 'request_refund', note: 'Too late' })
  expect(refund.body).toMatchObject({ system_client_status: 'Refund Requested', client_status: 'Completed' })
  const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  const byClient = body.events.filter((entry) => entry.author === 'client' && entry.event !== 'created')
  expect(byClient.map((entry) => [entry.event, entry.data])).toEqual([
    ['request_revision', { note }],
    ['accept', {}],
    ['request_refund', { note: 'Too late' }],
  ])
})

test('[STATE-17] a client’s event that does not fit is refused and changes nothing', async () => {
  const { person, order } = await personWithPaidOrder()
  const read = async () => (await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body
  const { deadlineInHours: _hours, ...before } = await read()
  for (const action of ['accept', 'request_revision']) {
    const answer = await change(person, order, { action })
    expect(answer).toMatchObject({ status: 409, body: { error_type: 'transition_not_allowed', error_value: action } })
  }
  expect(await read()).toMatchObject(before)
  const unpaid = await person.order()
  expect(await change(person, unpaid, { action: 'request_refund' })).toMatchObject({ status: 409 })
})

test('[STATE-17] of ten at once, by the client and by operations, one happens', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? change(person, order, { action: 'accept' })
        : operate('POST', `/orders/${order.id}/events`, { event: 'accept' }),
    ),
  )
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
})

test('[STATE-20] a client causes no event of operations, and none to another’s order', async () => {
  const { person, order } = await personWithPaidOrder()
  for (const action of ['send', 'accept_refund', 'delete', 'paid']) {
    expect(await change(person, order, { action })).toMatchObject({ status: 422, body: { error_value: 'action' } })
  }
  const other = await signedInPerson()
  expect((await change(other, order, { action: 'request_refund' })).status).toBe(404)
})

test('[API-10] an event goes alone, and a note goes with one', async () => {
  const { person, order } = await personWithPaidOrder()
  const both = await change(person, order, { action: 'request_refund', title: 'New' })
  expect(both).toMatchObject({ status: 422, body: { error_value: 'title' } })
  expect(await change(person, order, { note: 'Hello' })).toMatchObject({ status: 422, body: { error_value: 'note' } })
})

import { randomUUID } from 'node:crypto'
import type { ConversationPage, OperationsConversation } from '@nerdify/contract/conversations.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order, OrderHistory, OrderPage } from '@nerdify/contract/orders.ts'
import {
  applyEvent,
  eventsBy,
  type OrderEventName,
  type OrderProgress,
  takesLaterDeadline,
  transitions,
} from '@nerdify/domain/orders/order-progress.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { announceMessages } from '../conversations/announce-messages.ts'
import { findRow } from '../database/rows.ts'
import { progressOf } from '../orders/change/apply-order-event.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import { change } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { proofSize } from '../testing/proof-size.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, signedInPerson, textsTo } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

test('[STATE-17][STATE-20] a client asks for a revision with a note, accepts, and asks for a refund', async () => {
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

test('[STATE-17] refuses a client’s event that does not fit, without a change', async () => {
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

test('[STATE-17] of ten concurrent events, by client and operations, one succeeds', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? change(person, order, { action: 'accept' })
        : operate('POST', `/orders/${order.id}/events`, { event: 'accept' }),
    ),
  )
  expect(answers.map((each) => each.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
})

const lives = proofSize({ embedded: { test: 5, prove: 50 } })

test('[STATE-17] replaying the history gives the stored facts after any concurrent tries and retries', async () => {
  const { product } = await testProduct()
  const stored = async (id: string) => progressOf(await findAnyOrder(product.queries, id))
  /** Each later deadline exceeds all earlier ones. */
  let deadline = Date.parse('2099-01-01T00:00:00Z')
  /** Required fields of events (TALK-06, OPS-12). */
  const reasonOf = (name: OrderEventName) => {
    if (name === 'reassign') return { note: 'The Nerd is ill.' }
    if (takesLaterDeadline(name)) {
      deadline += 3_600_000
      return { note: 'Agreed by phone.', deadline: new Date(deadline).toISOString() }
    }
    return transitions[name].tells === 'required' ? { tell: 'It fits the task.' } : {}
  }
  /** How often the same request is sent, with one key. */
  const times = fc.integer({ min: 1, max: 3 })
  const clientEvent = fc.record({
    by: fc.constant('client' as const),
    name: fc.constantFrom(...eventsBy('client')),
    times,
  })
  const staffEvent = fc.record({
    by: fc.constant('operations' as const),
    name: fc.constantFrom(...eventsBy('operations')),
    times,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.oneof(clientEvent, staffEvent), { minLength: 1, maxLength: 4 }), {
        minLength: 6,
        maxLength: 12,
      }),
      async (rounds) => {
        const { person, order } = await personWithPaidOrder()
        const first = await stored(order.id)
        let happened = 0
        for (const round of rounds) {
          const tries = round.map(({ by, name, times: sent }) => {
            const key = { 'idempotency-key': randomUUID() }
            return Promise.all(
              Array.from({ length: sent }, () =>
                by === 'client'
                  ? person.send('PATCH', `/api/v3/orders/${order.id}`, { action: name, note: 'Why' }, key)
                  : operate('POST', `/orders/${order.id}/events`, { event: name, ...reasonOf(name) }, key),
              ),
            )
          })
          for (const [index, answers] of (await Promise.all(tries)).entries()) {
            const { name } = round[index] as (typeof round)[number]
            // 422: a concurrent request set a later deadline.
            for (const { status } of answers)
              expect(takesLaterDeadline(name) ? [200, 409, 422] : [200, 409]).toContain(status)
            // However often it is sent, it takes effect once.
            if (answers.some((answer) => answer.status === 200)) happened += 1
          }
        }
        const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
        const history = body.events.filter((entry) => !['created', 'paid', 'refund'].includes(entry.event))
        expect(history).toHaveLength(happened)
        const replayed = history.reduce<OrderProgress | undefined>((facts, entry) => {
          const by = entry.author === 'client' ? 'client' : 'operations'
          const { deadline: moved } = entry.data
          const event = {
            name: entry.event as OrderEventName,
            by,
            ...(moved ? { deadline: Date.parse(String(moved)) } : {}),
          } as const
          return facts && applyEvent(facts, event, Date.parse(entry.at))
        }, first)
        // An accepted refund's money moves later, by the ledger and not by an event.
        const { refundedCents } = first
        expect(replayed).toEqual({ ...(await stored(order.id)), refundedCents })
      },
    ),
    { numRuns: lives },
  )
  console.log(
    `PROOF ${JSON.stringify({ name: 'orders that several authors act on at once', requirement: 'STATE-17', runs: lives, outcome: 'each event once; the replay of the history gives the stored facts' })}`,
  )
})

test('[STATE-20] a client causes no event of operations, and none of another’s order', async () => {
  const { person, order } = await personWithPaidOrder()
  for (const action of ['send', 'accept_refund', 'delete', 'paid']) {
    expect(await change(person, order, { action })).toMatchObject({ status: 422, body: { error_value: 'action' } })
  }
  const other = await signedInPerson()
  expect((await change(other, order, { action: 'request_refund' })).status).toBe(404)
})

test('[API-10] an event goes alone, and a note only with one', async () => {
  const { person, order } = await personWithPaidOrder()
  const both = await change(person, order, { action: 'request_refund', title: 'New' })
  expect(both).toMatchObject({ status: 422, body: { error_value: 'title' } })
  expect(await change(person, order, { note: 'Hello' })).toMatchObject({ status: 422, body: { error_value: 'note' } })
})

test.each([
  ['request_revision', 'Please say what should change.'],
  ['request_refund', 'Please say what was wrong.'],
])('[CAB-11] %s needs a reason, on the wire too', async (action, text) => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send')
  for (const note of [undefined, '', ' \n\t ', '\u200B\u2800\uFE0F']) {
    expect(await change(person, order, { action, note })).toMatchObject({
      status: 422,
      body: { text, error_value: 'note', error_type: 'reason_missing' },
    })
  }
  expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body.client_status).toBe('Sent')
  expect((await change(person, order, { action, note: ' Two sources ' })).status).toBe(200)
})

test('[CAB-11] a declined refund needs words, which the client reads on the order and in its history', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send')
  const ask = () => change(person, order, { action: 'request_refund', note: 'Too short' })
  const decline = (more: Record<string, unknown>) =>
    operate('POST', `/orders/${order.id}/events`, { event: 'decline_refund', note: 'looks fine to me', ...more })
  const read = async () => (await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body
  expect((await decline({})).status).toBe(409)
  await ask()
  for (const tell of [undefined, ' ', 'x'.repeat(2_001)]) {
    expect(await decline({ tell })).toMatchObject({ status: 422, body: { error_value: 'tell' } })
  }
  expect((await read()).system_client_status).toBe('Refund Requested')
  expect((await decline({ tell: ' It has the two pages that were ordered. ' })).status).toBe(200)
  const reason = 'It has the two pages that were ordered.'
  expect(await read()).toMatchObject({ system_client_status: 'Refund Declined', refund_decline_reason: reason })
  const { body: list } = await person.send<OrderPage>('GET', '/api/v3/orders?page=0')
  expect(list.results[0]).toMatchObject({ refund_decline_reason: reason })
  const { body: history } = await person.send<OrderHistory>('GET', `/api/v3/orders/${order.id}/history`)
  expect(history.at(-1)).toMatchObject({ event: 'decline_refund', note: null, tell: reason })
  expect(JSON.stringify([history, list])).not.toContain('looks fine to me')
  // After a new request, the old answer no longer applies.
  await ask()
  expect((await read()).refund_decline_reason).toBeNull()
  const others = await operate('POST', `/orders/${order.id}/events`, { event: 'send', tell: 'Here it is' })
  expect(others).toMatchObject({ status: 422, body: { error_value: 'tell' } })
})

test('[TALK-06] a client reads why a revision and a refund were accepted in history, conversation and text', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send', 'request_revision')
  const post = (body: object) => operate('POST', `/orders/${order.id}/events`, body)
  const reasons = [
    { event: 'accept_revision', note: 'she is right', tell: 'Two sources were missing.' },
    { event: 'accept_refund', note: 'she is right again', tell: 'The revision came too late.' },
  ]
  expect((await post(reasons[0] ?? {})).status).toBe(200)
  await postEvents(order, 'request_refund')
  expect((await post(reasons[1] ?? {})).status).toBe(200)
  const { body: history } = await person.send<OrderHistory>('GET', `/api/v3/orders/${order.id}/history`)
  for (const { event, tell } of reasons) {
    expect(history.find((entry) => entry.event === event)).toMatchObject({ note: null, tell })
    await eventually(async () =>
      (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(tell)),
    )
  }
  expect(JSON.stringify(history)).not.toContain('she is right')
  const { body: thread } = await person.send<ConversationPage>('GET', messagePaths.orderMessages(order.id))
  expect(thread).toMatchObject({
    results: reasons.toReversed().map(({ tell }) => ({ author: 'system', text: tell })),
    unread: 2,
  })
})

test('[TALK-06] a reason ends no wait, and no message announces it again', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  await person.send('POST', messagePaths.orderMessages(order.id), { text: 'Why is it not done?' })
  await postEvents(order, 'send', 'request_refund')
  const decline = { event: 'decline_refund', tell: 'Call 415 555 0143 about it.' }
  expect((await operate('POST', `/orders/${order.id}/events`, decline)).status).toBe(200)
  const { body: thread } = await operate<OperationsConversation>('GET', `/conversations/${order.number}`)
  expect(thread).toMatchObject({ waits_since: expect.any(String), messages: [{ text: decline.tell }, {}] })
  clock.advance(24 * 3_600_000)
  await announceMessages(product)
  const key = { template: 'unread-messages', to_address: person.phone }
  expect(await findRow(product.queries, 'outbox', key)).toBeUndefined()
})

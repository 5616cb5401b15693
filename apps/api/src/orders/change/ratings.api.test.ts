import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { change, payOrder } from '../../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, signedInPerson, textsTo, type TestPerson } from '../../testing/test-client.ts'
import { noteMissingFeedback } from './note-missing-feedback.ts'

afterEach(async () => {
  const { clock } = await testProduct()
  clock.reset()
})

async function personWithSentOrder(): Promise<{ person: TestPerson; order: Order }> {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'send')
  return { person, order }
}

const rate = (person: TestPerson, order: { id: string }, mark: unknown, more = {}) =>
  change(person, order, { action: 'client_feedback', mark, ...more })

const historyOf = async (order: { id: string }) =>
  (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body.events

const firstPage = async (person: TestPerson, filter = '') =>
  (await person.send<OrderPage>('GET', `/api/v3/orders?page=0${filter}`)).body

describe('a rating', () => {
  test('[RATE-02][RATE-06] is stored with its words, can be changed, and opens tipping', async () => {
    const { person, order } = await personWithSentOrder()
    const first = await rate(person, order, 3, { feedback: ' Too short ', tags: ['quality', 'quality', 'support'] })
    expect(first).toMatchObject({
      status: 200,
      body: {
        mark: 3,
        isRated: true,
        isCanShowRatingBtn: false,
        isCanShowChangeRateBtn: true,
        isCanShowTipsBtn: false,
      },
    })
    const second = await rate(person, order, 5)
    expect(second.body).toMatchObject({ mark: 5, isCanShowTipsBtn: true, version: (first.body as Order).version + 1 })
    const ratings = (await historyOf(order)).filter(({ event }) => event === 'client_feedback')
    expect(ratings.map(({ author, data }) => [author, data])).toEqual([
      ['client', { mark: 3, feedback: 'Too short', tags: ['quality', 'support'] }],
      ['client', { mark: 5 }],
    ])
  })

  test('[RATE-04][WAIT-03] of three stars or fewer goes to quality review, one above does not', async () => {
    const { person, order } = await personWithSentOrder()
    const product = await testProduct()
    const mailsOfOrder = () => textsTo(product, product.settings.supportEmail, order.number)
    await eventually(async () => (await mailsOfOrder()).length > 0)
    await rate(person, order, 4)
    await rate(person, order, 2, { feedback: 'Question 3 <b>skips</b> the working.', tags: ['deadline'] })
    // Further causes of one order are mailed at the end of the minute.
    product.clock.advance(60_000)
    const mails = await eventually(async () => {
      const ours = (await mailsOfOrder()).filter(({ text }) => text.includes('of 5'))
      return ours.length > 0 && ours
    })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Question 3 <b>skips</b> the working.')
    expect(mails[0]?.text).toContain('deadline')
    expect(mails[0]?.text).toContain(`npm run ops -- order ${order.number} reviewed`)
  })

  test.each([
    ['mark', {}, {}],
    ['mark', { mark: 0 }, {}],
    ['mark', { mark: 6 }, {}],
    ['mark', { mark: 4.5 }, {}],
    ['mark', { mark: '5' }, {}],
    ['tags.0', { mark: 2, tags: ['price'] }, {}],
    ['feedback', { mark: 5, feedback: 'x'.repeat(5_001) }, {}],
    ['title', { mark: 5, title: 'New' }, {}],
    ['mark', { mark: 5 }, { action: undefined }],
    ['feedback', { feedback: 'Fine' }, { action: 'service_add', tag: 'top_writer' }],
    ['mark', { mark: 5 }, { action: 'accept' }],
    ['additional.0', { additional: ['no_feedback_1d'] }, { action: undefined }],
  ])('[RATE-02][API-10] case %#: is refused at %s, and nothing changes', async (field, body, more) => {
    const { person, order } = await personWithSentOrder()
    const answer = await change(person, order, { action: 'client_feedback', ...body, ...more })
    expect(answer).toMatchObject({ status: 422, body: { error_value: field } })
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body.mark).toBe(0)
  })

  test('[RATE-06] (abuse 32) is refused for an order unpaid, unsent, on revision, or another’s', async () => {
    const { person, order } = await personWithPaidOrder()
    expect(await rate(person, order, 5)).toMatchObject({ status: 409, body: { error_type: 'rating_not_allowed' } })
    expect((await rate(person, await person.order(), 5)).status).toBe(409)
    await postEvents(order, 'send')
    const stranger = await signedInPerson()
    expect((await rate(stranger, order, 1)).status).toBe(404)
    await postEvents(order, 'request_revision')
    expect((await rate(person, order, 5)).status).toBe(409)
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body.mark).toBe(0)
  })

  test('[RATE-02][API-11] repeated with its key it is stored once', async () => {
    const { person, order } = await personWithSentOrder()
    const key = { 'idempotency-key': `rating-${order.id}` }
    const body = { action: 'client_feedback', mark: 5 }
    for (let sent = 0; sent < 3; sent += 1) await person.send('PATCH', `/api/v3/orders/${order.id}`, body, key)
    expect((await historyOf(order)).filter(({ event }) => event === 'client_feedback')).toHaveLength(1)
  })
})

test('[STATE-13][CAB-06] a day after delivery the first page has the order to rate, until it is closed or rated', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithSentOrder()
  expect((await firstPage(person)).to_rate).toBeNull()
  clock.advance(25 * 3_600_000)
  await noteMissingFeedback(product)
  const page = await firstPage(person)
  expect(page.to_rate).toMatchObject({
    id: order.id,
    isNotRatedAfter1Day: true,
    actions: expect.arrayContaining(['rate']),
  })
  expect((await firstPage(person, '&filter=completed')).to_rate?.id).toBe(order.id)
  expect((await person.send<OrderPage>('GET', '/api/v3/orders?page=1')).body.to_rate).toBeNull()

  const closed = await change(person, order, { additional: ['review_shown_on_client'] })
  expect(closed.body).toMatchObject({ isReviewShownOnClient: true, additional: ['review_shown_on_client'] })
  const again = await change(person, order, { additional: ['review_shown_on_client'] })
  expect((again.body as Order).version).toBe((closed.body as Order).version)
  expect((await firstPage(person)).to_rate).toBeNull()
})

test('[OPS-03][STATE-13] a round stops between two orders at shutdown; the next one does the rest', async () => {
  const { product, clock } = await testProduct()
  const ids = [await personWithSentOrder(), await personWithSentOrder()].map(({ order }) => order.id)
  clock.advance(25 * 3_600_000)
  const countNoted = async () => {
    const events = product.queries.selectFrom('order_event').select('id').where('event', '=', 'no_feedback_1d')
    return (await events.where('order_id', 'in', ids).execute()).length
  }
  const ending = new AbortController()
  const endingProduct = {
    ...product,
    ending: ending.signal,
    // Each order is noted with the settings, so the shutdown begins during the first one.
    get settings() {
      ending.abort()
      return product.settings
    },
  }
  await expect(noteMissingFeedback(endingProduct)).rejects.toThrow('aborted')
  expect(await countNoted()).toBeLessThan(2)
  await noteMissingFeedback(product)
  expect(await countNoted()).toBe(2)
})

test('[STATE-13] once the last order is rated, the prompt asks for the previous one', async () => {
  const { product, clock } = await testProduct()
  const { person, order: first } = await personWithSentOrder()
  clock.advance(3_600_000)
  const second = await payOrder(person, await person.order())
  await postEvents(second, 'send')
  clock.advance(25 * 3_600_000)
  await noteMissingFeedback(product)
  const askedNow = async () => (await firstPage(person)).to_rate?.id
  expect(await askedNow()).toBe(second.id)
  expect((await rate(person, second, 5)).status).toBe(200)
  expect(await askedNow()).toBe(first.id)
  expect((await rate(person, first, 2)).status).toBe(200)
  expect(await askedNow()).toBeUndefined()
})

test('[CAB-11] a refund can be requested within 30 days of delivery; the server says until when', async () => {
  const { product } = await testProduct()
  const { person, order } = await personWithSentOrder()
  const path = `/api/v3/orders/${order.id}`
  const sentDaysAgo = async (days: number) => {
    const sent_at = new Date(Date.now() - days * 24 * 3_600_000)
    await product.queries.updateTable('client_order').set({ sent_at }).where('id', '=', order.id).execute()
    return (await person.send<Order>('GET', path)).body
  }
  const inTime = await sentDaysAgo(29)
  expect(inTime.actions).toContain('request_refund')
  expect(Date.parse(inTime.refund_requests_end) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  expect((await sentDaysAgo(30)).actions).not.toContain('request_refund')
  expect(await change(person, order, { action: 'request_refund', note: 'Too late' })).toMatchObject({
    status: 409,
    body: { error_type: 'refund_too_late' },
  })
  // Operations may still grant one.
  await postEvents(order, 'request_refund')
})

test('[CAB-08] (abuse 32) the history shows a client the events and their own words only', async () => {
  const { person, order } = await personWithSentOrder()
  await change(person, order, { action: 'request_revision', note: 'Two sources more' })
  await operate('POST', `/orders/${order.id}/events`, { event: 'accept_revision', note: 'For the Nerd only' })
  const { body } = await person.send<{ event: string; at: string; note: string | null }[]>(
    'GET',
    `/api/v3/orders/${order.id}/history`,
  )
  expect(body.map(({ event, note }) => [event, note])).toEqual([
    ['paid', null],
    ['send', null],
    ['request_revision', 'Two sources more'],
    ['accept_revision', null],
  ])
  const stranger = await signedInPerson()
  expect((await stranger.send('GET', `/api/v3/orders/${order.id}/history`)).status).toBe(404)
})

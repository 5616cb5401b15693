import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const inHours = async (hours: number) => {
  const { clock } = await testProduct()
  return new Date(deadlineFromHours(clock.now(), hours)).toISOString()
}

describe('creating', () => {
  test('[API-04][PRICE-05] creates an order with its price and returns it whole', async () => {
    const person = await signedInPerson()
    const answer = await person.send<Order>('POST', '/api/v3/orders', {
      type: 'Essay (writing)',
      subject: 'History',
      size: '2 Pages',
      deadline: await inHours(12),
      details: 'Causes of the French Revolution',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      priceName: 'Essay (writing)',
      type: 'Essay (writing)',
      service_type: 'Essay (writing)',
      jobType: 'writing',
      subject: 'History',
      size: '2 Pages',
      pages: 2,
      measurePagesOrWords: 'Pages',
      details: 'Causes of the French Revolution',
      deadlineInHours: 12,
      quote_price: 48,
      price: 48,
      cabinet_price: 48,
      client_paid: 0,
      system_client_status: 'Unpaid',
      client_status: null,
      isPaid: false,
      date_label: { label: 'Created on' },
    })
    expect(answer.body._id).toBe(answer.body.id)
  })

  test('[API-04] an order without a size has two pages, one of another measure has none', async () => {
    const person = await signedInPerson()
    expect(await person.order({ size: undefined })).toMatchObject({ size: null, measure: null, pages: 2, words: null })
    expect(await person.order({ size: '600 Words' })).toMatchObject({ size: '600 Words', pages: null, words: 600 })
  })

  test('[API-14] numbers are short and unique, and name the order to people', async () => {
    const person = await signedInPerson()
    const orders = await Promise.all(Array.from({ length: 20 }, () => person.order()))
    const numbers = new Set(orders.map((order) => order.number))
    expect(numbers.size).toBe(20)
    for (const number of numbers) expect(number).toMatch(/^\d{7}$/)
  })

  test.each([
    ['Essay (writing)', '51 Pages', 'This value must be below 50 pages'],
    ['Essay (editing)', '15100 Words', 'This value must be below 50 pages'],
    ['Presentations', '51 Slides', 'This value must be below 50 slides'],
    ['Quiz', '1455 Minutes', 'This value must be below 24 hours'],
  ])('[FLOW-07][FLOW-08][FLOW-09] %s of %s is refused at its field', async (type, size, text) => {
    const person = await signedInPerson()
    const answer = await person.send('POST', '/api/v3/orders', {
      type,
      subject: 'History',
      size,
      deadline: await inHours(120),
    })
    expect(answer).toMatchObject({ status: 422, body: { text, error_value: 'size' } })
  })

  test.each([
    ['too many pages for the hours', '9 Pages', 6, 'Please, give your Nerd more time to complete your task'],
    ['shorter than the shortest stop', '1 Pages', 2, 'This deadline is too close. Please choose a later one.'],
    ['more than 90 days ahead', '1 Pages', 24 * 91, 'This deadline is too far away. Please choose one within 90 days.'],
  ])('[FLOW-13][FLOW-31] a deadline that is %s is refused', async (_what, size, hours, text) => {
    const person = await signedInPerson()
    const body = { type: 'Essay (writing)', subject: 'History', size, deadline: await inHours(hours) }
    expect(await person.send('POST', '/api/v3/orders', body)).toMatchObject({
      status: 422,
      body: { text, error_value: 'deadline' },
    })
  })

  test('[FLOW-31][PRICE-10] an Elite client has the shorter stops', async () => {
    const person = await signedInPerson(['subscription_nerdify_premium'])
    const order = await person.order({ size: '1 Pages', deadline: await inHours(2) })
    expect(order.price).toBe(36)
  })

  test('[FLOW-05] refuses a subject outside of the list in the words of the form', async () => {
    const person = await signedInPerson()
    const body = { type: 'Quiz', subject: 'Astrology', size: '60 Minutes', deadline: await inHours(12) }
    expect(await person.send('POST', '/api/v3/orders', body)).toMatchObject({
      status: 422,
      body: { text: 'Please choose subject from the list', error_value: 'subject' },
    })
  })

  test('[FLOW-30][API-11] (abuse 34) five creations at once with one key make one order; another body is 422', async () => {
    const person = await signedInPerson()
    const body = { type: 'Quiz', subject: 'History', size: '60 Minutes', deadline: await inHours(12) }
    const key = { 'idempotency-key': 'draft-1' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => person.send<Order>('POST', '/api/v3/orders', body, key)),
    )
    expect(new Set(answers.map((each) => each.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((each) => each.body.id)).size).toBe(1)
    const list = await person.send<OrderPage>('GET', '/api/v3/orders?page=0')
    expect(list.body.total).toBe(1)
    const other = await person.send('POST', '/api/v3/orders', { ...body, size: '45 Minutes' }, key)
    expect(other).toMatchObject({ status: 422, body: { error_type: 'idempotency_key_reused' } })
  })
})

describe('an order without a service type', () => {
  test('[FLOW-02][API-12] is stored without one, has no price, and gets both with its type', async () => {
    const person = await signedInPerson()
    const order = await person.order({ type: undefined, plagiarism_check: true })
    const untyped = { service_type: null, jobType: null, priceName: 'Essay (writing)', price: 0, quote_price: 0 }
    expect(order).toMatchObject({ ...untyped, subject: 'History', size: '2 Pages', plagiarism_check: true })
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body).toMatchObject(untyped)
    const typed = await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { type: 'Essay (editing)' })
    expect(typed.body).toMatchObject({
      service_type: 'Essay (editing)',
      priceName: 'Essay (editing)',
      price: 37.9,
      plagiarism_check: true,
      services: { adv_plagreport: { added: true } },
    })
  })
})

test.each(['size', 'deadline'])('[PRICE-09] an order without a %s has no price', async (missing) => {
  const person = await signedInPerson()
  expect(await person.order({ [missing]: undefined })).toMatchObject({ [missing]: null, price: 0, quote_price: 0 })
})

describe('the field plagiarism_check', () => {
  test('[API-12][SRV-03] says and sets whether the plagiarism report is part of the order', async () => {
    const person = await signedInPerson()
    const order = await person.order({ plagiarism_check: true })
    expect(order).toMatchObject({ plagiarism_check: true, price: 56, services: { adv_plagreport: { added: true } } })
    const set = async (fields: object) => (await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, fields)).body
    expect(await set({ plagiarism_check: false })).toMatchObject({ plagiarism_check: false, price: 48, extras: [] })
    const byTag = await set({ action: 'service_add', tag: 'adv_plagreport' })
    expect(byTag).toMatchObject({ plagiarism_check: true, price: 56 })
    // Sending a value back as read is a no-op.
    expect(await set({ plagiarism_check: true })).toMatchObject({ version: byTag.version })
    const unpriced = await person.order({ size: undefined })
    const wish = await person.send<Order>('PATCH', `/api/v3/orders/${unpriced.id}`, { plagiarism_check: true })
    expect(wish).toMatchObject({ status: 200, body: { plagiarism_check: true, price: 0 } })
    const sized = await person.send<Order>('PATCH', `/api/v3/orders/${unpriced.id}`, { size: '2 Pages' })
    expect(sized.body).toMatchObject({ plagiarism_check: true, price: 56 })
  })
})

describe('changing', () => {
  test('[API-04][FLOW-18] a change returns the whole order with its new price, by POST like by PATCH', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const patched = await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { size: '4 Pages' })
    expect(patched).toMatchObject({
      status: 200,
      body: { id: order.id, size: '4 Pages', price: 96, subject: 'History' },
    })
    const change = { type: 'Essay (editing)', title: 'Rome', details: 'Lead pipes', plagiarism_check: true }
    const posted = await person.send<Order>('POST', `/api/v3/orders/${order.id}`, change)
    expect(posted).toMatchObject({ status: 200, body: { ...change, priceName: 'Essay (editing)', price: 67.8 } })
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body).toMatchObject(change)
  })

  test('[API-04][API-12] ignores id and client_id in a body, and refuses another unknown field by name', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const address = `/api/v3/orders/${order.id}`
    const own = await person.send<Order>('PATCH', address, { id: 'x', client_id: 'y', title: 'Essay one' })
    expect(own).toMatchObject({ status: 200, body: { id: order.id, title: 'Essay one' } })
    const creation = await person.send<Order>('POST', '/api/v3/orders', { id: order.id, client_id: 'y' })
    expect(creation).toMatchObject({ status: 201, body: { priceName: 'Essay (writing)', price: 0 } })
    expect(creation.body.id).not.toBe(order.id)
    const unknown = await person.send('PATCH', address, { price: 1 })
    expect(unknown).toMatchObject({ status: 422, body: { error_value: 'price' } })
  })

  test('[SRV-03][PRICE-05] adding and removing services changes the price and restores it to the cent', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const change = (action: string, tag: string) =>
      person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { action, tag })
    expect((await change('service_add', 'prioritize_my_task')).body).toMatchObject({
      price: 53,
      service_price: 5,
      cabinet_price: 48,
    })
    expect((await change('service_add', 'top_writer')).body).toMatchObject({ price: 62.6, service_price: 14.6 })
    expect((await change('service_add', 'top_writer')).body).toMatchObject({ price: 62.6 })
    await change('service_delete', 'top_writer')
    expect((await change('service_delete', 'prioritize_my_task')).body).toMatchObject({ price: 48, service_price: 0 })
  })

  test('[SRV-01] a draft and a preferred Nerd cannot be added here', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    for (const tag of ['draft_needed', 'client_recomended_writer']) {
      const answer = await person.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'service_add', tag })
      expect(answer).toMatchObject({ status: 422, body: { error_value: 'tag' } })
    }
  })

  test('[FLOW-18] a field that changed after the version is 409; another field is not', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const address = `/api/v3/orders/${order.id}`
    await person.send('PATCH', address, { size: '3 Pages', version: order.version })
    const stale = await person.send('PATCH', address, { size: '4 Pages', version: order.version })
    expect(stale).toMatchObject({ status: 409, body: { error_type: 'order_changed', error_value: 'size' } })
    const other = await person.send<Order>('PATCH', address, { title: 'Mine', version: order.version })
    expect(other).toMatchObject({ status: 200, body: { size: '3 Pages', title: 'Mine' } })
  })

  test('[FLOW-18] of twenty concurrent changes every accepted one is in the result', async () => {
    const person = await signedInPerson()
    // It has two pages: that size would be a no-op, whichever change comes first.
    const order = await person.order()
    const address = `/api/v3/orders/${order.id}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? person.send<Order>('PATCH', address, { size: `${3 + index / 2} Pages` })
          : person.send<Order>('PATCH', address, { title: `Title ${index}` }),
      ),
    )
    const accepted = answers.filter((each) => each.status === 200)
    expect(accepted.length).toBeGreaterThan(10)
    const newest = accepted.map((one) => one.body).reduce((a, b) => (a.version > b.version ? a : b))
    const now = await person.send<Order>('GET', address)
    expect(now.body.version).toBe(order.version + accepted.length)
    expect({ ...now.body, deadlineInHours: 0 }).toEqual({ ...newest, deadlineInHours: 0 })
  })

  test('[API-05] payment_link_sent returns the order with its payment link', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const answer = await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { option: 'payment_link_sent' })
    expect(answer.status).toBe(200)
    expect(answer.body.payment_link).toMatch(/\/o\/[\w-]{22}$/)
    const { _id, number, deadline } = order
    const quoted = { price: 48, size: '2 Pages', service_type: 'Essay (writing)', discount_info: [] }
    expect(answer.body).toMatchObject({ _id, number, deadline, ...quoted })
  })
})

describe('reading', () => {
  test('[API-03][CAB-01] the list has 20 a page, newest first, without the long texts', async () => {
    const person = await signedInPerson()
    const orderIds = []
    for (let count = 0; count < 23; count += 1) orderIds.push((await person.order({ details: 'long' })).id)
    const first = await person.send<OrderPage>('GET', '/api/v3/orders?page=0')
    const second = await person.send<OrderPage>('GET', '/api/v3/orders?page=1&filter=active')
    expect(first.body).toMatchObject({ page: 0, pages: 2, total: 23 })
    expect([...first.body.results, ...second.body.results].map((order) => order.id)).toEqual(orderIds.toReversed())
    expect(first.body.results[0]?.details).toBeNull()
    const beyond = await person.send<OrderPage>('GET', '/api/v3/orders?page=7')
    expect(beyond).toMatchObject({ status: 200, body: { results: [], total: 23 } })
  })

  test('[API-03][STATE-07] hidden orders among the newest leave no gap on any page', async () => {
    const person = await signedInPerson()
    const orderIds: string[] = []
    for (let count = 0; count < 45; count += 1) {
      // Every third one lacks a field that its price needs.
      if (count % 3 === 0) await person.send('POST', '/api/v3/orders', { title: 'No size yet' })
      else orderIds.push((await person.order()).id)
    }
    for (const page of ['-1', '1.5', 'x', '0&filter=mine']) {
      expect([page, (await person.send('GET', `/api/v3/orders?page=${page}`)).status]).toEqual([page, 422])
    }
    for (const filter of ['', '&filter=active', '&filter=unpaid']) {
      const pages = []
      for (const page of [0, 1, 2]) {
        const { body } = await person.send<OrderPage>('GET', `/api/v3/orders?page=${page}${filter}`)
        expect(body).toMatchObject({ page, pages: 2, total: 30 })
        expect(body.results.every((order) => order.lists.join() === 'active,unpaid')).toBe(true)
        pages.push(body.results.map((order) => order.id))
      }
      expect(pages.map((ids) => ids.length)).toEqual([20, 10, 0])
      expect(pages.flat()).toEqual(orderIds.toReversed())
    }
    const completed = await person.send<OrderPage>('GET', '/api/v3/orders?page=0&filter=completed')
    expect(completed.body).toMatchObject({ results: [], pages: 0, total: 0 })
  })

  test('[CAB-10] an order has the time when it was last priced, for example after a new deadline', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    clock.advance(13 * 3_600_000)
    const path = `/api/v3/orders/${order.id}`
    const renewed = await person.send<Order>('PATCH', path, { deadline: await inHours(12) })
    const sincePrice = Date.parse(renewed.body.deadline ?? '') - Date.parse(renewed.body.quoted_at ?? '')
    expect(Math.round(sincePrice / 3_600_000)).toBe(12)
    expect(order.quoted_at).toBe(order.created_at)
  })

  test('[STATE-14] an unpaid order past its deadline leaves Active and stays in unpaid', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    await person.order()
    const total = async (filter: string) =>
      (await person.send<OrderPage>('GET', `/api/v3/orders?page=0&filter=${filter}`)).body.total
    expect([await total('active'), await total('unpaid'), await total('completed')]).toEqual([1, 1, 0])
    clock.advance(13 * 3_600_000)
    expect([await total('active'), await total('unpaid'), await total('paid')]).toEqual([0, 1, 0])
  })

  test('[AUTH-19] (abuse 32) another client’s order answers like one that does not exist, on every call', async () => {
    const owner = await signedInPerson()
    const stranger = await signedInPerson()
    const theirs = (await owner.order()).id
    const calls: [string, (id: string) => string, unknown][] = [
      ['GET', (id) => `/api/v3/orders/${id}`, undefined],
      ['PATCH', (id) => `/api/v3/orders/${id}`, { title: 'x' }],
      ['POST', (id) => `/api/v3/orders/${id}`, { title: 'x' }],
      ['POST', (id) => `/api/v3/orders/${id}/payment_check`, undefined],
      ['PATCH', (id) => `/api/v3/orders/${id}`, { action: 'client_feedback', mark: 1 }],
      ['PATCH', (id) => `/api/v3/orders/${id}`, { action: 'request_refund', note: 'Mine now' }],
      ['PATCH', (id) => `/api/v3/orders/${id}`, { additional: ['review_shown_on_client'] }],
      ['GET', (id) => `/api/v3/orders/${id}/files`, undefined],
      ['GET', (id) => `/api/v3/orders/${id}/history`, undefined],
      ['GET', (id) => `/api/v3/orders/${id}/tip_form`, undefined],
    ]
    for (const [method, address, body] of calls) {
      const answers = await Promise.all(
        [theirs, '01890000-0000-7000-8000-000000000000', 'nonsense', "' or 1=1 --"].map((id) =>
          stranger.send(method, address(encodeURIComponent(id)), body),
        ),
      )
      for (const answer of answers) {
        expect(answer.status).toBe(404)
        expect(answer.body).toEqual(answers[0]?.body)
      }
    }
  })
})

import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { noCouponVersion } from '@nerdify/contract/version-words.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import {
  type Discount,
  type MessagePage,
  type OperationsOrderPage,
  type OperationsOrderWithHistory,
  type OperationsPrices,
} from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { LateCreditAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { noteMissingFeedback } from '../orders/change/note-missing-feedback.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { applyCode, newCoupon, payOrder, readOrder } from '../testing/coupon-calls.ts'
import {
  addNerdFile,
  bookCardTip,
  dayThatDiffers,
  nerdWithDelivery,
  operate,
  personWithPaidOrder,
  postEvents,
  unansweredText,
  registeredNerd,
  savedReply,
} from '../testing/operations-calls.ts'
import { whileRowsAreRefused } from '../testing/refused-rows.ts'
import { testProduct } from '../testing/running-product.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { newStaffEmail, signedInStaff } from '../testing/staff-calls.ts'
import { codeSentTo, eventually, newPhone, personSignedInByCode, send, signedInPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const loggedFor = async (subject: string) => {
  const { product } = await testProduct()
  return product.queries.selectFrom('operations_log').selectAll().where('subject', '=', subject).orderBy('id').execute()
}

/** Every documented call of operations: "GET /orders/{id}". */
async function callsOfOperations(): Promise<string[]> {
  const { body } = await send<{ paths: Record<string, object> }>('GET', apiPaths.openApi())
  return Object.entries(body.paths).flatMap(([path, calls]) =>
    path.startsWith('/api/ops/')
      ? Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.slice('/api/ops'.length)}`)
      : [],
  )
}

describe('the token', () => {
  test('[OPS-01] every call needs it: none, a wrong one and a client’s are refused', async () => {
    const { token } = await signedInPerson()
    const calls = await callsOfOperations()
    // Staff who are signing in have no token yet (OPS-15).
    for (const call of calls.filter((each) => !each.startsWith('POST /sign_in'))) {
      const [method, path] = call.replaceAll(/\{\w+\}/g, '1234567').split(' ') as [string, string]
      for (const wrong of [undefined, '', 'sandbox-operation', 'sandbox-operationsx', token]) {
        const answer = await send(method, `/api/ops${path}`, { token: wrong })
        expect({ call, ...answer }).toMatchObject({ call, status: 401, body: { error_type: 'operations_token_wrong' } })
      }
    }
  })

  test('[OPS-05] the calls are exactly the agreed ones', async () => {
    const agreed = [
      'GET /orders',
      'POST /orders',
      'GET /orders/{id}',
      'PATCH /orders/{id}',
      'POST /orders/{id}/events',
      'POST /orders/{id}/files',
      'POST /orders/{id}/agreement',
      'POST /orders/{id}/refunds',
      'POST /clients',
      'GET /clients/{id}',
      'PATCH /clients/{id}',
      'GET /discounts/{code}',
      'PUT /discounts/{code}',
      'GET /pricing',
      'PUT /pricing',
      'GET /services',
      'PUT /services',
      'GET /messages',
    ]
    expect(await callsOfOperations()).toEqual(expect.arrayContaining(agreed))
  })

  test('[OPS-01] it is not valid for clients’ calls', async () => {
    const { settings } = await testProduct()
    expect((await send('GET', '/api/v3/orders', { token: settings.operationsToken })).status).toBe(401)
  })
})

describe('events', () => {
  test('[STATE-17][OPS-05] an order goes through its whole life, and its history has authors and times', async () => {
    const { person, order } = await personWithPaidOrder()
    const worker = { name: 'Ada', rating: 4.9 }
    const ann = await signedInStaff('clerk')
    const nerd = await registeredNerd('Ada')
    const events = `/orders/${order.number}/events`
    const found = await ann.operate<OperationsOrderWithHistory>('POST', events, { event: 'nerd_found', nerd })
    expect(found).toMatchObject({ status: 200, body: { client_status: 'Nerd found', workers: [worker] } })
    await postEvents(order, 'quality_check', 'final_touches', 'send', 'request_revision')
    const deadline = new Date((await testProduct()).clock.now() + 86_400_000).toISOString()
    const accepted = await operate<OperationsOrderWithHistory>('POST', `/orders/${order.id}/events`, {
      event: 'accept_revision',
      note: 'The sources, please',
      deadline,
    })
    expect(accepted.body).toMatchObject({
      system_client_status: 'Revision Accepted',
      client_status: 'On revision',
      revision_deadline: deadline,
      revision_accept_at: expect.any(String),
    })
    const last = await postEvents(order, 'complete_revision', 'accept')
    expect(last).toMatchObject({
      system_client_status: 'Completed',
      client_status: 'Completed',
      tags: ['client_accept'],
      client_id: person.clientId,
    })
    expect(last.writer_revision_complete_at).toBe(last.sent_at)
    expect(last.events.map((entry) => [entry.event, entry.author])).toEqual([
      ['created', 'client'],
      ['paid', 'payments'],
      ['nerd_found', `operations: ${ann.name}`],
      ['quality_check', 'machine'],
      ['final_touches', 'machine'],
      ['file_added', 'machine'],
      ['send', 'machine'],
      ['request_revision', 'machine'],
      ['accept_revision', 'machine'],
      ['file_added', 'machine'],
      ['complete_revision', 'machine'],
      ['accept', 'machine'],
    ])
    expect(last.events[8]?.data).toEqual({ note: 'The sources, please', deadline })
    expect(await readOrder(person, order)).toMatchObject({ client_status: 'Completed', isCanShowRating: true })
  })

  test('[STATE-17] refuses an event that does not fit, without a change or a log entry', async () => {
    const { order } = await personWithPaidOrder()
    const before = (await operate('GET', `/orders/${order.id}`)).body
    for (const event of ['accept', 'accept_revision', 'accept_refund', 'decline', 'delete', 'paid', 'no_feedback_1d']) {
      const answer = await operate('POST', `/orders/${order.id}/events`, { event })
      expect(answer).toMatchObject({ status: 409, body: { error_type: 'transition_not_allowed', error_value: event } })
    }
    expect((await operate('GET', `/orders/${order.id}`)).body).toEqual(before)
    expect(await loggedFor(`order ${order.id}`)).toEqual([])
  })

  test('[STATE-17] of ten concurrent events one succeeds, and the others are refused', async () => {
    const { order } = await personWithPaidOrder()
    await addNerdFile(order)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => operate('POST', `/orders/${order.id}/events`, { event: 'send' })),
    )
    expect(answers.map((each) => each.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    const read = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
    expect(read.body.events.filter((entry) => entry.event === 'send')).toHaveLength(1)
  })

  test('[API-11] a repeat with the same key gets the first answer', async () => {
    const { order } = await personWithPaidOrder()
    await addNerdFile(order)
    const key = { 'idempotency-key': `send-${order.id}` }
    const path = `/orders/${order.id}/events`
    const first = await operate('POST', path, { event: 'send' }, key)
    const second = await operate('POST', path, { event: 'send' }, key)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await operate('POST', path, { event: 'accept' }, key)).toMatchObject({ status: 422 })
  })

  test('[STATE-17] a refund is requested, declined, requested again and granted', async () => {
    const { person, order } = await personWithPaidOrder()
    expect((await postEvents(order, 'request_refund', 'decline_refund')).client_status).toBe('In progress')
    const accepted = await postEvents(order, 'request_refund', 'accept_refund')
    expect(accepted).toMatchObject({
      system_client_status: 'Refund Accepted',
      client_paid: order.client_paid,
      refund_accept_at: expect.any(String),
    })
    await eventually(async () => (await readOrder(person, order)).refunded === order.client_paid)
  })

  test('[STATE-07][STATE-20] a declined order is hidden from its client, a deleted one from everybody', async () => {
    const person = await signedInPerson()
    const [declined, deleted] = [await person.order(), await person.order()]
    await postEvents(declined, 'decline')
    await postEvents(deleted, 'delete')
    expect(await person.send('GET', '/api/v3/orders')).toMatchObject({ body: { total: 0 } })
    expect((await person.send('GET', `/api/v3/orders/${deleted.id}`)).status).toBe(404)
    expect(await operate('GET', `/orders/${deleted.number}`)).toMatchObject({
      body: { system_client_status: 'Deleted' },
    })
  })

  test.each([
    ['an unknown event', { event: 'explode' }, 'event'],
    ['a deadline with an event that has none', { event: 'send', deadline: '2099-01-01T00:00:00Z' }, 'deadline'],
    ['a deadline that is past', { event: 'accept_revision', deadline: '2020-01-01T00:00:00Z' }, 'deadline'],
    ['a Nerd with an event that has none', { event: 'send', nerd: 'Ada' }, 'nerd'],
    ['a Nerd who is not in the register', { event: 'nerd_found', nerd: 'Nobody at all' }, 'nerd'],
    ['an unknown field', { event: 'send', mark: 5 }, 'mark'],
  ])('[API-10] refuses %s at its field', async (_what, body, field) => {
    const person = await signedInPerson()
    const { id } = await person.order()
    const answer = await operate('POST', `/orders/${id}/events`, body)
    expect(answer).toMatchObject({ status: 422, body: { error_value: field } })
  })

  test('[OPS-05] an unknown order is 404', async () => {
    for (const name of ['0000000', '01900000-0000-7000-8000-000000000000', 'x']) {
      expect((await operate('GET', `/orders/${name}`)).status).toBe(404)
      expect((await operate('POST', `/orders/${name}/events`, { event: 'send' })).status).toBe(404)
      expect((await operate('PATCH', `/orders/${name}`, { isPromo: true })).status).toBe(404)
    }
  })
})

describe('the log', () => {
  test('[OPS-01] it has author, action, subject and time, and no personal data', async () => {
    const phone = newPhone()
    const email = `someone-${phone.slice(-7)}@example.com`
    const ann = await signedInStaff('clerk')
    const creation = await ann.operate<Client>('POST', '/clients', { phone, email, tags: ['vip'] })
    const order = await operate<OperationsOrderWithHistory>('POST', '/orders', {
      client_id: creation.body.id,
      title: 'My secret title',
      details: 'My secret details',
    })
    await postEvents(order.body, 'delete')
    expect(await loggedFor(`client ${creation.body.id}`)).toMatchObject([
      {
        author: ann.name,
        action: 'create client',
        at: expect.any(Number),
        request: { phone: 'withheld', email: 'withheld', tags: ['vip'] },
      },
    ])
    const ofOrder = await loggedFor(`order ${order.body.id}`)
    expect(ofOrder.map((row) => [row.author, row.action])).toEqual([
      ['machine', 'create order'],
      ['machine', 'post event'],
    ])
    expect(JSON.stringify(ofOrder)).not.toContain('secret')
  })

  test('[OPS-01] every write has its line in the log, with its text if that names nobody', async () => {
    const { url, product, clock, settings } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const unpaid = await person.order()
    const [prices, services] = [(await operate('GET', '/pricing')).body, (await operate('GET', '/services')).body]
    const lateCredit = (await operate<LateCreditAnswer>('GET', '/late_credit')).body
    const dedupeKey = `audit:${order.id}`
    const mail = { channel: 'email', to: `audit-${order.number}@example.com`, template: 'order-sent' } as const
    await enqueue(product.queries, clock.now(), { ...mail, variables: { number: order.number, title: '' }, dedupeKey })
    const failed = await product.queries
      .updateTable('outbox')
      .set({ status: 'failed' })
      .where('dedupe_key', '=', dedupeKey)
      .returning('id')
      .executeTakeFirstOrThrow()

    const ofOrder = `order ${order.id}`
    const ofClient = `client ${person.clientId}`
    const gift = { kind: 'percent', percent: 5 }
    const part = { amount: 1, reason: 'A secret of the client' }
    const account = { phone: newPhone(), tags: ['vip'] }
    const text = await unansweredText()
    const ofConversation = `conversation ${order.id}`
    const messages = `/api/v3/orders/${order.id}/messages`
    const last = (await person.send<{ _id: string }>('POST', messages, { text: 'Where is it?' })).body._id
    const nerd = await registeredNerd('Ada')
    await operate('PATCH', `/nerds/${nerd}`, { email: 'ada@example.com' })
    const saved = await savedReply()
    const { _id: wrongFile } = await addNerdFile(order)
    const differentDay = await dayThatDiffers()
    const spare = await registeredNerd('Ada')
    const tipped = await nerdWithDelivery()
    await bookCardTip(tipped.order, 500)
    const payout = { month: monthAt(clock.now(), settings.companyZone), reference: 'A secret' }
    const [owner, clerk] = [await signedInStaff('owner'), await signedInStaff('clerk')]
    const subscriber = await personWithEmail()
    await subscribe(subscriber, 'nerdify_basic')
    /** By call: its owner, the body, the subject in the log, and the logged request. */
    const writes: Record<string, [key: string, body: object | undefined, subject: unknown, request: object]> = {
      'POST /orders': ['', { client_id: person.clientId }, /^order /, { client_id: person.clientId }],
      'PATCH /orders/{id}': [unpaid.id, { price: 9 }, `order ${unpaid.id}`, { price: 9 }],
      'POST /orders/{id}/events': [
        order.number,
        { event: 'nerd_found', nerd, note: 'A secret' },
        ofOrder,
        { event: 'nerd_found', nerd: 'withheld', note: 'withheld' },
      ],
      'POST /orders/{id}/files': [order.id, undefined, ofOrder, { type: 'file_final_draft' }],
      'POST /orders/{id}/file_removals': [order.id, { file_id: wrongFile }, ofOrder, { file_id: wrongFile }],
      'POST /orders/{id}/take': [order.number, {}, ofOrder, { staff: owner.name }],
      'POST /orders/{id}/release': [order.number, undefined, ofOrder, {}],
      'POST /orders/{id}/work_sheets': [order.number, undefined, ofOrder, {}],
      'POST /orders/{id}/agreement': [
        order.id,
        { price: 60, reason: 'A secret' },
        ofOrder,
        { price: 60, reason: 'withheld' },
      ],
      'POST /orders/{id}/refunds': [order.id, part, ofOrder, { amount: 1, reason: 'withheld' }],
      'POST /clients': ['', account, /^client /, { phone: 'withheld', tags: ['vip'] }],
      'POST /client_import': [
        '',
        { dry_run: false, lines: [{ line: 2, phone: newPhone() }] },
        'clients',
        { dry_run: false, created: 1 },
      ],
      'POST /nerds': ['', { name: 'Ada', rating: 5 }, /^nerd /, { name: 'withheld', rating: 'withheld' }],
      'POST /nerds/{id}/payouts': [tipped.nerd, payout, `nerd ${tipped.nerd}`, { ...payout, reference: 'withheld' }],
      'POST /nerds/{id}/merge': [spare, { into: nerd }, `nerd ${spare}`, { into: nerd }],
      'PATCH /nerds/{id}': [nerd, { active: true }, `nerd ${nerd}`, { active: 'withheld' }],
      'PATCH /clients/{id}': [person.clientId, { tags_add: ['vip'] }, ofClient, { tags_add: ['vip'] }],
      'POST /clients/{id}/contact': [person.clientId, { phone: newPhone() }, ofClient, { phone: 'withheld' }],
      'POST /clients/{id}/referral_code': [person.clientId, undefined, ofClient, {}],
      'POST /clients/{id}/referral_bonuses': [person.clientId, undefined, ofClient, { released: 0 }],
      'POST /clients/{id}/referral_bonuses/refuse': [
        person.clientId,
        { reason: 'A secret' },
        ofClient,
        { reason: 'withheld', refused: 0 },
      ],
      'POST /clients/{id}/plan_end': [
        subscriber.clientId,
        { plan: 'nerdify_basic', reason: 'A secret' },
        `client ${subscriber.clientId}`,
        { plan: 'nerdify_basic', reason: 'withheld' },
      ],
      'POST /clients/{id}/balance_credits': [person.clientId, part, ofClient, { amount: 1, reason: 'withheld' }],
      'POST /clients/{id}/balance_debits': [person.clientId, part, ofClient, { amount: 1, reason: 'withheld' }],
      'POST /clients/{id}/upload_page': [person.clientId, undefined, ofClient, {}],
      'POST /clients/{id}/sign-out': [person.clientId, undefined, ofClient, {}],
      'POST /clients/{id}/block': [person.clientId, undefined, ofClient, {}],
      'POST /clients/{id}/unblock': [person.clientId, undefined, ofClient, {}],
      'PUT /discounts/{code}': [`A${order.number}`, { gift }, `discount A${order.number}`, { discount: { gift } }],
      'POST /discounts/{code}/off': [`A${order.number}`, undefined, `discount A${order.number}`, {}],
      'POST /conversations/{id}/files': [order.number, undefined, ofConversation, {}],
      'POST /conversations/{id}/notes': [order.number, { text: 'A secret' }, ofConversation, { text: 'withheld' }],
      'POST /replies': ['', { name: 'A secret', text: 'A secret' }, /^reply /, { name: 'withheld', text: 'withheld' }],
      'PATCH /replies/{id}': [saved.id, { text: 'A secret' }, `reply ${saved.id}`, { text: 'withheld' }],
      'POST /replies/{id}/remove': [saved.id, undefined, `reply ${saved.id}`, {}],
      'POST /conversations/{id}/read': [order.number, { last }, ofConversation, { last: 'withheld' }],
      'POST /conversations/{id}/no_answer_needed': [order.number, undefined, ofConversation, {}],
      'POST /conversations/{id}/answers': [order.number, { text: 'A secret' }, ofConversation, { text: 'withheld' }],
      'POST /conversations/{id}/take_back': [order.number, undefined, ofConversation, {}],
      'POST /books/{day}/compare': ['2018-05-05', undefined, 'books 2018-05-05', {}],
      'POST /books/{day}/settle': [
        differentDay,
        { reason: 'A secret' },
        `books ${differentDay}`,
        { reason: 'withheld' },
      ],
      'PUT /late_credit': ['', lateCredit, 'late_credit', { late_credit: lateCredit.steps }],
      'PUT /pricing': ['', prices, 'pricing', { rates: prices }],
      'PUT /services': ['', services, 'services', { services }],
      'POST /contacts/{id}/answers': [text, { text: 'A secret' }, `message ${text}`, { text: 'withheld' }],
      'POST /contacts/{id}/no_answer_needed': [text, undefined, `message ${text}`, {}],
      'POST /messages/{id}/resend': [failed.id, undefined, `message ${failed.id}`, {}],
      'POST /staff': ['', { email: newStaffEmail(), role: 'lead' }, /^staff /, { email: 'withheld', role: 'lead' }],
      'PATCH /staff/{id}': [clerk.id, { role: 'lead' }, `staff ${clerk.name}`, { role: 'lead' }],
      'POST /staff/{id}/remove': [clerk.id, undefined, `staff ${clerk.name}`, {}],
    }
    // The process's log has the sign-ins (SAFE-10); a preview writes nothing.
    const isLogged = (call: string) => !/^GET |^POST \/sign_|\/preview$/.test(call)
    expect(Object.keys(writes).toSorted()).toEqual((await callsOfOperations()).filter(isLogged).toSorted())

    for (const [call, [key, body, subject, request]] of Object.entries(writes)) {
      const [method, path] = call.replace(/\{\w+\}/, key).split(' ') as [string, string]
      if (path.endsWith('/files')) {
        const form = new FormData()
        form.set('file', new Blob(['the paper']), 'A secret.txt')
        form.set('type', 'file_final_draft')
        const sent = { method, headers: { authorization: `Bearer ${owner.token}` }, body: form }
        expect((await fetch(`${url}/api/ops${path}`, sent)).status).toBe(201)
      } else {
        const { status } = await owner.operate(method, path, body)
        expect({ call, done: status === 200 || status === 201 }).toEqual({ call, done: true })
      }
      const lines = await product.queries
        .deleteFrom('operations_log')
        .where('author', '=', owner.name)
        .returning(['subject', 'request'])
        .execute()
      const expectedLine = {
        subject: typeof subject === 'string' ? subject : expect.stringMatching(subject as RegExp),
        request,
      }
      expect({ call, lines }).toEqual({ call, lines: [expectedLine] })
    }
  })

  test('[OPS-01] an action that cannot be logged has no effect and sends no message', async () => {
    const { order } = await personWithPaidOrder()
    await addNerdFile(order)
    await whileRowsAreRefused('operations_log', `subject = 'order ${order.id}'`, async () => {
      expect((await operate('POST', `/orders/${order.id}/events`, { event: 'send' })).status).toBe(500)
    })
    const read = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
    expect(read.body).toMatchObject({ client_status: 'In progress', sent_at: null })
    const { product } = await testProduct()
    const announcements = product.queries.selectFrom('outbox').select('template').where('template', '=', 'order-sent')
    expect(await announcements.where(sql`variables ->> 'number'`, '=', order.number).execute()).toEqual([])
  })

  test('[OPS-15] the token acts as "machine", whatever name a header says', async () => {
    const creation = await operate<Client>('POST', '/clients', { phone: newPhone() }, { 'x-operator': 'The Owner' })
    expect(await loggedFor(`client ${creation.body.id}`)).toMatchObject([{ author: 'machine' }])
  })
})

describe('orders', () => {
  test('[OPS-05] lists the orders of all clients, newest first, and filters by state', async () => {
    const one = await personWithPaidOrder()
    const other = await personWithPaidOrder()
    await postEvents(one.order, 'nerd_found')
    /** The list up to an order: orders of other tests with their clocks ahead come first. */
    const listUntil = async (id: string, state = '') => {
      const listed: OperationsOrderPage['results'] = []
      for (let cursor = ''; !listed.some((order) => order.id === id); ) {
        const { body } = await operate<OperationsOrderPage>('GET', `/orders?${state}${cursor}`)
        expect(body.results).not.toEqual([])
        listed.push(...body.results)
        cursor = `&cursor=${body.next}`
      }
      return listed
    }
    const all = await listUntil(one.order.id)
    const both = [other.order.id, one.order.id]
    expect(all.map((order) => order.id).filter((id) => both.includes(id))).toEqual(both)
    const times = all.map((order) => order.created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    const found = await listUntil(one.order.id, 'state=nerd_found')
    expect(found.find(({ id }) => id === one.order.id)).toMatchObject({
      client_id: one.person.clientId,
      details: null,
    })
    expect(found.map((order) => order.client_status)).not.toContain('In progress')
    expect((await operate('GET', '/orders?state=lost')).status).toBe(422)
  })

  test('[OPS-05] creates an order for a client, priced like the client’s own', async () => {
    const person = await signedInPerson()
    const { deadline } = await person.order()
    const creation = await operate<OperationsOrderWithHistory>('POST', '/orders', {
      client_id: person.clientId,
      type: 'Essay (writing)',
      subject: 'History',
      size: '2 Pages',
      deadline,
    })
    expect(creation).toMatchObject({
      status: 201,
      body: { price: 48, events: [{ event: 'created', author: 'machine' }] },
    })
    expect(await readOrder(person, creation.body)).toMatchObject({ id: creation.body.id, price: 48 })
    const nobodys = await operate('POST', '/orders', { client_id: creation.body.id })
    expect(nobodys).toMatchObject({ status: 422, body: { error_value: 'client_id' } })
  })

  test('[OPS-05][PRICE-05] an agreed price is charged, with services, long after a quote would have expired', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'service_add', tag: 'top_writer' })
    await applyCode(person, order, await newCoupon({ gift: { kind: 'percent', percent: 10 } }))
    const priced = await operate<OperationsOrderWithHistory>('PATCH', `/orders/${order.id}`, { price: 123.45 })
    expect(priced).toMatchObject({ status: 200, body: { price: 123.45, discount_amount: 0, discountCode: null } })
    const { quote_price, service_price } = priced.body
    expect(Math.round((quote_price + service_price) * 100)).toBe(12_345)
    clock.advance(2 * 3_600_000)
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 123.45, isPaid: true })
    const late = await operate('PATCH', `/orders/${order.id}`, { price: 1 })
    expect(late).toMatchObject({ status: 409, body: { error_type: 'order_paid' } })
  })

  test('[OPS-05][PRICE-12] a new size gets a new quote, which expires like any other', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await operate('PATCH', `/orders/${order.id}`, { price: 10 })
    const titled = await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { title: 'Kept' })
    expect(titled.body).toMatchObject({ price: 10, price_fixed: true })
    const resized = await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, { size: '3 Pages' })
    expect(resized.body).toMatchObject({ price: 72, price_fixed: false })
  })

  test.each([0, -1, 1.005, 100_001])('[OPS-05] refuses a price of %s', async (price) => {
    const person = await signedInPerson()
    const { id } = await person.order()
    const answer = await operate('PATCH', `/orders/${id}`, { price })
    expect(answer).toMatchObject({ status: 422, body: { error_value: 'price' } })
  })

  test('[OPS-05] changes type, marks and tags, and records that in the history', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const changed = await operate<OperationsOrderWithHistory>('PATCH', `/orders/${order.id}`, {
      type: 'Essay (editing)',
      isPromo: true,
      is_complex: true,
      tags_add: ['urgent', 'vip', 'urgent'],
    })
    expect(changed.body).toMatchObject({
      priceName: 'Essay (editing)',
      type: 'Complex',
      isPromo: true,
      is_complex: true,
      tags: ['urgent', 'vip'],
    })
    expect(changed.body.price).toBeLessThan(order.price)
    const again = await operate<OperationsOrderWithHistory>('PATCH', `/orders/${order.id}`, { tags_remove: ['vip'] })
    expect(again.body.tags).toEqual(['urgent'])
    expect(again.body.events.map((entry) => entry.event)).toEqual(['created', 'changed', 'changed'])
    expect((await operate('PATCH', `/orders/${order.id}`, {})).status).toBe(422)
  })

  test('[DESK-02][OPS-05] a dry run returns the client’s price, and an outdated version is a no-op', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const change = (body: object) => operate<OperationsOrderWithHistory>('PATCH', `/orders/${order.id}`, body)
    const tried = await change({ type: 'Essay (editing)', isPromo: true, version: order.version, dry_run: true })
    expect(tried).toMatchObject({ status: 200, body: { priceName: 'Essay (editing)', isPromo: true } })
    expect(tried.body.price).toBeLessThan(order.price)
    expect((await readOrder(person, order)).price).toBe(order.price)

    // Words of the task do not change the price; a service does.
    const titled = { title: 'Tides', version: order.version }
    await person.send('PATCH', `/api/v3/orders/${order.id}`, titled)
    expect((await change({ price: 40, version: order.version, dry_run: true })).body.price).toBe(40)
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'service_add', tag: 'top_writer' })
    for (const late of [{ price: 40 }, { type: 'Quiz' }]) {
      const answer = await change({ ...late, version: order.version })
      expect(answer).toMatchObject({ status: 409, body: { error_type: 'order_changed' } })
    }
    const { version } = (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body
    expect((await change({ price: 40, isPromo: true, version })).body).toMatchObject({ price: 40, isPromo: true })
    for (const second of [{ price: 50 }, { isPromo: false }]) {
      expect(await change({ ...second, version })).toMatchObject({ status: 409 })
    }
    expect((await change({ is_complex: true, version })).status).toBe(200)
  })

  test('[OPS-05][FLOW-19] changes a type that the client may not change, also to one with another measure', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const retyped = (type: string) => operate<OperationsOrderWithHistory>('PATCH', `/orders/${order.id}`, { type })
    await operate('PATCH', `/orders/${order.id}`, { is_complex: true })
    const theirs = await person.send('PATCH', `/api/v3/orders/${order.id}`, { type: 'Essay (editing)' })
    expect(theirs).toMatchObject({ status: 409, body: { error_type: 'order_fixed' } })
    const edited = await retyped('Essay (editing)')
    expect(edited).toMatchObject({ status: 200, body: { priceName: 'Essay (editing)', size: '2 Pages' } })
    expect(edited.body.price).toBeLessThan(order.price)
    const quiz = await retyped('Quiz')
    expect(quiz).toMatchObject({ status: 200, body: { priceName: 'Quiz', size: '120 Minutes' } })
    const { body: same } = await person.send<Order>('POST', '/api/v3/orders', {
      type: 'Quiz',
      subject: 'History',
      size: '120 Minutes',
      deadline: order.deadline,
    })
    expect(quiz.body.price).toBe(same.price)

    await operate('PATCH', `/orders/${order.id}`, { is_complex: false })
    const stale = await person.send('PATCH', `/api/v3/orders/${order.id}`, {
      size: '60 Minutes',
      version: order.version,
    })
    expect(stale).toMatchObject({ status: 409, body: { error_type: 'order_changed' } })
    await payOrder(person, order)
    expect(await retyped('Essay (writing)')).toMatchObject({ status: 409, body: { error_type: 'order_paid' } })
    const declined = await person.order()
    await postEvents(declined, 'decline')
    const late = await operate('PATCH', `/orders/${declined.id}`, { type: 'Quiz' })
    expect(late).toMatchObject({ status: 409, body: { error_type: 'order_fixed' } })
  })
})

describe('clients', () => {
  test('[OPS-05][MSG-04] creates an account, which can sign in, and reads and changes it', async () => {
    const phone = newPhone()
    const codeFor = { body: { type: 'request_code', factor: 'phone', value: phone } }
    expect(await send('POST', '/api/v3/factor_auth', codeFor)).toMatchObject({
      status: 422,
      body: { text: 'Looks like you have mistyped your phone number. Please check and re-enter it.' },
    })
    const creation = await operate<Client>('POST', '/clients', { phone: phone.slice(2), country_final: 'CA' })
    expect(creation).toMatchObject({ status: 201, body: { phone, country_final: 'CA', tags: [] } })
    expect((await send('POST', '/api/v3/factor_auth', codeFor)).status).toBe(200)
    expect(await codeSentTo(phone)).toMatch(/^\d{5}$/)
    const { id } = creation.body
    const exp_data = { app2_scale: 'b' }
    const changed = await operate('PATCH', `/clients/${id}`, {
      tags_add: ['one', 'two'],
      country_final: 'US',
      exp_data,
    })
    expect(changed.body).toMatchObject({ tags: ['one', 'two'], country_final: 'US', exp_data })
    await operate('PATCH', `/clients/${id}`, { tags_remove: ['one'], country_final: null })
    const read = await operate('GET', `/clients/${id}`)
    expect(read.body).toMatchObject({ tags: ['two'], country_final: null, exp_data })
    expect((await operate('GET', '/clients/01900000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await operate('PATCH', '/clients/nobody', { tags_add: ['x'] })).status).toBe(404)
  })

  test('[AUTH-22] refuses a taken phone or address at its field', async () => {
    const phone = newPhone()
    const email = `once-${phone.slice(-7)}@example.com`
    expect((await operate('POST', '/clients', { phone, email })).status).toBe(201)
    expect(await operate('POST', '/clients', { phone })).toMatchObject({ status: 422, body: { error_value: 'phone' } })
    const sameMail = await operate('POST', '/clients', { email: email.toUpperCase() })
    expect(sameMail).toMatchObject({ status: 422, body: { error_value: 'email' } })
    for (const body of [{}, { phone: 'abc' }, { email: 'a@b.co, c@d.co' }]) {
      expect((await operate('POST', '/clients', body)).status).toBe(422)
    }
  })

  test('[OPS-05] keeps all tags that several calls add at once', async () => {
    const { body } = await operate<Client>('POST', '/clients', { phone: newPhone() })
    const tags = Array.from({ length: 8 }, (_, index) => `tag${index}`)
    await Promise.all(tags.map((tag) => operate('PATCH', `/clients/${body.id}`, { tags_add: [tag] })))
    const read = await operate<Client>('GET', `/clients/${body.id}`)
    expect(read.body.tags.toSorted()).toEqual(tags)
  })
})

describe('prices', () => {
  test('[OPS-05][PRICE-04] a new price table applies at once to new quotes; an invalid one is refused', async () => {
    const person = await signedInPerson()
    const before = (await operate<Record<string, { deadlines: number[]; prices: number[] }>>('GET', '/pricing')).body
    const dearer = Object.fromEntries(
      Object.entries(before).map(([name, row]) => [name, { ...row, prices: row.prices.map((price) => price * 2) }]),
    )
    try {
      expect(await operate('PUT', '/pricing', dearer)).toMatchObject({ status: 200, body: dearer })
      expect((await person.order()).price).toBe(96)
      const rising = { ...before, Quiz: { deadlines: [3, 6], prices: [1, 2] } }
      const refused = await operate('PUT', '/pricing', rising)
      expect(refused).toMatchObject({
        status: 422,
        body: { error_value: 'Quiz.prices.1', error_type: 'price_table_unfit' },
      })
      const { Quiz: _quiz, ...lacking } = before
      expect((await operate('PUT', '/pricing', lacking)).status).toBe(422)
      expect((await operate('GET', '/pricing')).body).toEqual(dearer)
    } finally {
      expect((await operate('PUT', '/pricing', before)).status).toBe(200)
    }
    expect((await person.order()).price).toBe(48)
  })

  test('[DESK-05] refuses prices over an outdated version, each part separately', async () => {
    const before = (await operate<OperationsPrices>('GET', '/prices')).body
    const { rates, services, late_credit: steps } = before
    const put = (path: string, version: string, body: unknown) => operate('PUT', `${path}?version=${version}`, body)
    const saved = { status: 200 }
    const refused = { status: 409, body: { error_type: 'changed_meanwhile' } }
    try {
      const dearer = { ...services, adv_plagreport: { amount: 9 } }
      expect(await put('/services', before.services_version, dearer)).toMatchObject(saved)
      expect(await put('/services', before.services_version, services)).toMatchObject(refused)
      expect(await put('/pricing', before.rates_version, rates)).toMatchObject(saved)
      expect(await put('/pricing', 'another', rates)).toMatchObject(refused)
      expect(await put('/late_credit', before.late_credit_version, { steps: [] })).toMatchObject(saved)
      expect(await put('/late_credit', before.late_credit_version, { steps })).toMatchObject(refused)
      expect((await operate<OperationsPrices>('GET', '/prices')).body).toMatchObject({
        services: dearer,
        late_credit: [],
      })
    } finally {
      await operate('PUT', '/services', services)
      await operate('PUT', '/late_credit', { steps })
    }
    expect((await operate('GET', '/prices')).body).toEqual(before)
  })

  test('[OPS-04][PRICE-04] prices changed by an older build, without a revision, apply to the next quote too', async () => {
    const { queries } = (await testProduct()).database
    const person = await signedInPerson()
    const row = () => queries.selectFrom('price_table').selectAll().executeTakeFirstOrThrow()
    const before = await row()
    const put = async (prices: typeof before.prices) => {
      const { version } = await row()
      await queries
        .updateTable('price_table')
        .set({ prices: JSON.stringify(prices), version: version + 1 })
        .execute()
    }
    const dearer = Object.fromEntries(
      Object.entries(before.prices).map(([name, rates]) => [
        name,
        { ...rates, prices: rates.prices.map((price) => price * 2) },
      ]),
    ) as typeof before.prices
    expect((await person.order()).price).toBe(48)
    try {
      await put(dearer)
      expect((await person.order()).price).toBe(96)
    } finally {
      await put(before.prices)
    }
    expect((await person.order()).price).toBe(48)
  })

  test('[OPS-05][SRV-02] new service prices apply at once', async () => {
    const person = await signedInPerson()
    const before = (await operate<ServicePricesAnswer>('GET', '/services')).body
    const topPrice = async () => (await person.order()).services.top_writer.price
    try {
      await operate('PUT', '/services', { ...before, top_writer: { percent_of_quote: 50 } })
      expect(await topPrice()).toBe(24)
      await operate('PUT', '/services', { ...before, top_writer: { amount: 7.35 } })
      expect(await topPrice()).toBe(7.35)
      for (const wrong of [{ amount: -1 }, { amount: 1.001 }, { percent_of_quote: 101 }, {}]) {
        expect((await operate('PUT', '/services', { ...before, top_writer: wrong })).status).toBe(422)
      }
    } finally {
      expect((await operate('PUT', '/services', before)).status).toBe(200)
    }
  })
})

describe('discounts', () => {
  test('[OPS-05][DISC-17] activates a coupon, which a client applies, and reads and changes it', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const code = `OPS${order.number}`
    const coupon = {
      gift: { kind: 'amount', amount: 7.5 },
      expires_at: '2099-01-01T00:00:00.000Z',
      once_a_client: true,
      most_uses: 3,
      price_names: ['Essay (writing)'],
      least_quote_price: 10,
    }
    expect((await operate('GET', `/discounts/${code}`)).status).toBe(404)
    const put = await operate('PUT', `/discounts/${code.toLowerCase()}`, coupon)
    expect(put).toMatchObject({ status: 200, body: { code, ...coupon } })
    expect((await operate('GET', `/discounts/${code}`)).body).toEqual(put.body)
    expect(await applyCode(person, order, code)).toMatchObject({ status: 200, body: { price: 40.5 } })
    expect(await loggedFor(`discount ${code}`)).toMatchObject([
      { action: 'change discount', request: { discount: coupon } },
    ])

    await operate('PUT', `/discounts/${code}`, { gift: { kind: 'percent', percent: 50 } })
    expect(await applyCode(person, order, code)).toMatchObject({ status: 200, body: { price: 24 } })
    expect((await operate('GET', `/discounts/${code}`)).body).toMatchObject({
      code,
      gift: { kind: 'percent', percent: 50 },
    })
  })

  test('[DESK-05] refuses a coupon over an outdated version, and a new one over a used code', async () => {
    const code = `V${Math.random().toString(36).slice(2, 10)}`.toUpperCase()
    const put = (version: string, percent: number) =>
      operate<Discount>('PUT', `/discounts/${code}?version=${version}`, { gift: { kind: 'percent', percent } })
    const creation = await put(noCouponVersion, 10)
    expect(creation).toMatchObject({ status: 200, body: { used: 0, left: null, over: false } })
    const refused = { status: 409, body: { error_type: 'changed_meanwhile' } }
    expect(await put(noCouponVersion, 20)).toMatchObject(refused)
    expect((await put(creation.body.version, 30)).status).toBe(200)
    expect(await put(creation.body.version, 40)).toMatchObject(refused)
    expect((await operate('GET', `/discounts/${code}`)).body).toMatchObject({ gift: { percent: 30 } })
  })

  test.each([
    [{}],
    [{ gift: { kind: 'percent', percent: 101 } }],
    [{ gift: { kind: 'amount', amount: 1.001 } }],
    [{ gift: { kind: 'free', add_ons: ['client_recomended_writer'] } }],
    [{ gift: { kind: 'percent', percent: 5 }, most_uses: 0 }],
    [{ gift: { kind: 'percent', percent: 5 }, expires_at: 'soon' }],
  ])('[API-10] refuses %j as a coupon', async (body) => {
    expect((await operate('PUT', '/discounts/OPSWRONG', body)).status).toBe(422)
    expect((await operate('GET', '/discounts/OPSWRONG')).status).toBe(404)
  })
})

test('[OPS-01] lists messages by outcome: support’s with their text, clients’ without', async () => {
  const person = await personSignedInByCode()
  const order = await person.order()
  await applyCode(person, order, `NOSUCH${order.number}`)
  // Other tests write messages too, some with a clock that is ahead.
  const listed: MessagePage['results'] = []
  for (let page = 0; !listed.some(({ to }) => to === person.phone); page += 1) {
    listed.push(...(await operate<MessagePage>('GET', `/messages?page=${page}`)).body.results)
  }
  const support = listed.find((message) => message.subject?.includes(order.number))
  expect(support).toMatchObject({ channel: 'email', template: 'coupon-error', text: expect.stringContaining('Coupon') })
  const code = listed.find((message) => message.to === person.phone)
  expect(code).toMatchObject({ channel: 'sms', status: 'sent', subject: null, text: null })
  const dead = await operate<MessagePage>('GET', '/messages?status=dead')
  expect(dead.body.results.every((message) => message.status === 'dead')).toBe(true)
  expect((await operate('GET', '/messages?status=lost')).status).toBe(422)
})

describe('no feedback', () => {
  const hourMs = 3_600_000
  const tagsOf = async (order: Order) =>
    (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body.tags

  test('[STATE-13] marks an order unrated a day after completion once, and no rated one', async () => {
    const { product, clock } = await testProduct()
    const { order } = await personWithPaidOrder()
    const rated = await personWithPaidOrder()
    await postEvents(order, 'send')
    await postEvents(rated.order, 'send')
    await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', rated.order.id).execute()
    const noteAt = (now: number) => noteMissingFeedback({ ...product, clock: { now: () => now } })

    await noteAt(clock.now() + 23 * hourMs)
    expect(await tagsOf(order)).toEqual([])
    // Several processes at once.
    await Promise.all([noteAt(clock.now() + 25 * hourMs), noteAt(clock.now() + 25 * hourMs)])
    await noteAt(clock.now() + 26 * hourMs)
    const read = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
    expect(read.body.tags).toEqual(['no_feedback_1d'])
    expect(read.body.events.filter((entry) => entry.event === 'no_feedback_1d')).toMatchObject([{ author: 'schedule' }])
    expect(await tagsOf(rated.order)).toEqual([])
  })

  test('[STATE-13] delivered orders that may not be rated do not delay others', async () => {
    const { product, clock } = await testProduct()
    const [held, due] = [(await personWithPaidOrder()).order, (await personWithPaidOrder()).order]
    await postEvents(held, 'send', 'request_revision')
    await postEvents(due, 'send')
    await noteMissingFeedback({ ...product, clock: { now: () => clock.now() + 25 * hourMs } })
    expect(await tagsOf(held)).toEqual([])
    expect(await tagsOf(due)).toEqual(['no_feedback_1d'])
  })
})

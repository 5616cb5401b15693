import { clientCalls } from '@nerdify/contract/client-calls.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { signInNeeded } from '@nerdify/contract/error-texts.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import type { SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { startSession } from '../sessions/sessions.ts'
import { makeShortKey, shortKeyOf } from '../keys/sign-in-keys.ts'
import { personWithBalance } from '../testing/cards/books.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  codeSentTo,
  eventually,
  newAccount,
  send,
  signedInPerson,
  type TestPerson,
  textsTo,
} from '../testing/test-client.ts'
import { uploaded } from '../testing/uploaded.ts'

afterEach(async () => (await testProduct()).clock.reset())

const minute = 60_000
const me = '/api/v3/users/client/me'

/** Every kind of session; the links name `order`. */
const kinds = [
  'fresh code',
  'old code',
  'fresh mail link',
  'text link',
  'rating link',
  'payment link',
  'message link',
  'before',
] as const
type Kind = (typeof kinds)[number]

const everyKind = kinds
const account = ['fresh code', 'old code', 'fresh mail link', 'before'] as const
const ofOneOrder = kinds.filter((kind) => kind !== 'message link')
const ordering = [...account, 'text link'] as const
const fresh = ['fresh code', 'fresh mail link'] as const

/** A call without an effect, and the sessions that may make it. */
interface Case {
  call: keyof typeof clientCalls
  path: string
  body?: unknown
  reached: readonly Kind[]
}

/** The requirement's sentence as a table, independent of the product's table (SAFE-03). */
function casesFor(clientId: string, { order, other }: { order: string; other: string }): Case[] {
  const orders = '/api/v3/orders'
  const plans = `/api/v3/users/client/${clientId}`
  const ofOrder = (method: 'GET' | 'POST' | 'PATCH', rest = '', body?: unknown): Case[] => [
    {
      call: `${method} ${orders}/:id${rest}`,
      path: `${orders}/${order}${rest}`,
      body,
      reached: rest.startsWith('/messages') || (method === 'GET' && rest === '') ? everyKind : ofOneOrder,
    },
    { call: `${method} ${orders}/:id${rest}`, path: `${orders}/${other}${rest}`, body, reached: ordering },
  ]
  const ofPlan = (name: string, body?: unknown): Case => ({
    call: `POST /api/v3/subscriptions/:id/${name}`,
    path: `/api/v3/subscriptions/sub_nobody/${name}`,
    body,
    reached: fresh,
  })
  const ofUpload = (method: string, rest = ''): Case => ({
    call: `${method} /api/v3/uploads/:id${rest}`,
    path: `/api/v3/uploads/nothing${rest}`,
    reached: everyKind,
  })
  const change = (body: unknown, reached: readonly Kind[]): Case[] =>
    ['PATCH', 'POST'].map((method) => ({ call: `${method} ${me}`, path: me, body, reached }))
  return [
    { call: `GET ${me}`, path: me, reached: everyKind },
    { call: 'GET /api/v3/first_data', path: '/api/v3/first_data', reached: everyKind },
    ...change({}, everyKind),
    ...change({ userdef: {} }, everyKind),
    ...change({ adult_confirmed: true }, everyKind),
    ...change({ action: 'keep_account' }, account),
    ...change({ nickname: 'Ann' }, account),
    ...change({ announce_by: 'sms' }, account),
    ...change({ email: 'nonsense' }, fresh),
    ...change({ action: 'delete_account', nickname: 'Ann' }, fresh),
    { call: `GET ${me}/data`, path: `${me}/data`, reached: fresh },
    { call: `GET ${me}/sessions`, path: `${me}/sessions`, reached: account },
    { call: `GET ${me}/balance`, path: `${me}/balance`, reached: account },
    { call: `GET ${me}/marketing_consent`, path: `${me}/marketing_consent`, reached: account },
    {
      call: `PUT ${me}/marketing_consent`,
      path: `${me}/marketing_consent`,
      body: { granted: false },
      reached: account,
    },
    { call: 'GET /api/v3/users/client/:id/rawsubscriptions', path: `${plans}/rawsubscriptions`, reached: account },
    { call: 'POST /api/v3/users/client/:id/subscription_check', path: `${plans}/subscription_check`, reached: account },
    {
      call: 'POST /api/v3/users/client/:id/create_subscription_sesssion',
      path: `${plans}/create_subscription_sesssion`,
      body: { tag: 'nonsense' },
      reached: fresh,
    },
    {
      call: 'POST /api/v3/users/client/:id/create_setup_payment_method_sesssion',
      path: `${plans}/create_setup_payment_method_sesssion`,
      body: { subscription_id: 'sub_nobody', customer_id: 'cus_nobody' },
      reached: fresh,
    },
    { call: 'GET /api/v3/conversations', path: '/api/v3/conversations', reached: everyKind },
    { call: 'GET /api/v3/messages/support', path: '/api/v3/messages/support', reached: ordering },
    { call: 'POST /api/v3/messages/support', path: '/api/v3/messages/support', body: { text: ' ' }, reached: ordering },
    {
      call: 'POST /api/v3/messages/support/read',
      path: '/api/v3/messages/support/read',
      body: { last: order },
      reached: ordering,
    },
    ...ofOrder('GET', '/messages'),
    ...ofOrder('POST', '/messages', { text: ' ' }),
    ...ofOrder('POST', '/messages/read', { last: order }),
    ...ofOrder('POST', '/messages/preview', { text: 'Hello' }),
    ...['cancel', 'resume', 'refund'].map((name) => ofPlan(name)),
    ofPlan('plan_preview', { tag: 'nonsense' }),
    ofPlan('plan', { tag: 'nonsense', at: 0, due_now: 0 }),
    { call: `GET ${orders}`, path: orders, reached: everyKind },
    { call: `POST ${orders}`, path: orders, body: { subject: 'History' }, reached: ordering },
    { call: 'GET /api/v3/order_stream', path: '/api/v3/order_stream', reached: everyKind },
    { call: `GET ${me}/nerds`, path: `${me}/nerds`, reached: everyKind },
    ...ofOrder('GET'),
    ...ofOrder('PATCH', '', { size: 'nonsense' }),
    ...ofOrder('POST', '', { size: 'nonsense' }),
    ...['PATCH', 'POST'].flatMap((method) =>
      [
        { action: 'request_refund', note: '' },
        { use_balance: true, size: 'nonsense' },
      ].map((body) => ({
        call: `${method} ${orders}/:id`,
        path: `${orders}/${order}`,
        body,
        reached: ordering,
      })),
    ),
    ...ofOrder('GET', '/history'),
    ...ofOrder('GET', '/files'),
    ...ofOrder('GET', '/tip_form'),
    ...ofOrder('POST', '/payment_check'),
    {
      call: 'POST /api/v3/uploads',
      path: '/api/v3/uploads',
      body: { filename: 'a.exe', size: 0 },
      reached: everyKind,
    },
    ofUpload('POST', '/form'),
    ofUpload('POST', '/arrival'),
    ofUpload('DELETE'),
  ]
}

async function open(clientId: string, origin: SessionOrigin, orderId: string | null = null): Promise<string> {
  const { product } = await testProduct()
  return transaction(product.queries, (queries) => startSession(product, queries, { clientId, origin, orderId }))
}

async function tokensOf(clientId: string, order: string): Promise<Record<Kind, string>> {
  const { product, clock } = await testProduct()
  const before = await open(clientId, 'code')
  const { sid } = JSON.parse(atob(before.split('.')[1] ?? '')) as { sid: string }
  // Rows of older builds have no origin.
  await product.queries.updateTable('session').set({ origin: null }).where('id', '=', sid).execute()
  const oldCode = await open(clientId, 'code')
  clock.advance(15 * minute + 1)
  return {
    before,
    'old code': oldCode,
    'fresh code': await open(clientId, 'code'),
    'fresh mail link': await open(clientId, 'mail-link'),
    'text link': await open(clientId, 'text-link'),
    'rating link': await open(clientId, 'rating-link', order),
    'payment link': await open(clientId, 'payment-link', order),
    'message link': await open(clientId, 'message-link', order),
  }
}

/** The status and error type of a call; closes a stream. */
async function answerOf({ call, path, body }: Case, token: string) {
  const { url } = await testProduct()
  const response = await fetch(url + path, {
    method: call.slice(0, call.indexOf(' ')),
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const { error_type: type } = isStream ? {} : ((await response.json()) as { error_type?: string })
  if (isStream) await response.body?.cancel()
  return { status: response.status, type }
}

const personWithTwoOrders = async () => {
  const person = await signedInPerson()
  const [order, other] = [await person.order(), await person.order()]
  return { person, order: order._id, other: other._id }
}

describe('[SAFE-03] every call of a client by every kind of session', () => {
  test('is in this table and in the product’s table', async () => {
    const cases = casesFor('client', { order: 'order', other: 'other' })
    // Signing out everywhere ends its own session; it has a separate test.
    const calls = [...cases.map(({ call }) => call), `POST ${me}/sign_out_everywhere`]
    expect(new Set(calls)).toEqual(new Set(Object.keys(clientCalls)))
  })

  test('answers as the table says: let through or asked for a code, never signed out', async () => {
    const { person, order, other } = await personWithTwoOrders()
    const tokens = await tokensOf(person.clientId, order)
    const wrong: string[] = []
    for (const one of casesFor(person.clientId, { order, other })) {
      for (const kind of kinds) {
        const { status, type } = await answerOf(one, tokens[kind])
        const [isReached, isRefused] = [one.reached.includes(kind), status === 422 && type === signInNeeded]
        // Either would sign the client out (AUTH-19).
        if (isReached === isRefused || status === 401 || status === 403 || status >= 500)
          wrong.push(`${one.call} ${JSON.stringify(one.body ?? null)} by ${kind}: ${status} ${type}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('[AUTH-19] an unknown order is refused like an existing one', async () => {
    const { person, order, other } = await personWithTwoOrders()
    const token = await open(person.clientId, 'rating-link', order)
    const unknownId = '00000000-0000-7000-8000-000000000000'
    const [own, absent] = await Promise.all(
      [other, unknownId].map((id) => send('GET', `/api/v3/orders/${id}`, { token })),
    )
    expect(own?.body).toEqual(absent?.body)
  })
})

describe('[SAFE-03] a session of one order', () => {
  const idsIn = (page: OrderPage | undefined) => page?.results.map(({ _id }) => _id)

  test('lists only that order, also in the first data, and no data of the account', async () => {
    const { person, order, other } = await personWithTwoOrders()
    const token = await open(person.clientId, 'payment-link', order)
    const list = await send<OrderPage>('GET', '/api/v3/orders', { token })
    expect(idsIn(list.body)).toEqual([order])
    expect(list.body).toMatchObject({ total: 1, pages: 1 })
    const query = `order=${other}&orders=active&info=1&subscriptions=1`
    const first = await send<FirstData>('GET', `/api/v3/first_data?${query}`, { token })
    expect(idsIn(first.body.orders)).toEqual([order])
    expect(first.body).toMatchObject({ order: null, client: { orders_count: 1 } })
    expect(Object.keys(first.body).toSorted()).toEqual(['client', 'order', 'orders', 'unread'])
    expect((await send<Client>('GET', me, { token })).body.orders_count).toBe(1)
  })

  test('of a link to an unknown order lists no order', async () => {
    const { person } = await personWithTwoOrders()
    const token = await open(person.clientId, 'rating-link')
    expect((await send<OrderPage>('GET', '/api/v3/orders', { token })).body.results).toEqual([])
  })
})

describe('[SAFE-03][TALK-04] a file of an order is removed', () => {
  test.each([
    ['payment-link', 200, 0],
    ['message-link', 404, 1],
  ] as const)('by the session of a %s: %i', async (origin, status, left) => {
    const person = await signedInPerson()
    const { location } = await uploaded(person)
    const { _id: order } = await person.order({ files: [{ location }] })
    const token = await open(person.clientId, origin, order)
    const attachmentsOf = async () => (await send<Order>('GET', `/api/v3/orders/${order}`, { token })).body.attachments
    const [file] = await attachmentsOf()
    expect((await send('DELETE', `/api/v3/uploads/${file?.id}`, { token })).status).toBe(status)
    expect(await attachmentsOf()).toHaveLength(left)
  })
})

describe('[SAFE-03][MSG-01] words on the contact page by the session of', () => {
  test.each([
    ['text-link', { messages: 1, requests: [{ signed_in: true }] }],
    ['payment-link', { messages: 0, requests: [{ signed_in: false }, { signed_in: false }] }],
    ['message-link', { messages: 0, requests: [{ signed_in: false }, { signed_in: false }] }],
  ] as const)('a %s come from its client only if it reaches all orders', async (origin, expected) => {
    const { product } = await testProduct()
    const { person, order } = await personWithTwoOrders()
    const token = await open(person.clientId, origin, origin === 'text-link' ? null : order)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [path, fields] of [
      ['/api/v1/client', { phone: person.phone, message: 'Please stop the work on my other order' }],
      ['/api/v1/text-back', { to: person.phone }],
    ] as const) {
      const body = new URLSearchParams(fields).toString()
      expect((await send('POST', path, { token, body, headers })).status).toBe(200)
    }
    const rowsOf = (table: 'message' | 'contact_request') =>
      product.queries.selectFrom(table).selectAll().where('client_id', '=', person.clientId).execute()
    expect(await rowsOf('message')).toHaveLength(expected.messages)
    expect(await rowsOf('contact_request')).toMatchObject(expected.requests)
  })
})

describe('[SAFE-03] masked facts of a client', () => {
  const factorAuth = '/api/v3/factor_auth'
  const mailedTo = async (email: string) => (await textsTo(await testProduct(), email)).map(({ text }) => text)

  test('hide phone, e-mails and balance from a session of one order', async () => {
    const person = await personWithBalance(1_200)
    const { _id: order } = await person.order()
    const email = `p${person.phone.slice(1)}@example.com`
    const pending = `anyone${person.clientId}@new.org`
    await person.send('PATCH', me, { email: pending })
    const whole = {
      phone: person.phone,
      email: { email },
      pending_email: pending,
      available_balance: 12,
    }
    const masked = {
      phone: `•••${person.phone.slice(-4)}`,
      email: { email: 'p•••@example.com' },
      pending_email: 'a•••@new.org',
      available_balance: null,
    }
    const tokens = await tokensOf(person.clientId, order)
    for (const kind of kinds) {
      const token = tokens[kind]
      const answers = [
        (await send<Client>('GET', me, { token })).body,
        (await send<Client>('PATCH', me, { token, body: { userdef: {} } })).body,
        (await send<FirstData>('GET', '/api/v3/first_data', { token })).body.client,
        (await send<FirstData>('GET', '/api/v3/first_data?orders=active', { token })).body.client,
      ]
      const shown = /^(rating|payment|message) link$/.test(kind) ? masked : whole
      expect({ kind, answers }).toMatchObject({ kind, answers: answers.map(() => shown) })
    }
  })

  test('a masked phone requests a code and confirms it, and the new session sees all', async () => {
    const person = await signedInPerson()
    const token = await open(person.clientId, 'rating-link', (await person.order())._id)
    const { phone } = (await send<Client>('GET', me, { token })).body
    const body = { type: 'request_code', factor: 'phone', value: phone }
    const codeRequest = await send<{ ok: boolean; nonce: string }>('POST', factorAuth, { token, body })
    expect(codeRequest).toMatchObject({ status: 200, body: { ok: true } })
    const code = await codeSentTo(person.phone)
    const { nonce } = codeRequest.body
    const check = { ...body, type: 'check_code', code, nonce }
    const codeCheck = await send<{ jwt: string }>('POST', factorAuth, { token, body: check })
    expect(codeCheck.status).toBe(200)
    expect((await send<Client>('GET', me, { token: codeCheck.body.jwt })).body.phone).toBe(person.phone)
  })

  test('a masked e-mail requests a link', async () => {
    const email = 'bo.masked@mail.org'
    const { clientId } = await newAccount([], { email })
    const token = await open(clientId, 'payment-link')
    const value = (await send<Client>('GET', me, { token })).body.email?.email
    expect(value).toBe('b•••@mail.org')
    const body = { type: 'request_code', factor: 'email', value }
    expect(await send('POST', factorAuth, { token, body })).toMatchObject({ status: 200, body: { ok: true } })
    await eventually(async () => (await mailedTo(email)).some((text) => text.includes('/auth/')))
  })

  test('a masked phone or e-mail of another client, or without a session, matches no account', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson()]
    const token = await open(person.clientId, 'rating-link')
    const ended = await open(other.clientId, 'rating-link')
    await send('POST', factorAuth, { token: ended, body: { type: 'sign_out' } })
    const value = `•••${other.phone.slice(-4)}`
    for (const session of [token, ended, undefined]) {
      const byPhone = await send('POST', factorAuth, {
        token: session,
        body: { type: 'request_code', factor: 'phone', value },
      })
      expect(byPhone).toMatchObject({ status: 422, body: { error_type: 'phone_invalid' } })
      const body = { type: 'request_code', factor: 'email', value: 'z•••@example.com' }
      const byEmail = await send('POST', factorAuth, { token: session, body })
      expect(byEmail).toMatchObject({ status: 422, body: { error_type: 'email_invalid' } })
    }
  })

  test('[SAFE-02] an e-mail change from a masked address continues after confirming', async () => {
    const person = await signedInPerson([], { email: 'cy.masked@mail.org' })
    const token = await open(person.clientId, 'code')
    const change = { email: `cy${person.clientId}@new.org`, email_before: 'c•••@mail.org' }
    expect(await send('PATCH', me, { token, body: change })).toMatchObject({
      status: 200,
      body: { pending_email: change.email },
    })
    const again = { email: 'c•••@new.org', email_before: 'c•••@new.org' }
    expect(await send('PATCH', me, { token, body: again })).toMatchObject({
      status: 200,
      body: { pending_email: change.email },
    })
    const stale = { email: 'other@new.org', email_before: 'x•••@mail.org' }
    expect((await send('PATCH', me, { token, body: stale })).status).toBe(409)
  })
})

describe('[SAFE-03] links', () => {
  async function linkFor(person: TestPerson, origin: 'text-link' | 'rating-link' | 'payment-link', orderId?: string) {
    const { product, clock, settings } = await testProduct()
    const { secret } = settings
    const keyParts = { secret, clientId: person.clientId, now: clock.now(), origin, orderId: orderId ?? null }
    return shortKeyOf(secret, await transaction(product.queries, (queries) => makeShortKey(queries, keyParts)))
  }
  const openLink = async (value: string, token?: string) => {
    const body = { type: 'check_code', factor: 'key', value }
    return (await send<{ jwt: string }>('POST', '/api/v3/factor_auth', { body, token })).body.jwt
  }

  test('open their own purpose: a rating link its order, while My info asks for a code', async () => {
    const { person, order, other } = await personWithTwoOrders()
    const token = await openLink(await linkFor(person, 'rating-link', order))
    expect((await send('GET', `/api/v3/orders/${order}`, { token })).status).toBe(200)
    expect(await send('GET', `/api/v3/orders/${other}`, { token })).toMatchObject({
      status: 422,
      body: { error_type: signInNeeded },
    })
    expect((await send('GET', `${me}/balance`, { token })).body).toMatchObject({ error_type: signInNeeded })
  })

  test('a texted link leads through placing an order, and its session ends after a day', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const token = await openLink(await linkFor(person, 'text-link'))
    const body = { type: 'Essay (writing)', subject: 'History', size: '2 Pages' }
    expect((await send('POST', '/api/v3/orders', { token, body })).status).toBe(201)
    clock.advance(24 * 60 * minute - minute)
    expect((await send('GET', me, { token })).status).toBe(200)
    clock.advance(minute)
    expect((await send('GET', me, { token })).status).toBe(401)
  })

  test('[AUTH-16] never reduce the reach of a signed-in client, and extend it where they can', async () => {
    const { person, order } = await personWithTwoOrders()
    const link = await linkFor(person, 'rating-link', order)
    expect(await openLink(link, person.token)).toBe(person.token)
    const narrow = await openLink(link)
    const wider = await openLink(await linkFor(person, 'text-link'), narrow)
    expect(wider).not.toBe(narrow)
    expect((await send('GET', me, { token: narrow })).status).toBe(401)
    const { clientId } = await newAccount()
    const stranger = await open(clientId, 'code')
    expect(await openLink(link, stranger)).not.toBe(stranger)
  })
})

import { randomUUID } from 'node:crypto'
import { idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { OrderFile, UploadForm } from '@nerdify/contract/files.ts'
import type { PlanChangePreview } from '@nerdify/contract/subscriptions.ts'
import { mostCodesAnHour } from '@nerdify/domain/clients/daily-limits.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountLinkKey, makeAccountLink } from '../keys/account-links.ts'
import { transaction } from '../database/transaction.ts'
import { uploadPageOf } from '../files/upload-page.ts'
import { newCoupon } from '../testing/coupon-calls.ts'
import {
  bookCardTip,
  dayThatDiffers,
  nerdWithDelivery,
  operate,
  personWithPaidOrder,
  postEvents,
  registeredNerd,
  savedReply,
  unansweredText,
} from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { newStaffEmail, signedInStaff } from '../testing/staff-calls.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { uploaded } from '../testing/uploaded.ts'
import { eventually, newAccount, newPhone, type Reply, send, signedInPerson, textsTo } from '../testing/test-client.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { unsubscribeLinks } from '../outbox/opt-out/unsubscribe.ts'
import { writesWithoutKey } from './writes-without-key.ts'
import { returnSignature } from '../keys/receipt-link.ts'

const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'

/** A write that succeeds, and a body that makes it a different request. */
interface Write {
  path: string
  token?: string
  body?: unknown
  other: unknown
  headers?: Record<string, string>
}

interface Operation {
  description?: string
  parameters?: { name: string; in: string }[]
}

const writesInDocument = async () => {
  const { body } = await send<{ paths: Record<string, Record<string, Operation>> }>('GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([method]) => method !== 'get')
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

async function everyWrite(): Promise<Record<string, () => Write | Promise<Write>>> {
  const { product, settings, clock } = await testProduct()
  const person = await personWithEmail()
  const { token, clientId } = person
  const order = await person.order()
  const paid = await personWithPaidOrder()
  const operations = settings.operationsToken
  const owner = await signedInStaff('owner')
  const subscriber = await personWithEmail()
  const subscription = await subscribe(subscriber, 'nerdify_basic')
  const page = await uploadPageOf(product.queries, clientId)
  const me = '/api/v3/users/client/me'
  const anything = { anything: 1 }

  const read = async (path: string) => (await operate<Record<string, unknown>>('GET', path)).body
  const begin = async (path: string) => {
    const body = { filename: 'a.pdf', size: pdf.length }
    return (await send<UploadForm>('POST', path, { token, body })).body
  }
  const uploadedTo = async (path: string) => {
    const { id, url, fields, location } = await begin(path)
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([pdf]), 'a.pdf')
    await fetch(url, { method: 'POST', body })
    return { id, location }
  }
  const message = async (status: 'dead' | 'sent') => {
    const to = `keys${clientId}@example.com`
    const sent = { channel: 'email', to, template: 'texts-help', variables: {}, dedupeKey: randomUUID() } as const
    await transaction(product.queries, (queries) => enqueue(queries, clock.now(), sent))
    const rows = product.queries.updateTable('outbox').where('dedupe_key', '=', sent.dedupeKey)
    return (await rows.set({ status }).returning('id').executeTakeFirstOrThrow()).id
  }
  const multipart = (content: string) =>
    [
      '--x',
      'content-disposition: form-data; name="type"',
      '',
      'file_draft_paper',
      '--x',
      'content-disposition: form-data; name="file"; filename="a.txt"',
      '',
      content,
      '--x--',
      '',
    ].join('\r\n')

  const own = (path: string, body?: unknown, other: unknown = anything): Write => ({ path, token, body, other })
  const ops = (path: string, body?: unknown, other: unknown = anything): Write => ({
    path: `/api/ops${path}`,
    token: operations,
    body,
    other,
  })
  const plan = (path: string, body?: unknown, other: unknown = anything): Write => ({
    path,
    token: subscriber.token,
    body,
    other,
  })
  const ask = async () =>
    (await send<{ _id: string }>('POST', '/api/v3/messages/support', { token, body: { text: 'a' } })).body._id
  const pages = `/api/webhooks/files/${page}`
  const subscriptions = `/api/v3/subscriptions/${subscription.id}`
  const users = (id: string) => `/api/v3/users/client/${id}`

  return {
    'PATCH /api/ops/clients/{id}': () => ops(`/clients/${clientId}`, { tags_add: ['a'] }, { tags_add: ['b'] }),
    'PATCH /api/ops/orders/{id}': () => ops(`/orders/${order.id}`, { tags_add: ['a'] }, { tags_add: ['b'] }),
    'POST /api/ops/clients': () => ops('/clients', { phone: newPhone() }, { phone: newPhone() }),
    'POST /api/ops/client_import': () =>
      ops(
        '/client_import',
        { dry_run: false, lines: [{ line: 2, phone: newPhone() }] },
        { dry_run: false, lines: [{ line: 3, phone: newPhone() }] },
      ),
    'POST /api/ops/clients/{id}/contact': async () =>
      ops(`/clients/${(await newAccount()).clientId}/contact`, { phone: newPhone() }, { phone: newPhone() }),
    'POST /api/ops/clients/{id}/referral_code': () => ops(`/clients/${clientId}/referral_code`),
    'POST /api/ops/clients/{id}/sign-out': async () => ops(`/clients/${(await newAccount()).clientId}/sign-out`),
    'POST /api/ops/clients/{id}/block': async () => ops(`/clients/${(await newAccount()).clientId}/block`),
    'POST /api/ops/clients/{id}/unblock': () => ops(`/clients/${clientId}/unblock`),
    'POST /api/ops/clients/{id}/balance_credits': () =>
      ops(`/clients/${clientId}/balance_credits`, { amount: 1, reason: 'a' }, { amount: 2, reason: 'a' }),
    'POST /api/ops/clients/{id}/balance_debits': async () => {
      await operate('POST', `/clients/${clientId}/balance_credits`, { amount: 3, reason: 'a' })
      return ops(`/clients/${clientId}/balance_debits`, { amount: 1, reason: 'a' }, { amount: 2, reason: 'a' })
    },
    'POST /api/ops/clients/{id}/plan_end': async () => {
      const member = await personWithEmail()
      await subscribe(member, 'nerdify_basic')
      const end = { plan: 'nerdify_basic', reason: 'a' }
      return ops(`/clients/${member.clientId}/plan_end`, end, { ...end, reason: 'b' })
    },
    'POST /api/ops/clients/{id}/referral_bonuses': () => ops(`/clients/${clientId}/referral_bonuses`),
    'POST /api/ops/clients/{id}/referral_bonuses/refuse': () =>
      ops(`/clients/${clientId}/referral_bonuses/refuse`, { reason: 'a' }, { reason: 'b' }),
    'POST /api/ops/clients/{id}/upload_page': () => ops(`/clients/${clientId}/upload_page`),
    'POST /api/ops/contacts/{id}/no_answer_needed': async () =>
      ops(`/contacts/${await unansweredText()}/no_answer_needed`),
    'POST /api/ops/contacts/{id}/answers': async () =>
      ops(`/contacts/${await unansweredText()}/answers`, { text: 'a' }, { text: 'b' }),
    'POST /api/ops/conversations/{id}/answers': () =>
      ops(`/conversations/${clientId}/answers`, { text: 'a' }, { text: 'b' }),
    'POST /api/ops/conversations/{id}/notes': () =>
      ops(`/conversations/${clientId}/notes`, { text: 'a' }, { text: 'b' }),
    'POST /api/ops/conversations/{id}/no_answer_needed': async () => {
      await ask()
      return ops(`/conversations/${clientId}/no_answer_needed`)
    },
    'POST /api/ops/conversations/{id}/files': () => ({
      ...ops(`/conversations/${clientId}/files`, multipart('one'), multipart('two')),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    'POST /api/ops/conversations/{id}/read': async () =>
      ops(`/conversations/${clientId}/read`, { last: await ask() }, { last: await ask() }),
    'POST /api/ops/conversations/{id}/take_back': async () => {
      await operate('POST', `/conversations/${clientId}/answers`, { text: 'a' })
      return ops(`/conversations/${clientId}/take_back`)
    },
    'POST /api/ops/messages/{id}/resend': async () => ops(`/messages/${await message('dead')}/resend`),
    'POST /api/ops/nerds': () => ops('/nerds', { name: 'Ada', rating: 4 }, { name: 'Ada', rating: 5 }),
    'POST /api/ops/nerds/{id}/payouts': async () => {
      const { nerd, order: tipped } = await nerdWithDelivery()
      await bookCardTip(tipped, 500)
      const month = monthAt(clock.now(), settings.companyZone)
      return ops(`/nerds/${nerd}/payouts`, { month, reference: 'a' }, { month, reference: 'b' })
    },
    'POST /api/ops/replies': () => ops('/replies', { name: 'One', text: 'a' }, { name: 'Two', text: 'a' }),
    'PATCH /api/ops/replies/{id}': async () => ops(`/replies/${(await savedReply()).id}`, { text: 'a' }, { text: 'b' }),
    'POST /api/ops/replies/{id}/remove': async () => ops(`/replies/${(await savedReply()).id}/remove`),
    'POST /api/ops/nerds/{id}/merge': async () => {
      const [from, into, other] = [
        await registeredNerd('Ada'),
        await registeredNerd('Ada'),
        await registeredNerd('Ada'),
      ]
      return ops(`/nerds/${from}/merge`, { into }, { into: other })
    },
    'PATCH /api/ops/nerds/{id}': async () => ops(`/nerds/${await registeredNerd('Ada')}`, { rating: 4 }, { rating: 5 }),
    'POST /api/ops/orders': () => ops('/orders', { client_id: clientId }, { client_id: clientId, title: 'b' }),
    'POST /api/ops/orders/{id}/events': () =>
      ops(`/orders/${paid.order.id}/events`, { event: 'nerd_found' }, { event: 'quality_check' }),
    'POST /api/ops/orders/{id}/files': () => ({
      ...ops(`/orders/${paid.order.id}/files`, multipart('one'), multipart('two')),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    'POST /api/ops/orders/{id}/file_removals': async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const sent = { token: operations, headers, body: multipart('one') }
      const { body: added } = await send<OrderFile>('POST', `/api/ops/orders/${paid.order.id}/files`, sent)
      return ops(`/orders/${paid.order.id}/file_removals`, { file_id: added._id }, { file_id: order.id })
    },
    'POST /api/ops/orders/{id}/take': () => ops(`/orders/${paid.order.id}/take`, {}, { staff: 'operations' }),
    'POST /api/ops/orders/{id}/work_sheets': async () => {
      const nerd = await registeredNerd('Ada')
      await operate('PATCH', `/nerds/${nerd}`, { email: 'ada@example.com' })
      const { order: assigned } = await personWithPaidOrder()
      await operate('POST', `/orders/${assigned.id}/events`, { event: 'nerd_found', nerd })
      return ops(`/orders/${assigned.id}/work_sheets`)
    },
    'POST /api/ops/orders/{id}/release': () => ops(`/orders/${paid.order.id}/release`),
    'POST /api/ops/orders/{id}/agreement': () =>
      ops(`/orders/${paid.order.id}/agreement`, { price: 50, reason: 'More' }, { price: 51, reason: 'More' }),
    'POST /api/ops/orders/{id}/refunds': () =>
      ops(`/orders/${paid.order.id}/refunds`, { amount: 1, reason: 'late' }, { amount: 2, reason: 'late' }),
    'POST /api/ops/discounts/{code}/off': async () =>
      ops(`/discounts/${await newCoupon({ gift: { kind: 'percent', percent: 10 } })}/off`),
    'POST /api/ops/staff': () => ({
      ...ops('/staff', { email: newStaffEmail(), role: 'clerk' }, { email: newStaffEmail(), role: 'clerk' }),
      token: owner.token,
    }),
    'PATCH /api/ops/staff/{id}': async () => ({
      ...ops(`/staff/${(await signedInStaff('clerk')).id}`, { role: 'lead' }, { role: 'owner' }),
      token: owner.token,
    }),
    'POST /api/ops/staff/{id}/remove': async () => ({
      ...ops(`/staff/${(await signedInStaff('clerk')).id}/remove`),
      token: owner.token,
    }),
    'PUT /api/ops/discounts/{code}': () =>
      ops('/discounts/KEYS10', { gift: { kind: 'percent', percent: 10 } }, { gift: { kind: 'percent', percent: 11 } }),
    'POST /api/ops/books/{day}/compare': () => ops('/books/2018-05-06/compare'),
    'POST /api/ops/books/{day}/settle': async () => ({
      ...ops(`/books/${await dayThatDiffers()}/settle`, { reason: 'a' }, { reason: 'b' }),
      token: owner.token,
    }),
    'PUT /api/ops/late_credit': async () => ops('/late_credit', await read('/late_credit'), { steps: [] }),
    'PUT /api/ops/pricing': async () => {
      const prices = await read('/pricing')
      return ops('/pricing', prices, { ...prices, Quiz: prices.Problems })
    },
    'PUT /api/ops/services': async () => {
      const prices = await read('/services')
      return ops('/services', prices, { ...prices, top_writer: { amount: 1 } })
    },

    'POST /api/v1/account_link': async () => {
      const now = Date.now()
      const { secret } = settings
      const link = { secret, clientId, does: 'keep_account', channel: 'email', expiresAt: now + 60_000, now } as const
      const key = accountLinkKey(secret, await makeAccountLink(product.queries, link))
      return {
        path: '/api/v1/account_link',
        body: { does: 'keep_account', key },
        other: { does: 'undo_email', key },
      }
    },
    'POST /api/v1/client': () => ({
      path: '/api/v1/client',
      body: form({ country: 'usa', phone: newPhone() }),
      other: form({ country: 'usa', phone: newPhone() }),
      headers: formHeaders,
    }),
    'POST /api/v1/payment_return': () => ({
      path: '/api/v1/payment_return',
      body: { order_id: order.id, token: returnSignature(settings.secret, order.id) },
      other: { order_id: order.id, token: 'another' },
    }),
    'POST /api/v1/text-back': () => ({
      path: '/api/v1/text-back',
      body: form({ to: newPhone() }),
      other: form({ to: newPhone() }),
      headers: formHeaders,
    }),
    'POST /api/v1/unsubscribe/{token}': async () => ({
      path: new URL(unsubscribeLinks(settings, await message('sent')).oneClick).pathname,
      other: anything,
    }),

    'DELETE /api/v3/uploads/{id}': async () => own(`/api/v3/uploads/${(await begin('/api/v3/uploads')).id}`),
    'PATCH /api/v3/orders/{id}': () => own(`/api/v3/orders/${order.id}`, { title: 'a' }, { title: 'b' }),
    'POST /api/v3/orders/{id}': () => own(`/api/v3/orders/${order.id}`, { title: 'c' }, { title: 'd' }),
    'POST /api/v3/messages/support': () => own('/api/v3/messages/support', { text: 'a' }, { text: 'b' }),
    'POST /api/v3/messages/support/read': async () =>
      own('/api/v3/messages/support/read', { last: await ask() }, { last: order.id }),
    'POST /api/v3/orders/{id}/messages': () => own(`/api/v3/orders/${order.id}/messages`, { text: 'a' }, { text: 'b' }),
    'POST /api/v3/orders/{id}/messages/read': async () =>
      own(`/api/v3/orders/${order.id}/messages/read`, { last: await ask() }, { last: order.id }),
    'POST /api/v3/orders': () => own('/api/v3/orders', { title: 'a' }, { title: 'b' }),
    'POST /api/v3/orders/{id}/payment_check': () => own(`/api/v3/orders/${order.id}/payment_check`),
    'PATCH /api/v3/users/client/me': () => own(me, { nickname: 'a' }, { nickname: 'b' }),
    'POST /api/v3/users/client/me': () => own(me, { nickname: 'c' }, { nickname: 'd' }),
    'PUT /api/v3/users/client/me/marketing_consent': () =>
      own(`${me}/marketing_consent`, { granted: true }, { granted: false }),
    'POST /api/v3/uploads': () =>
      own('/api/v3/uploads', { filename: 'a.pdf', size: 5 }, { filename: 'a.pdf', size: 6 }),
    'POST /api/v3/uploads/{id}/form': async () => own(`/api/v3/uploads/${(await begin('/api/v3/uploads')).id}/form`),
    'POST /api/v3/uploads/{id}/arrival': async () =>
      own(`/api/v3/uploads/${(await uploadedTo('/api/v3/uploads')).id}/arrival`),

    'POST /api/webhooks/files/{pageId}/check': () => ({ path: `${pages}/check`, other: anything }),
    'POST /api/webhooks/files/{pageId}/form': () => ({
      path: `${pages}/form`,
      body: { filename: 'a.pdf', size: 5 },
      other: { filename: 'a.pdf', size: 6 },
    }),
    'POST /api/webhooks/files/{pageId}/uploads/{uploadId}/arrival': async () => ({
      path: `${pages}/uploads/${(await uploadedTo(`${pages}/form`)).id}/arrival`,
      other: anything,
    }),
    'POST /api/webhooks/files/{pageId}/receive': async () => {
      const files = [{ filename: 'a.pdf', url: (await uploadedTo(`${pages}/form`)).location }]
      return { path: `${pages}/receive`, body: { files }, other: { files, description: 'other' } }
    },

    'POST /api/v3/users/client/{id}/create_subscription_sesssion': () =>
      own(`${users(clientId)}/create_subscription_sesssion`, { tag: 'nerdify_basic' }, { tag: 'nerdify_prime' }),
    'POST /api/v3/users/client/{id}/create_setup_payment_method_sesssion': () => {
      const body = { subscription_id: subscription.id, customer_id: subscription.customer }
      const path = `${users(subscriber.clientId)}/create_setup_payment_method_sesssion`
      return plan(path, body, { ...body, success_url: '/my-info' })
    },
    'POST /api/v3/users/client/{id}/subscription_check': () => plan(`${users(subscriber.clientId)}/subscription_check`),
    'POST /api/v3/subscriptions/{id}/cancel': () => plan(`${subscriptions}/cancel`),
    'POST /api/v3/subscriptions/{id}/resume': () => plan(`${subscriptions}/resume`),
    'POST /api/v3/subscriptions/{id}/plan_preview': () =>
      plan(`${subscriptions}/plan_preview`, { tag: 'nerdify_premium' }, { tag: 'nerdify_prime' }),
    'POST /api/v3/subscriptions/{id}/plan': async () => {
      const { body } = await subscriber.send<PlanChangePreview>('POST', `${subscriptions}/plan_preview`, {
        tag: 'nerdify_premium',
      })
      const change = { tag: body.tag, at: body.at, due_now: body.due_now }
      return plan(`${subscriptions}/plan`, change, { ...change, due_now: 0 })
    },
    'POST /api/v3/subscriptions/{id}/refund': async () => {
      const addOns = await subscribe(subscriber, 'premium_addons')
      return plan(`/api/v3/subscriptions/${addOns.id}/refund`)
    },
  }
}

const withKey = (name: string, write: Write, { key, body }: { key: string; body: unknown }): Promise<Reply<unknown>> =>
  send<unknown>(name.split(' ')[0] ?? '', write.path, {
    ...(write.token === undefined ? {} : { token: write.token }),
    ...(body === undefined ? {} : { body }),
    headers: { ...write.headers, [idempotencyHeader]: key },
  })

describe('every write', () => {
  let writes: Awaited<ReturnType<typeof everyWrite>>
  beforeAll(async () => {
    writes = await everyWrite()
  })

  test('[API-11][API-09] documents its key, or is listed as an exception with a reason', async () => {
    const document = await writesInDocument()
    const keyless = new Set(Object.keys(writesWithoutKey))
    const routeOf = (name: string) => name.replaceAll(/\{(\w+)\}/g, ':$1')
    const keyed = document.filter(({ name }) => !keyless.has(routeOf(name)))
    // Each new write is proved below or listed as an exception.
    expect(keyed.map(({ name }) => name).toSorted()).toEqual(Object.keys(writes).toSorted())
    for (const { name, operation } of document) {
      const parameter = operation.parameters?.find((each) => each.in === 'header' && each.name === 'Idempotency-Key')
      expect([name, parameter !== undefined]).toEqual([name, !keyless.has(routeOf(name))])
      const reason = writesWithoutKey[routeOf(name)]
      if (reason !== undefined) expect(operation.description).toContain(reason)
    }
    const { app } = await testProduct()
    for (const name of keyless) {
      const [method = '', url = ''] = name.split(' ')
      expect([name, app.hasRoute({ method: method as 'POST', url })]).toEqual([name, true])
    }
  })

  test('[API-11] answers a repeat with the first answer, also concurrently; refuses the key for another body', async () => {
    for (const [name, prepare] of Object.entries(writes)) {
      const write = await prepare()
      const key = randomUUID()
      const same = { key, body: write.body }
      const [first, atOnce] = await Promise.all([withKey(name, write, same), withKey(name, write, same)])
      const again = await withKey(name, write, same)
      const other = await withKey(name, write, { key, body: write.other })
      const summaryOf = ({ status, body }: Reply<unknown>) => ({ name, status, body })
      expect(summaryOf(first)).toMatchObject({ status: name.startsWith('POST') ? expect.toBeOneOf([200, 201]) : 200 })
      expect(summaryOf(atOnce)).toEqual(summaryOf(first))
      expect(summaryOf(again)).toEqual(summaryOf(first))
      expect(summaryOf(other)).toMatchObject({
        status: 422,
        body: { error_type: 'idempotency_key_reused', error_value: idempotencyHeader },
      })
    }
  })
})

describe('the stored answer of a key', () => {
  test('[API-11] five concurrent uploads and five texts with one key each create one each', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const five = [1, 2, 3, 4, 5]
    const key = { [idempotencyHeader]: randomUUID() }
    const upload = { filename: 'a.pdf', size: 5 }
    const begun = await Promise.all(five.map(() => person.send<UploadForm>('POST', '/api/v3/uploads', upload, key)))
    expect(new Set(begun.map(({ body }) => body.id)).size).toBe(1)
    const rows = product.queries.selectFrom('upload').select('id').where('client_id', '=', person.clientId)
    expect(await rows.execute()).toHaveLength(1)
    // Keys belong to a client: another client's equal key, with the same body, is another write.
    const others = await (await signedInPerson()).send<UploadForm>('POST', '/api/v3/uploads', upload, key)
    expect(others.status).toBe(201)
    expect(others.body.id).not.toBe(begun[0]?.body.id)

    const phone = newPhone()
    const headers = { ...formHeaders, [idempotencyHeader]: randomUUID() }
    const texted = await Promise.all(
      five.map(() => send('POST', '/api/v1/text-back', { body: form({ to: phone }), headers })),
    )
    expect(texted.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const texts = await eventually(async () => {
      const found = await textsTo(await testProduct(), phone)
      return found.length > 0 && found
    })
    expect(texts).toHaveLength(1)
    const requests = product.queries.selectFrom('contact_request').select('id').where('phone', '=', phone)
    expect(await requests.execute()).toHaveLength(1)
  })

  test('[API-11] a refusal is not stored: the corrected request succeeds', async () => {
    const person = await signedInPerson()
    const key = { [idempotencyHeader]: randomUUID() }
    const refused = await person.send('POST', '/api/v3/uploads', { filename: 'a.exe', size: 5 }, key)
    expect(refused).toMatchObject({ status: 422, body: { error_type: 'file_refused' } })
    expect((await person.send('POST', '/api/v3/uploads', { filename: 'a.pdf', size: 5 }, key)).status).toBe(201)
  })

  test('[API-11][FLOW-30] holds for a repeat whose file was removed or refused meanwhile', async () => {
    const { product } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    await postEvents(order, 'nerd_found', 'send')
    const refuse = ({ id }: UploadForm) =>
      product.queries.updateTable('upload').set({ status: 'infected' }).where('id', '=', id).execute()
    const remove = ({ id }: UploadForm) => person.send('DELETE', `/api/v3/uploads/${id}`)
    const path = `/api/v3/orders/${order.id}`
    const words = 'See my file.'
    const writes = [
      { method: 'POST', address: '/api/v3/orders', body: {}, lose: remove },
      { method: 'PATCH', address: path, body: { action: 'request_revision', note: words }, lose: refuse },
      { method: 'POST', address: `${path}/messages`, body: { text: words }, lose: refuse },
    ]
    for (const { method, address, body, lose } of writes) {
      const upload = await uploaded(person)
      const key = { [idempotencyHeader]: randomUUID() }
      const write = () =>
        person.send<unknown>(method, address, { ...body, files: [{ location: upload.location }] }, key)
      const first = await write()
      expect(first.status).toBeOneOf([200, 201])
      await lose(upload)
      expect(await write()).toMatchObject({ status: first.status, body: first.body })
    }
  })

  test('[API-11][SAFE-07] holds for a repeat of a code beyond the limit of codes', async () => {
    const { settings } = await testProduct()
    const person = await signedInPerson()
    const path = `/api/v3/orders/${(await person.order()).id}`
    const apply = (key: string) =>
      person.send<unknown>('PATCH', path, { action: 'discount_add', code: 'NERD10' }, { [idempotencyHeader]: key })
    const { limitScale } = settings
    settings.limitScale = 1 / mostCodesAnHour
    try {
      const first = await apply('first')
      expect(first.status).toBe(200)
      expect(await apply('first')).toMatchObject({ status: 200, body: first.body })
      expect((await apply('second')).status).toBe(429)
    } finally {
      settings.limitScale = limitScale
    }
  })

  test('[API-11][AUTH-14][AUTH-20] is encrypted: the database reveals neither private codes nor signed forms', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const key = () => ({ [idempotencyHeader]: randomUUID() })
    const changed = await person.send<Client>('PATCH', '/api/v3/users/client/me', { nickname: 'Sam' }, key())
    const begun = await person.send<UploadForm>('POST', '/api/v3/uploads', { filename: 'a.pdf', size: 5 }, key())
    const rows = product.queries.selectFrom('idempotency').selectAll().where('client_id', '=', person.clientId)
    const storedText = JSON.stringify(await rows.execute())
    expect(storedText).not.toContain(changed.body.referral_code)
    expect(storedText).not.toContain(begun.body.fields.signature)
    expect(await rows.execute()).toHaveLength(2)
  })

  test('[API-11] refuses an empty key and one of more than 255 characters', async () => {
    const person = await signedInPerson()
    for (const key of ['', 'x'.repeat(256)]) {
      const answer = await person.send(
        'POST',
        '/api/v3/uploads',
        { filename: 'a.pdf', size: 5 },
        { [idempotencyHeader]: key },
      )
      expect(answer).toMatchObject({ status: 422, body: { error_value: idempotencyHeader } })
    }
  })
})

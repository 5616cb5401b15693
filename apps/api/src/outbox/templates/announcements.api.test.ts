import { afterEach, expect, test } from 'vitest'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { sql } from 'kysely'
import { noteMissingFeedback } from '../../orders/change/note-missing-feedback.ts'
import { recallUnpaidOrders } from '../../orders/change/recall-unpaid-orders.ts'
import { operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, giveEmail, send, signedInAs, signedInPerson, textsTo } from '../../testing/test-client.ts'
import { announcements } from './announcements.ts'
import { exampleSite } from '../../testing/example-site.ts'

const hourMs = 3_600_000
afterEach(async () => (await testProduct()).clock.reset())

const textWith = async (address: string, words: string) =>
  eventually(async () => (await textsTo(await testProduct(), address)).find(({ text }) => text.includes(words)))

test.each(Object.entries(announcements))(
  '[MSG-06] (abuse 39) %s can be ended by its reader, and its text says nothing that a person typed',
  (_name, { kind, render }) => {
    const variables = {
      number: '4821300',
      title: 'Typed by a person',
      amount: '$5.00',
      keyId: 'k1',
      orderId: 'o1',
      why: 'x',
      token: 't',
      tell: 'x',
      deadline: 'x',
      price: '$9.00',
    }
    expect(kind).toBe('service')
    const text = render(variables, { ...exampleSite, channel: 'sms' })
    expect(text).toMatchObject({
      channel: 'sms',
      body: expect.stringMatching(/^Nerdify: .*4821300.* Reply to us, STOP to end\.$/),
    })
    expect(text).toMatchObject({ body: expect.not.stringContaining('Typed') })
    const end = 'https://nerdify.example/unsubscribe/one'
    const mail = render(variables, { ...exampleSite, channel: 'email', unsubscribeUrl: end })
    expect(mail).toMatchObject({ channel: 'email', subject: expect.stringContaining('4821300') })
    expect(mail).toMatchObject({ text: expect.stringContaining(end), html: expect.stringContaining(end) })
    expect(mail).toMatchObject({ text: expect.not.stringMatching(/\p{L}'\p{L}/u) })
  },
)

test('[TALK-06] a reason that staff wrote without a period ends before our next sentence', () => {
  const textFor = (tell?: string) =>
    announcements['order-refund-declined'].render({ number: '1', title: '', tell }, { ...exampleSite, channel: 'sms' })
  const text = (reason: string) =>
    expect.stringContaining(`the refund of order 1. ${reason}Questions? We're here. https:`)
  expect(textFor('It fits the task')).toMatchObject({ body: text('It fits the task. ') })
  expect(textFor('It fits (see “Rome”)')).toMatchObject({ body: text('It fits (see “Rome”). ') })
  expect(textFor('Sorry!')).toMatchObject({ body: text('Sorry! ') })
  expect(textFor()).toMatchObject({ body: text('') })
})

test('[MSG-06] texts the client about payment, Nerd, work, revisions and the decision on a refund', async () => {
  const { person, order } = await personWithPaidOrder()
  const { number } = order
  await textWith(person.phone, `order ${number} is paid`)
  await postEvents(order, 'nerd_found')
  await textWith(person.phone, `a Nerd is working on order ${number}`)
  await postEvents(order, 'quality_check', 'send')
  await textWith(person.phone, `the work on order ${number} is ready`)
  await postEvents(order, 'request_revision', 'accept_revision')
  await textWith(person.phone, `working on the revision of order ${number}`)
  await postEvents(order, 'complete_revision')
  await textWith(person.phone, `the revision of order ${number} is ready`)
  await postEvents(order, 'request_refund', 'decline_refund')
  await textWith(person.phone, `couldn't approve the refund of order ${number}`)
  await postEvents(order, 'request_refund', 'accept_refund')
  const { text } = await textWith(person.phone, `we approved the refund of order ${number}`)
  expect(text).toContain('STOP to end')
  const announced = (await textsTo(await testProduct(), person.phone)).filter(({ text: one }) => one.includes(number))
  expect(announced).toHaveLength(7)
})

test('[MSG-06][TALK-06] a client reads why an order is declined, and of each partial refund', async () => {
  const unpaid = await signedInPerson()
  const declined = await unpaid.order()
  const decline = (more: object) => operate('POST', `/orders/${declined.id}/events`, { event: 'decline', ...more })
  expect(await decline({ note: 'too hard' })).toMatchObject({ status: 422, body: { error_value: 'tell' } })
  expect((await decline({ note: 'too hard', tell: 'Nobody of us reads Old Norse.' })).status).toBe(200)
  const { text } = await textWith(
    unpaid.phone,
    `we can't take order ${declined.number}. Nobody of us reads Old Norse. You`,
  )
  expect(text).toContain('/contact-us')

  const { person, order } = await personWithPaidOrder()
  for (const amount of [5, 5]) {
    expect((await operate('POST', `/orders/${order.id}/refunds`, { amount, reason: 'late' })).status).toBe(200)
  }
  const words = `we're refunding $5.00 of order ${order.number}`
  await textWith(person.phone, words)
  await eventually(async () => {
    const texts = await textsTo(await testProduct(), person.phone)
    return texts.filter((each) => each.text.includes(words)).length === 2
  })
})

test('[MSG-06][AUTH-13] a finished order asks for its rating once, a day later, by a link that signs in', async () => {
  const { person, order } = await personWithPaidOrder()
  const mailed = await personWithPaidOrder()
  const refunding = await personWithPaidOrder()
  const email = `r${mailed.person.clientId.replaceAll('-', '')}@example.com`
  await giveEmail(mailed.person, email)
  await mailed.person.send('PATCH', '/api/v3/users/client/me', { announce_by: 'email' })
  for (const one of [order, mailed.order, refunding.order]) await postEvents(one, 'send')
  await postEvents(refunding.order, 'request_refund')
  const { product, clock } = await testProduct()
  const asks = async (address: string) =>
    (await textsTo(await testProduct(), address)).filter(({ text }) => text.includes('How did your Nerd do?'))
  clock.advance(23 * hourMs)
  await noteMissingFeedback(product)
  expect(await asks(person.phone)).toEqual([])
  clock.advance(2 * hourMs)
  await Promise.all([noteMissingFeedback(product), noteMissingFeedback(product)])
  clock.advance(24 * hourMs)
  await noteMissingFeedback(product)
  const { text } = await textWith(person.phone, `order ${order.number} is done. How did your Nerd do?`)
  const [, code] = new RegExp(`/r/([\\w-]+)/${order.id}/rating(?: |$)`).exec(text) ?? []
  const signedIn = await send<{ jwt: string }>('POST', '/api/v3/factor_auth', {
    body: { type: 'check_code', factor: 'key', value: code },
  })
  const read = await send<Order>('GET', `/api/v3/orders/${order.id}`, { token: signedIn.body.jwt })
  expect(read.body).toMatchObject({ id: order.id, actions: expect.arrayContaining(['rate']) })
  expect(await asks(person.phone)).toHaveLength(1)

  await textWith(email, 'How did your Nerd do?')
  expect(await asks(mailed.person.phone)).toEqual([])
  // A client who wants a refund is not asked for a rating.
  expect(await asks(refunding.person.phone)).toEqual([])
  const { rows } = await sql`select variables from outbox where template = 'order-rating'`.execute(product.queries)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('[MSG-06][OPS-11] asks no blocked or leaving client for a rating; after the block only their page asks', async () => {
  const [blocked, other] = [await personWithPaidOrder(), await personWithPaidOrder()]
  const leaving = await personWithPaidOrder()
  for (const { order } of [blocked, other, leaving]) await postEvents(order, 'send')
  await operate('POST', `/clients/${blocked.person.clientId}/block`)
  await leaving.person.send('PATCH', '/api/v3/users/client/me', { action: 'delete_account' })
  const { product, clock } = await testProduct()
  clock.advance(25 * hourMs)
  await noteMissingFeedback(product)
  await operate('POST', `/clients/${blocked.person.clientId}/unblock`)
  await noteMissingFeedback(product)
  const asked = product.queries.selectFrom('outbox').select('to_address').where('template', '=', 'order-rating')
  const phones = [blocked, other, leaving].map(({ person }) => person.phone)
  expect(await asked.where('to_address', 'in', phones).execute()).toEqual([{ to_address: other.person.phone }])
  const again = await signedInAs(blocked.person)
  const page = await again.send<OrderPage>('GET', '/api/v3/orders?page=0')
  expect(page).toMatchObject({ status: 200, body: { to_rate: { id: blocked.order.id } } })
})

test('[MSG-05][MSG-06] sends no delayed rating request for an order whose refund was requested meanwhile', async () => {
  const { product, clock } = await testProduct()
  const [done, refunding] = [await personWithPaidOrder(), await personWithPaidOrder()]
  for (const { order } of [done, refunding]) await postEvents(order, 'send')
  // The texts are due at the round's time, a day from now, or the next morning.
  await noteMissingFeedback({ ...product, clock: { now: () => clock.now() + 25 * hourMs } })
  await postEvents(refunding.order, 'request_refund')
  clock.advance(37 * hourMs)
  product.wake.outbox()
  await textWith(done.person.phone, 'How did your Nerd do?')
  const asked = product.queries.selectFrom('outbox').select('status').where('template', '=', 'order-rating')
  const ofRefunding = asked.where('to_address', '=', refunding.person.phone)
  await eventually(async () =>
    (await ofRefunding.execute()).every(({ status }) => !['queued', 'sending'].includes(status)),
  )
  expect(await ofRefunding.execute()).toEqual([{ status: 'expired' }])
})

test('[MSG-06] mails a client who chose mail, with the title as plain words and an unsubscribe link', async () => {
  const { person, order } = await personWithPaidOrder()
  const email = `m${person.clientId.replaceAll('-', '')}@example.com`
  await giveEmail(person, email)
  expect((await person.send('PATCH', '/api/v3/users/client/me', { announce_by: 'email' })).status).toBe(200)
  await postEvents(order, 'nerd_found')
  const { text } = await textWith(email, `a Nerd is working on order ${order.number}`.replace('a Nerd', 'A Nerd'))
  expect(text).toContain('/unsubscribe/')
  const { text: last } = (await textsTo(await testProduct(), person.phone))[0] as { text: string }
  expect(last).not.toContain('a Nerd is working')
})

test('[MSG-06] a client who chose no messages gets no news, and no reminder of an unpaid order', async () => {
  const { person, order } = await personWithPaidOrder()
  await textWith(person.phone, 'is paid')
  const me = '/api/v3/users/client/me'
  expect((await person.send('PATCH', me, { announce_by: 'none' })).body).toMatchObject({ announce_by: 'none' })
  expect((await person.send('PATCH', me, { announce_by: 'pigeon' })).status).toBe(422)
  const unpaid = await person.order()
  await postEvents(order, 'nerd_found', 'send')
  const { product, clock } = await testProduct()
  await recallUnpaidOrders({ ...product, clock: { now: () => clock.now() + 2 * hourMs } })
  const rows = await product.queries
    .selectFrom('outbox')
    .select(['template', 'variables'])
    .where('to_address', '=', person.phone)
    .execute()
  expect(rows.map(({ template }) => template).toSorted()).toEqual(['order-paid'])
  expect(JSON.stringify(rows)).not.toContain(unpaid.number)
})

test('[MSG-06] a refused event sends no message', async () => {
  const { person, order } = await personWithPaidOrder()
  await expect(postEvents(order, 'accept_revision')).rejects.toThrow('accept_revision')
  await textWith(person.phone, 'is paid')
  const { product } = await testProduct()
  const rows = await product.queries
    .selectFrom('outbox')
    .select('template')
    .where('to_address', '=', person.phone)
    .execute()
  expect(rows.map(({ template }) => template).toSorted()).toEqual(['order-paid'])
})

test('[LAW-07] asks for marketing consent separately, unticked, and stores its words, time and address', async () => {
  const person = await signedInPerson()
  const path = '/api/v3/users/client/me/marketing_consent'
  const before = await person.send<{ granted: boolean; wording: string; at: string | null }>('GET', path)
  expect(before.body).toMatchObject({ granted: false, at: null })
  const { product, clock } = await testProduct()
  const beforeIt = clock.now()
  const agreed = await person.send<{ granted: boolean; at: string }>('PUT', path, { granted: true })
  expect(agreed.body.granted).toBe(true)
  expect(Date.parse(agreed.body.at)).toBeGreaterThanOrEqual(beforeIt)
  expect((await person.send('PUT', path, { granted: false })).body).toMatchObject({ granted: false })
  expect((await person.send('PUT', path, { granted: 'maybe' })).status).toBe(422)
  expect((await send('GET', path)).status).toBe(401)
  const record = await product.queries
    .selectFrom('marketing_consent')
    .select(['granted', 'wording', 'phone', 'ip'])
    .where('client_id', '=', person.clientId)
    .orderBy('id')
    .execute()
  expect(record).toMatchObject([
    { granted: true, wording: before.body.wording, phone: person.phone, ip: expect.stringMatching(/[\d.:]+/) },
    { granted: false, phone: person.phone },
  ])
})

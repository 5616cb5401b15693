import { expect, test } from 'vitest'
import { recallUnpaidOrders } from '../orders/recall-unpaid-orders.ts'
import { personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, send, signedInPerson, textsTo } from '../testing/test-client.ts'

const told = async (address: string, words: string) =>
  eventually(async () => (await textsTo(await testProduct(), address)).find(({ text }) => text.includes(words)))

test('[MSG-06] a client is texted when the order is paid, a Nerd is found, work and revision are sent, a refund is decided', async () => {
  const { person, order } = await personWithPaidOrder()
  const { number } = order
  await told(person.phone, `order ${number} is paid`)
  await postEvents(order, 'nerd_found')
  await told(person.phone, `a Nerd is working on order ${number}`)
  await postEvents(order, 'quality_check', 'send')
  await told(person.phone, `the work on order ${number} is ready`)
  await postEvents(order, 'request_revision', 'accept_revision', 'complete_revision')
  await told(person.phone, `the revision of order ${number} is ready`)
  await postEvents(order, 'request_refund', 'decline_refund')
  await told(person.phone, `could not grant the refund of order ${number}`)
  await postEvents(order, 'request_refund', 'accept_refund')
  const { text } = await told(person.phone, `we refund order ${number}`)
  expect(text).toContain('Reply STOP')
  const announced = (await textsTo(await testProduct(), person.phone)).filter(({ text: one }) => one.includes(number))
  expect(announced).toHaveLength(6)
})

test('[MSG-06] who chose mail is mailed, with the title as plain words and a link to end it', async () => {
  const { person, order } = await personWithPaidOrder()
  const email = `m${person.clientId.replaceAll('-', '')}@example.com`
  expect((await person.send('PATCH', '/api/v3/users/client/me', { email, announce_by: 'email' })).status).toBe(200)
  await postEvents(order, 'nerd_found')
  const { text } = await told(email, `a Nerd is working on order ${order.number}`.replace('a Nerd', 'A Nerd'))
  expect(text).toContain('/unsubscribe/')
  const { text: last } = (await textsTo(await testProduct(), person.phone))[0] as { text: string }
  expect(last).not.toContain('a Nerd is working')
})

test('[MSG-06] who chose to hear nothing is told nothing, and nothing recalls an unpaid order of theirs', async () => {
  const { person, order } = await personWithPaidOrder()
  await told(person.phone, 'is paid')
  const me = '/api/v3/users/client/me'
  expect((await person.send('PATCH', me, { announce_by: 'none' })).body).toMatchObject({ announce_by: 'none' })
  expect((await person.send('PATCH', me, { announce_by: 'pigeon' })).status).toBe(422)
  const unpaid = await person.order()
  await postEvents(order, 'nerd_found', 'send')
  const { product, clock } = await testProduct()
  await recallUnpaidOrders({ ...product, clock: { now: () => clock.now() + 2 * 3_600_000 } })
  const rows = await product.queries
    .selectFrom('outbox')
    .select(['template', 'variables'])
    .where('to_address', '=', person.phone)
    .execute()
  expect(rows.map(({ template }) => template).toSorted()).toEqual(['order-paid', 'sign-in-code'])
  expect(JSON.stringify(rows)).not.toContain(unpaid.number)
})

test('[MSG-06] an event that is refused tells nobody', async () => {
  const { person, order } = await personWithPaidOrder()
  await expect(postEvents(order, 'accept_revision')).rejects.toThrow('accept_revision')
  await told(person.phone, 'is paid')
  const { product } = await testProduct()
  const rows = await product.queries
    .selectFrom('outbox')
    .select('template')
    .where('to_address', '=', person.phone)
    .execute()
  expect(rows.map(({ template }) => template).toSorted()).toEqual(['order-paid'])
})

test('[LAW-07] consent to marketing is asked for by itself, not ticked before, and kept with words, time and address', async () => {
  const person = await signedInPerson()
  const path = '/api/v3/users/client/me/marketing_consent'
  const before = await person.send<{ granted: boolean; wording: string; at: string | null }>('GET', path)
  expect(before.body).toMatchObject({ granted: false, at: null })
  expect((await person.send('PUT', path, { granted: true })).body).toMatchObject({ granted: true })
  expect((await person.send('PUT', path, { granted: false })).body).toMatchObject({ granted: false })
  expect((await person.send('PUT', path, { granted: 'maybe' })).status).toBe(422)
  expect((await send('GET', path)).status).toBe(401)
  const { product } = await testProduct()
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

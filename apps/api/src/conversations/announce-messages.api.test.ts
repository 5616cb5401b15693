import type { ConversationList, ConversationPage } from '@nerdify/contract/conversations.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { announceAfterMs, answerHoldMs } from '@nerdify/domain/conversations/message-rules.ts'
import { announcingHours } from '@nerdify/domain/messages/quiet-hours.ts'
import { afterEach, expect, test } from 'vitest'
import { instant } from '../database/instant.ts'
import { operate, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { eventually, send, signedInPerson, type TestPerson, textsTo } from '../testing/test-client.ts'
import { startSession } from '../sessions/sessions.ts'
import { announceMessages } from './announce-messages.ts'

afterEach(async () => (await testProduct()).clock.reset())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Advances the clock to an hour of the next day in a zone. */
async function goTo(hour: number, zone: string): Promise<void> {
  const { clock } = await testProduct()
  const { opens } = announcingHours(clock.now() + 24 * hourMs, zone)
  clock.advance(opens + (hour - 8) * hourMs - clock.now())
}

/** A client whose newest session reports a time zone. */
async function personIn(zone: string): Promise<TestPerson> {
  const { product } = await testProduct()
  const person = await signedInPerson()
  const { clientId } = person
  await startSession(product, product.queries, { clientId, origin: 'code', at: { timeZone: zone } })
  return person
}

const answer = (address: string, text: string) => operate('POST', `/conversations/${address}/answers`, { text })

/** The announcements to an address, once no more are due. */
async function announcedTo(address: string): Promise<string[]> {
  const { product, clock, ...sandbox } = await testProduct()
  const { queries } = product
  await eventually(async () => {
    await announceMessages(product)
    const due = await queries
      .selectFrom('conversation')
      .select('id')
      .where('announce_at', '<=', instant(clock.now()))
      .executeTakeFirst()
    const unsent = await queries
      .selectFrom('outbox')
      .select('id')
      .where('template', '=', 'unread-messages')
      .where('status', 'in', ['queued', 'sending'])
      .executeTakeFirst()
    return due === undefined && unsent === undefined ? true : undefined
  })
  return (await textsTo(sandbox, address, 'new message')).map(({ text }) => text)
}

test('[TALK-04] texts once for messages that stay unread, and again after the client read them', async () => {
  const { clock } = await testProduct()
  const person = await personIn('America/New_York')
  const order = await person.order()
  await goTo(12, 'America/New_York')
  await answer(order.number, 'It comes at 5.')
  clock.advance(answerHoldMs + announceAfterMs - minuteMs)
  expect(await announcedTo(person.phone)).toEqual([])
  await answer(order.number, 'And the sources too.')
  clock.advance(minuteMs)
  const [text, ...others] = await announcedTo(person.phone)
  expect(others).toEqual([])
  expect(text).toContain(`Nerdify: you have a new message about order ${order.number}.`)
  expect(text).not.toContain('sources')
  await answer(order.number, 'Hello?')
  clock.advance(hourMs)
  expect(await announcedTo(person.phone)).toHaveLength(1)
  const messages = messagePaths.orderMessages(order.id)
  const { body } = await person.send<ConversationPage>('GET', messages)
  await person.send('POST', messagePaths.orderMessagesRead(order.id), { last: body.results[0]?._id })
  await answer(order.number, 'One more.')
  clock.advance(answerHoldMs + announceAfterMs)
  expect(await announcedTo(person.phone)).toHaveLength(2)
})

test('[TALK-04] announces no message that was read or taken back, and none to a client who opted out', async () => {
  const { clock, product } = await testProduct()
  const [reads, spared, silent] = [await personIn('UTC'), await personIn('UTC'), await personIn('UTC')]
  await goTo(12, 'UTC')
  for (const { clientId } of [reads, spared, silent]) await answer(clientId, 'Hello')
  await operate('POST', `/conversations/${spared.clientId}/take_back`)
  clock.advance(answerHoldMs)
  const { body } = await reads.send<ConversationPage>('GET', messagePaths.messages())
  await reads.send('POST', messagePaths.messagesRead(), { last: body.results[0]?._id })
  const optOut = { channel: 'sms', address: silent.phone, said: 'STOP', at: new Date(clock.now()) } as const
  await product.queries.insertInto('opt_out').values(optOut).execute()
  clock.advance(announceAfterMs)
  for (const { phone } of [reads, spared, silent]) expect(await announcedTo(phone)).toEqual([])
  const { body: first } = await silent.send<{ unread: number }>('GET', '/api/v3/first_data')
  expect(first.unread).toBe(1)
})

test('[TALK-04] announces an answer that replaces one taken back two minutes before', async () => {
  const { clock } = await testProduct()
  const person = await personIn('UTC')
  await goTo(12, 'UTC')
  await answer(person.clientId, 'It comes at 6.')
  clock.advance(answerHoldMs / 2)
  await operate('POST', `/conversations/${person.clientId}/take_back`)
  clock.advance(announceAfterMs)
  await answer(person.clientId, 'It comes at 5.')
  // The announcement of the first answer is due while the second one is on hold.
  clock.advance(answerHoldMs / 2 + 1_000)
  expect(await announcedTo(person.phone)).toEqual([])
  clock.advance(answerHoldMs + announceAfterMs)
  expect(await announcedTo(person.phone)).toHaveLength(1)
})

test('[TALK-04] announces an evening message at 8 AM in the client’s zone', async () => {
  const { clock } = await testProduct()
  const [east, west] = [await personIn('America/New_York'), await personIn('America/Los_Angeles')]
  await goTo(22, 'America/New_York')
  for (const { clientId } of [east, west]) await answer(clientId, 'Good evening')
  clock.advance(answerHoldMs + announceAfterMs)
  expect(await announcedTo(east.phone)).toEqual([])
  expect(await announcedTo(west.phone)).toHaveLength(1)
  clock.advance(10 * hourMs - answerHoldMs - announceAfterMs - minuteMs)
  expect(await announcedTo(east.phone)).toEqual([])
  clock.advance(minuteMs)
  expect(await announcedTo(east.phone)).toHaveLength(1)
})

test('[TALK-04] announces at 8 AM a message that an outage of the provider delayed beyond 10 PM', async () => {
  const { clock, product } = await testProduct()
  const person = await personIn('UTC')
  await goTo(21.75, 'UTC')
  await answer(person.clientId, 'Good evening')
  await steer('faults', { provider: 'sms', method: 'POST', to: person.phone, fault: 'rate_limit', calls: 99 })
  clock.advance(answerHoldMs + announceAfterMs)
  await announceMessages(product)
  const statuses = async () => {
    const rows = product.queries.selectFrom('outbox').select('status').where('to_address', '=', person.phone)
    return (await rows.where('template', '=', 'unread-messages').where('attempts', '>', 0).execute()).map(
      (row) => row.status,
    )
  }
  await eventually(async () => (await statuses()).includes('queued'))
  clock.advance(15 * minuteMs)
  await eventually(async () => (await statuses()).includes('expired'))
  await steer('faults/clear', {})
  await answer(person.clientId, 'Still there?')
  expect(await announcedTo(person.phone)).toEqual([])
  clock.advance(10 * hourMs)
  expect(await announcedTo(person.phone)).toHaveLength(1)
  expect((await statuses()).toSorted()).toEqual(['expired', 'sent'])
})

test('[TALK-04][MSG-05] announces no message that was read while the provider was unavailable', async () => {
  const { clock, product } = await testProduct()
  const person = await personIn('UTC')
  await goTo(12, 'UTC')
  await answer(person.clientId, 'Hello')
  await steer('faults', { provider: 'sms', method: 'POST', to: person.phone, fault: 'rate_limit', calls: 99 })
  clock.advance(answerHoldMs + announceAfterMs)
  await announceMessages(product)
  const row = product.queries.selectFrom('outbox').select('attempts').where('to_address', '=', person.phone)
  const announced = row.where('template', '=', 'unread-messages').where('attempts', '>', 0)
  await eventually(async () => (await announced.execute()).length > 0)
  const { body } = await person.send<ConversationPage>('GET', messagePaths.messages())
  await person.send('POST', messagePaths.messagesRead(), { last: body.results[0]?._id })
  await steer('faults/clear', {})
  clock.advance(hourMs)
  expect(await announcedTo(person.phone)).toEqual([])
  await answer(person.clientId, 'One more.')
  clock.advance(answerHoldMs + announceAfterMs)
  expect(await announcedTo(person.phone)).toHaveLength(1)
})

test('[TALK-04] announces once a message that left by 10 PM although its sender died before it recorded that', async () => {
  const { clock, product } = await testProduct()
  const [byText, byMail] = [await personIn('UTC'), await personIn('UTC')]
  const email = `p${byMail.phone.slice(1)}@example.com`
  await byMail.send('PATCH', '/api/v3/users/client/me', { announce_by: 'email' })
  await goTo(21.75, 'UTC')
  for (const { clientId } of [byText, byMail]) await answer(clientId, 'Good evening')
  clock.advance(answerHoldMs + announceAfterMs)
  const addresses = [byText.phone, email]
  for (const address of addresses) expect(await announcedTo(address)).toHaveLength(1)
  const rows = () =>
    product.queries
      .selectFrom('outbox')
      .select(['status', 'delivered_at'])
      .where('to_address', 'in', addresses)
      .where('template', '=', 'unread-messages')
      .orderBy('channel')
      .execute()
  // The report of the delivery would settle the text.
  await eventually(async () => (await rows()).some(({ delivered_at: at }) => at !== null))
  clock.advance(15 * minuteMs)
  const unclaimed = { next_at: new Date(0), locked_until: new Date(0) }
  await product.queries
    .updateTable('outbox')
    // The look-up compares with the provider's clock, which stays at the real time.
    .set({ status: 'sending', ...unclaimed, created_at: new Date(), provider_id: null, delivered_at: null })
    .where('to_address', 'in', addresses)
    .where('template', '=', 'unread-messages')
    .execute()
  product.wake.outbox()
  await eventually(async () => (await rows()).every(({ status }) => status !== 'sending'))
  expect((await rows()).map(({ status }) => status)).toEqual(['unknown', 'sent'])
  clock.advance(10 * hourMs)
  for (const address of addresses) expect(await announcedTo(address)).toHaveLength(1)
})

test('[TALK-04][SAFE-03] the text’s link opens only that conversation', async () => {
  const { clock } = await testProduct()
  const person = await personIn('UTC')
  const [order, other] = [await person.order(), await person.order()]
  await goTo(12, 'UTC')
  for (const address of [order.number, person.clientId]) await answer(address, 'Hello')
  clock.advance(answerHoldMs + announceAfterMs)
  const texts = await announcedTo(person.phone)
  expect(texts).toHaveLength(2)
  const reached = async (token: string) => {
    const paths = [messagePaths.orderMessages(order.id), messagePaths.messages(), messagePaths.orderMessages(other.id)]
    const answers = await Promise.all(paths.map((one) => send('GET', one, { token })))
    const posted = await Promise.all(paths.map((one) => send('POST', one, { token, body: { text: 'Thank you' } })))
    const { body } = await send<ConversationList>('GET', messagePaths.conversations(), { token })
    expect(posted.map(({ status }) => status < 300)).toEqual(answers.map(({ status }) => status < 300))
    return { reads: answers.map(({ status }) => status), lists: body.results.map(({ order_id: id }) => id) }
  }
  for (const [about, place, reads, lists] of [
    ['about order', `/orders/${order.id}/messages`, [200, 422, 422], [order.id]],
    ['message. ', '/messages/support', [422, 200, 422], [null]],
  ] as const) {
    const text = texts.find((one) => one.includes(about)) ?? ''
    const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    expect(link.searchParams.get('next')).toBe(place)
    const value = link.pathname.split('/')[2]
    const { body } = await send<{ jwt: string }>('POST', '/api/v3/factor_auth', {
      body: { type: 'check_code', factor: 'key', value, code: '' },
    })
    expect(await reached(body.jwt)).toEqual({ reads, lists })
  }
})

test('[TALK-04] mails a client who chose e-mail all unread messages at once, as plain words', async () => {
  const { clock } = await testProduct()
  const person = await personIn('UTC')
  const email = `p${person.phone.slice(1)}@example.com`
  await person.send('PATCH', '/api/v3/users/client/me', { announce_by: 'email' })
  await goTo(12, 'UTC')
  await answer(person.clientId, 'It comes at 5.')
  await answer(person.clientId, '<b>Bold</b>')
  clock.advance(answerHoldMs + announceAfterMs)
  const [mail, ...others] = await announcedTo(email)
  expect(others).toEqual([])
  expect(mail).toContain('It comes at 5.\n\n<b>Bold</b>\n')
  expect(mail).toContain('/messages/support')
  expect(mail).not.toContain('/authkey/')
  expect(await announcedTo(person.phone)).toEqual([])
})

test('[TALK-04][STATE-07] an answer about an order that was deleted since is not announced', async () => {
  const { clock } = await testProduct()
  const person = await personIn('America/New_York')
  const order = await person.order()
  await goTo(12, 'America/New_York')
  await answer(order.number, 'We will delete it.')
  await postEvents(order, 'delete')
  clock.advance(answerHoldMs + announceAfterMs)
  expect(await announcedTo(person.phone)).toEqual([])
})

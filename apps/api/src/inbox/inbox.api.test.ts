import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { ConversationPage, OperationsContact, OperationsConversation } from '@nerdify/contract/conversations.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { answerHoldMs } from '@nerdify/domain/conversations/message-rules.ts'
import { afterCompanyHours, defaultCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { setErasure } from '../accounts/clients.store.ts'
import { createClient } from '../accounts/create-client.ts'
import { makeShortKey, shortKeyOf } from '../keys/sign-in-keys.ts'
import { byCompanyClock } from '../orders/order-for-staff.ts'
import { payOrder } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, personWithPaidOrder, postEvents, wholeQueue } from '../testing/operations-calls.ts'
import { hasOptedOut } from '../outbox/opt-out/opt-outs.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { testProduct } from '../testing/running-product.ts'
import { postText } from '../testing/text-webhook.ts'
import { eventually, newPhone, send, signedInPerson, signInByCode, textsTo } from '../testing/test-client.ts'
import { eraseDueAccounts } from '../personal-data/erase-accounts.ts'
import { takeIncomingText } from './incoming-texts.ts'
import { notifyOfLateMessages } from './messages-waiting.ts'

afterEach(async () => (await testProduct()).clock.reset())

const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

/** Submits the contact page: words with a number, and the request for a text. */
async function contactUs(phone: string, message: string, token?: string): Promise<void> {
  const body = new URLSearchParams({ country: 'usa', phone, message }).toString()
  const headers = { ...asForm, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  expect((await send('POST', apiPaths.newClient(), { body, headers })).status).toBe(200)
  const textBack = new URLSearchParams({ to: phone, from_num: 'usa', body: message }).toString()
  expect((await send('POST', apiPaths.textBack(), { body: textBack, headers })).status).toBe(200)
}

async function text(from: string, body: string): Promise<void> {
  const { sandboxUrl, settings } = await testProduct()
  const sent = await fetch(`${sandboxUrl}/mailbox/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to: settings.sms.from.US, body }),
  })
  expect(sent.status).toBeLessThan(300)
}

/** Whether a word occurs in any row of these tables. */
async function isKept(word: string): Promise<boolean> {
  const { product } = await testProduct()
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from text_received as r where r::text like ${`%${word}%`})
    or exists (select from outbox as r where r::text like ${`%${word}%`}) as found`.execute(product.queries)
  return rows[0]?.found === true
}

/** The queue's waiting messages of a phone; other tests leave their own. */
const waitingOf = async (phone: string) => (await wholeQueue('&kind=message')).filter((entry) => entry.phone === phone)

type Mail = { subject: string; text: string }
const mailsOf = async (phone: string): Promise<Mail[]> => {
  const product = await testProduct()
  return ((await textsTo(product, product.settings.supportEmail, formatPhone(phone))) as Mail[]).toReversed()
}
const mailed = (phone: string, count: number) =>
  eventually(async () => {
    const mails = await mailsOf(phone)
    return mails.length >= count && mails
  })

/** Marks a contact as needing no answer. */
const answer = (contactId: string | undefined) =>
  operate<OperationsContact>('POST', `/contacts/${contactId}/no_answer_needed`)
/** The contact in the commands of a mail. */
const contactIn = (mail: { text: string } | undefined) =>
  /npm run ops -- contact (\S+) no-answer-needed/.exec(mail?.text ?? '')?.[1]

test('[WAIT-01][WAIT-03] a client’s message waits in one line with their order until it is answered', async () => {
  const { clock, settings } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order()
  await bookCardPayment(person, order, 4800)
  const before = clock.now()
  await contactUs(person.phone, 'Where is my essay?', person.token)
  await contactUs(person.phone, 'Hello?\nAnybody there?', person.token)
  const [entry, ...others] = await eventually(async () => {
    const waiting = await waitingOf(person.phone)
    return waiting[0]?.words?.includes('Anybody') && waiting
  })
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    kind: 'message',
    waits_for: 'answer to a message',
    turn: 'staff',
    late: false,
    client_id: person.clientId,
    order_id: order.id,
    number: order.number,
    title: 'Causes of the French Revolution',
    work: 'Essay (writing), 2 pages',
    deadline: order.deadline,
    amount: 48,
    words: 'Where is my essay?\nHello?\nAnybody there?',
  })
  const since = Date.parse(entry?.since ?? '')
  expect(since).toBeGreaterThanOrEqual(before - 1)
  expect(entry?.due).toBe(new Date(afterCompanyHours(since, 4, settings.companyZone)).toISOString())
  const mails = await mailed(person.phone, 2)
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set([`Order ${order.number}: a message from ${formatPhone(person.phone)}`]),
  )
  for (const mail of mails) {
    for (const part of [
      order.number,
      'Task: Essay (writing), 2 pages\n',
      '> Causes of the French Revolution',
      byCompanyClock(Date.parse(order.deadline ?? ''), defaultCompanyZone),
    ])
      expect(mail.text).toContain(part)
    expect(mail.text).toContain(`npm run ops -- answer ${order.number} "TEXT"`)
  }
  // Each mail ends the wait up to its own message.
  const { messages } = (await operate<OperationsConversation>('GET', `/conversations/${order.number}`)).body
  const lasts = mails.map(({ text: mail }) => / no-answer-needed --last (\S+)/.exec(mail)?.[1])
  expect(new Set(lasts)).toEqual(new Set(messages.map(({ _id: id }) => id)))
  const answered = await operate('POST', `/conversations/${order.number}/answers`, { text: 'It comes at 6.' })
  expect(answered.status).toBe(200)
  expect(await waitingOf(person.phone)).toEqual([])
  await contactUs(person.phone, 'Thank you!', person.token)
  await eventually(async () => (await waitingOf(person.phone)).length === 1)
})

test('[MSG-01][WAIT-01] a client’s same words on the contact page wait again after an answer', async () => {
  const person = await signedInPerson()
  await contactUs(person.phone, 'Any news?', person.token)
  expect(await waitingOf(person.phone)).toMatchObject([{ words: 'Any news?' }])
  await operate('POST', `/conversations/${person.clientId}/answers`, { text: 'Not yet.' })
  expect(await waitingOf(person.phone)).toEqual([])
  await contactUs(person.phone, 'Any news?', person.token)
  expect(await waitingOf(person.phone)).toMatchObject([{ words: 'Any news?' }])
  const { messages } = (await operate<OperationsConversation>('GET', `/conversations/${person.clientId}`)).body
  expect(messages.filter(({ author }) => author === 'client').map((message) => message.text)).toEqual([
    'Any news?',
    'Any news?',
  ])
})

test('[TALK-05] adds a client’s text once to their newest active order, else to the general conversation', async () => {
  const person = await signedInPerson()
  const threads = async (path: string) =>
    (await person.send<ConversationPage>('GET', path)).body.results.map(({ text: words, by_text: by }) => [words, by])
  await text(person.phone, 'Do you do physics?')
  await eventually(async () => (await threads(messagePaths.messages())).length === 1)
  const [older, order] = [await person.order(), await person.order()]
  for (const one of [older, order]) await bookCardPayment(person, one, 4800)
  // It is unpaid, so it is not active.
  await person.order()
  const { product } = await testProduct()
  const sent = { id: `SM${crypto.randomUUID()}`, from: person.phone, body: 'Where is it?' }
  for (let time = 0; time < 2; time += 1) await takeIncomingText(product, sent)
  expect(await threads(messagePaths.orderMessages(order.id))).toEqual([['Where is it?', true]])
  expect(await threads(messagePaths.messages())).toEqual([['Do you do physics?', true]])
  expect(await threads(messagePaths.orderMessages(older.id))).toEqual([])
  const waiting = await eventually(async () => {
    const entries = await waitingOf(person.phone)
    return entries.length === 2 && entries
  })
  expect(new Set(waiting.map(({ number }) => number))).toEqual(new Set([null, order.number]))
  await eventually(async () => {
    const mails = await textsTo(await testProduct(), (await testProduct()).settings.supportEmail, person.clientId)
    // Others concern the paid orders.
    return mails.filter((mail) => mail.text.includes(`From: ${formatPhone(person.phone)}, by text`)).length === 2
  })
})

test('[TALK-05] a client’s text passes over an order with a pending or granted refund', async () => {
  const { person, order: older } = await personWithPaidOrder()
  const newer = await payOrder(person, await person.order())
  const { product } = await testProduct()
  const words = async (path: string) =>
    (await person.send<ConversationPage>('GET', path)).body.results.map((message) => message.text)
  const takeText = (body: string) =>
    takeIncomingText(product, { id: `SM${crypto.randomUUID()}`, from: person.phone, body })
  for (const [order, event] of [
    [newer, 'request_refund'],
    [newer, 'accept_refund'],
    [older, 'request_refund'],
  ] as const) {
    await postEvents(order, event)
    await takeText(`After ${event}`)
  }
  expect(await words(messagePaths.orderMessages(newer.id))).toEqual([])
  expect(await words(messagePaths.orderMessages(older.id))).toEqual(['After accept_refund', 'After request_refund'])
  expect(await words(messagePaths.messages())).toEqual(['After request_refund'])
})

test('[TALK-05][LAW-07] a client’s STOP ends the texts and is no message', async () => {
  const person = await signedInPerson()
  await text(person.phone, 'Stop')
  await eventually(async () => {
    const { product } = await testProduct()
    return hasOptedOut(product.queries, { channel: 'sms', address: person.phone })
  })
  expect((await person.send<ConversationPage>('GET', messagePaths.messages())).body.results).toEqual([])
})

test('[TALK-05] a texted picture waits as a sentence for staff, also without words or with STOP', async () => {
  const [picture, nothing] = ['(A picture or file came with this text. We can’t take it by text.)', '']
  const wordsAfter = async (phone: string, body: string, count: string) => {
    const fields = { MessageSid: `SM${crypto.randomUUID()}`, From: phone, Body: body, NumMedia: count }
    expect((await postText(fields)).status).toBe(200)
    return (await waitingOf(phone)).map(({ words }) => words)
  }
  const person = await signedInPerson()
  expect(await wordsAfter(person.phone, nothing, '0')).toEqual([])
  expect(await wordsAfter(person.phone, nothing, '1')).toEqual([picture])
  expect(await wordsAfter(newPhone(), 'My rubric', '2')).toEqual([`My rubric\n${picture}`])
  const phone = newPhone()
  expect(await wordsAfter(phone, 'Stop', '1')).toEqual([`Stop\n${picture}`])
  expect(await hasOptedOut((await testProduct()).product.queries, { channel: 'sms', address: phone })).toBe(true)
})

test('[TALK-05][LAW-07] “Yes” is a client’s message, and resumes the texts only after STOP, once', async () => {
  const person = await signedInPerson()
  const { product } = await testProduct()
  const takeText = (body: string, id = `SM${crypto.randomUUID()}`) =>
    takeIncomingText(product, { id, from: person.phone, body })
  const words = async () =>
    (await person.send<ConversationPage>('GET', messagePaths.messages())).body.results.map((message) => message.text)
  await takeText('Yes')
  expect(await words()).toEqual(['Yes'])
  expect(await waitingOf(person.phone)).toMatchObject([{ words: 'Yes' }])
  await takeText('Stop')
  for (let time = 0; time < 2; time += 1) await takeText('Yes', `SM-resumed-${person.clientId}`)
  expect(await words()).toEqual(['Yes'])
  expect(await hasOptedOut(product.queries, { channel: 'sms', address: person.phone })).toBe(false)
  const confirmed = await product.queries
    .selectFrom('outbox')
    .select('template')
    .where('to_address', '=', person.phone)
    .where('template', 'in', ['texts-ended', 'texts-resumed'])
    .orderBy('id')
    .execute()
  expect(confirmed.map(({ template }) => template)).toEqual(['texts-ended', 'texts-resumed'])
})

test('[WAIT-01] an answer ends the wait of earlier messages, not of later ones', async () => {
  const { clock } = await testProduct()
  const phone = newPhone()
  await text(phone, 'Do you do physics?')
  const [mail] = await mailed(phone, 1)
  clock.advance(3_600_000)
  await text(phone, 'Still there?')
  await eventually(async () => (await waitingOf(phone))[0]?.words === 'Do you do physics?\nStill there?')
  await answer(contactIn(mail))
  expect(await waitingOf(phone)).toMatchObject([{ words: 'Still there?', number: null, title: null, amount: null }])
})

test('[WAIT-01][TALK-05] the page of an older message addresses the newest message of its sender', async () => {
  const { clock } = await testProduct()
  for (const write of [text, contactUs]) {
    const phone = newPhone()
    const idOf = async (words: string) =>
      (await eventually(async () => (await waitingOf(phone)).find((entry) => entry.words?.endsWith(words)))).id
    const newestOn = async (id: string) => (await operate<OperationsContact>('GET', `/contacts/${id}`)).body.id
    await write(phone, 'Do you do physics?')
    const first = await idOf('physics?')
    expect(await newestOn(first)).toBe(first)
    clock.advance(3_600_000)
    await write(phone, 'Still there?')
    const next = await idOf('there?')
    expect(next).not.toBe(first)
    await answer(await newestOn(first))
    expect(await waitingOf(phone)).toEqual([])
    clock.advance(3_600_000)
    await write(phone, 'Hello?')
    const newest = await idOf('Hello?')
    // The page shows the row of a number alone only while it waits.
    expect(await newestOn(next)).toBe(newest)
  }
})

test('[LAW-07][WAIT-03] STOP with more words waits for an answer too, a text of invisible marks does not', async () => {
  const { settings } = await testProduct()
  const phone = newPhone()
  const face = '😀'.repeat(60)
  await text(phone, '\u200B\u2800\u3164')
  await text(phone, `Stop. x${face}`)
  const ended = await eventually(async () => {
    const [sent] = await textsTo(await testProduct(), phone)
    return sent
  })
  expect(ended.text).toContain('no more texts')
  await eventually(async () => (await waitingOf(phone))[0]?.words === `Stop. x${face}`)
  const { product } = await testProduct()
  const { said } = await product.queries
    .selectFrom('opt_out')
    .select('said')
    .where('address', '=', phone)
    .executeTakeFirstOrThrow()
  expect(said).toBe(`Stop. x${'😀'.repeat(46)}`)
  expect(await textsTo(await testProduct(), settings.supportEmail, formatPhone(phone))).toHaveLength(1)
})

test('[LAW-07] a text whose opt-out fails is stored by its next delivery, once and whole', async () => {
  const { product } = await testProduct()
  const sent = { id: `SM${crypto.randomUUID()}`, from: newPhone(), body: 'Stop. I found a tutor' }
  const queries = product.queries.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"opt_out"')) throw new Error('away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(takeIncomingText({ ...product, queries }, sent)).rejects.toThrow('away')
  expect(await waitingOf(sent.from)).toEqual([])
  for (let time = 0; time < 2; time += 1) await takeIncomingText(product, sent)
  expect(await waitingOf(sent.from)).toMatchObject([{ words: sent.body }])
  expect(await hasOptedOut(product.queries, { channel: 'sms', address: sent.from })).toBe(true)
})

test('[WAIT-01][MSG-01] a stranger’s words with a client’s number wait apart, without client and order', async () => {
  const { clock, product } = await testProduct()
  const person = await signedInPerson()
  await person.order()
  await contactUs(person.phone, 'I am the client, honestly')
  await contactUs(person.phone, 'Where is my essay?', person.token)
  const bySender = async () => new Map((await waitingOf(person.phone)).map((entry) => [entry.proved, entry] as const))
  const [stranger, client] = [(await bySender()).get(false), (await bySender()).get(true)]
  const nobody = { client_id: null, order_id: null, number: null, title: null, deadline: null }
  expect(stranger).toMatchObject({ ...nobody, words: 'I am the client, honestly' })
  expect(client).toMatchObject({ client_id: person.clientId, words: 'Where is my essay?' })
  clock.advance(Date.parse(stranger?.due ?? '') - clock.now() + 1_000)
  await notifyOfLateMessages(product)
  const late = await eventually(async () => {
    const mails = (await mailsOf(person.phone)).filter(({ subject }) => subject.startsWith('Late:'))
    return mails.length === 2 && mails
  })
  const ofStranger = late.filter((mail) =>
    mail.text.startsWith('Not signed in: number and address are typed, not proved'),
  )
  expect(ofStranger).toHaveLength(1)
  expect(ofStranger[0]?.text).not.toContain(person.clientId)
  await answer(stranger?.id)
  expect((await waitingOf(person.phone)).map(({ proved }) => proved)).toEqual([true])
})

test('[WAIT-01] a text from an unknown number waits too; an unknown key is 404', async () => {
  const phone = newPhone()
  await text(phone, 'Is this Nerdify?')
  const [entry] = await eventually(async () => {
    const waiting = await waitingOf(phone)
    return waiting.length > 0 && waiting
  })
  expect(entry).toMatchObject({ client_id: null, order_id: null, words: 'Is this Nerdify?' })
  for (const id of ['nothing', entry?.client_id ?? '019a0000-0000-7000-8000-000000000000'])
    expect((await operate('POST', `/contacts/${id}/no_answer_needed`)).status).toBe(404)
  await answer(entry?.id)
  expect(await waitingOf(phone)).toEqual([])
})

test('[WAIT-03][WAIT-08] mails a late answer again, once across all processes, and counts it', async () => {
  const { clock, product, url, settings } = await testProduct()
  const phone = newPhone()
  await contactUs(phone, 'Can you help with calculus?')
  await mailed(phone, 1)
  const [entry] = await waitingOf(phone)
  const lateCount = async () => {
    const headers = { authorization: `Bearer ${settings.operationsToken}` }
    const metrics = await (await fetch(url + apiPaths.metrics(), { headers })).text()
    return Number(/^nerdify_waiting_late\{kind="message"\} (\d+)$/m.exec(metrics)?.[1])
  }
  clock.advance(Date.parse(entry?.due ?? '') - clock.now() + 1_000)
  expect(await waitingOf(phone)).toMatchObject([{ late: true }])
  expect(await lateCount()).toBeGreaterThan(0)
  for (let time = 0; time < 3; time += 1) {
    await Promise.all([notifyOfLateMessages(product), notifyOfLateMessages({ ...product })])
  }
  const [, late, ...others] = await mailed(phone, 2)
  expect(others).toEqual([])
  expect(late?.subject).toBe(`Late: answer to a message from ${formatPhone(phone)}`)
  expect(late?.text).toContain('Can you help with calculus?')
  expect(contactIn(late)).toBe(entry?.id)
})

test('[LAW-06][WAIT-03] erasing an account erases earlier texts of its number and the mails to staff about them', async () => {
  const { product, clock } = await testProduct()
  const phone = newPhone()
  await text(phone, 'Do you write essays?')
  await mailed(phone, 1)
  clock.advance(3 * 24 * 3_600_000)
  await notifyOfLateMessages(product)
  await mailed(phone, 2)
  const clientId = await createClient(product.queries, clock.now(), { phone, email: null })
  await setErasure(product.queries, clientId, clock.now() - 1)
  while ((await eraseDueAccounts(nothingPutOff(product))) > 0);
  expect(await isKept(phone)).toBe(false)
  expect(await waitingOf(phone)).toEqual([])
})

test('[TALK-05] an unknown number gets answers by text, and its thread once it has an account', async () => {
  const phone = newPhone()
  await text(phone, 'Is this Nerdify?')
  const [entry] = await eventually(async () => {
    const waiting = await waitingOf(phone)
    return waiting.length > 0 && waiting
  })
  expect(entry).toMatchObject({
    conversation: null,
    next: [{ event: 'answer' }, { event: 'no_answer_needed' }],
  })
  const address = `/contacts/${entry?.id}`
  const open = await operate<OperationsContact>('GET', address)
  expect(open.body).toMatchObject({ phone, due: entry?.due, messages: [{ by: 'text', text: 'Is this Nerdify?' }] })
  for (const wrong of [' ', 'x'.repeat(481), 'It costs {nerd}.'])
    expect(await operate('POST', `${address}/answers`, { text: wrong })).toMatchObject({
      status: 422,
      body: { error_value: 'text' },
    })
  const answered = await operate<OperationsContact>('POST', `${address}/answers`, { text: 'Yes! How can we help?' })
  expect(answered.body).toMatchObject({ waits_since: null, messages: [{ by: 'answer', operator: 'machine' }, {}] })
  expect(await waitingOf(phone)).toEqual([])
  await eventually(async () =>
    (await textsTo(await testProduct(), phone)).some(({ text: sent }) =>
      sent.startsWith('Nerdify: Yes! How can we help? '),
    ),
  )

  const { body: client } = await operate<Client>('POST', '/clients', { phone })
  const token = await signInByCode(await testProduct(), phone)
  const { results, unread } = (await send<ConversationPage>('GET', messagePaths.messages(), { token })).body
  expect(results).toMatchObject([
    { author: 'support', text: 'Yes! How can we help?', by_text: true },
    { author: 'client', text: 'Is this Nerdify?', by_text: true },
  ])
  expect(unread).toBe(0)
  const moved = {
    status: 404,
    body: {
      text: 'This person has an account now. Please answer in their conversation.',
      error_type: 'has_account',
      error_value: client.id,
    },
  }
  expect(await operate('GET', address)).toMatchObject(moved)
  expect(await operate('POST', `${address}/answers`, { text: 'And?' })).toMatchObject(moved)
})

test('[OPS-11][TALK-07] a blocked client’s text is answered by text, and moves to the unblocked account', async () => {
  const { person, order } = await personWithPaidOrder()
  await operate('POST', `/clients/${person.clientId}/block`)
  await text(person.phone, 'Why can’t I sign in?')
  const [entry] = await eventually(async () => {
    const waiting = await waitingOf(person.phone)
    return waiting.length > 0 && waiting
  })
  expect(entry).toMatchObject({ client_id: person.clientId, number: order.number, conversation: null })
  const mail = await eventually(async () =>
    (await mailsOf(person.phone)).find(({ subject }) => subject.startsWith('A text from')),
  )
  expect(mail.text).toContain(`Client: ${person.clientId}\n`)
  const answered = await operate('POST', `/contacts/${entry?.id}/answers`, { text: 'Your bank disputes a payment.' })
  expect(answered.status).toBe(200)
  await eventually(async () =>
    (await textsTo(await testProduct(), person.phone)).some(({ text: sent }) =>
      sent.startsWith('Nerdify: Your bank disputes a payment. '),
    ),
  )

  await operate('POST', `/clients/${person.clientId}/unblock`)
  const token = await signInByCode(await testProduct(), person.phone)
  const { body } = await send<ConversationPage>('GET', messagePaths.messages(), { token })
  expect(body.results.map((message) => message.text)).toEqual(['Your bank disputes a payment.', 'Why can’t I sign in?'])
  await text(person.phone, 'Thank you')
  await eventually(async () => (await waitingOf(person.phone))[0]?.conversation === order.number)
})

test('[TALK-02][TALK-05] a thread that moves to an account leaves an older answer there unread', async () => {
  const { product, clock } = await testProduct()
  const { clientId } = await signedInPerson()
  await operate('POST', `/conversations/${clientId}/answers`, { text: 'It comes at 5.' })
  clock.advance(answerHoldMs + 1_000)
  const phone = newPhone()
  await takeIncomingText(product, { id: `SM${crypto.randomUUID()}`, from: phone, body: 'This is my new number.' })
  const [entry] = await waitingOf(phone)
  expect((await operate('POST', `/contacts/${entry?.id}/answers`, { text: 'We noted it.' })).status).toBe(200)
  expect((await operate('POST', `/clients/${clientId}/contact`, { phone })).status).toBe(200)
  const token = await signInByCode(await testProduct(), phone)
  const { results, unread } = (await send<ConversationPage>('GET', messagePaths.messages(), { token })).body
  expect(results.map(({ text: words }) => words)).toEqual(['We noted it.', 'This is my new number.', 'It comes at 5.'])
  expect(unread).toBe(1)
})

test('[TALK-05] a texted link moves the thread of its phone to the account, a mailed one does not', async () => {
  const { product, clock, settings } = await testProduct()
  const { secret } = settings
  const phone = newPhone()
  await takeIncomingText(product, { id: `SM${crypto.randomUUID()}`, from: phone, body: 'Is this Nerdify?' })
  const clientId = await createClient(product.queries, clock.now(), { phone, email: null })
  const openLink = async (channel: 'email' | 'sms') => {
    const id = await makeShortKey(product.queries, { secret, clientId, now: clock.now(), channel })
    const body = { type: 'check_code', factor: 'key', value: shortKeyOf(secret, id) }
    expect((await send('POST', apiPaths.factorAuth(), { body })).status).toBe(200)
    return (await waitingOf(phone)).map((entry) => [entry.client_id, entry.words])
  }
  expect(await openLink('email')).toEqual([[null, 'Is this Nerdify?']])
  expect(await openLink('sms')).toEqual([[clientId, 'Is this Nerdify?']])
})

test('[TALK-07][SAFE-04] a blocked client reads why, and their contact page’s words wait in one row', async () => {
  const person = await signedInPerson()
  expect((await operate('POST', `/clients/${person.clientId}/block`, { reason: 'chargebacks' })).status).toBe(200)
  expect((await person.send('POST', messagePaths.messages(), { text: 'Why?' })).status).toBe(401)
  const code = { type: 'request_code', factor: 'phone', value: person.phone }
  const { body } = await send('POST', apiPaths.factorAuth(), { body: code })
  expect(body).toMatchObject({ error_type: 'account_blocked', text: expect.stringContaining('Please contact us') })
  for (const words of ['Why am I blocked?', 'Hello?']) await contactUs(person.phone, words)
  const [entry, ...others] = await waitingOf(person.phone)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ proved: false, words: 'Why am I blocked?\nHello?' })
  expect((await operate('POST', `/contacts/${entry?.id}/answers`, { text: 'We look at it today.' })).status).toBe(200)
  expect(await waitingOf(person.phone)).toEqual([])
  await eventually(async () => (await textsTo(await testProduct(), person.phone, 'We look at it today.')).length === 1)
})

test('[TALK-05][LAW-07] a number that opted out gets no answer by text', async () => {
  const phone = newPhone()
  await text(phone, 'Stop. Who are you?')
  const [entry] = await eventually(async () => {
    const waiting = await waitingOf(phone)
    return waiting.length > 0 && waiting
  })
  await eventually(async () => hasOptedOut((await testProduct()).product.queries, { channel: 'sms', address: phone }))
  expect(await operate('POST', `/contacts/${entry?.id}/answers`, { text: 'Hello' })).toMatchObject({
    status: 409,
    body: { text: 'This number wants no texts from us.', error_type: 'opted_out' },
  })
})

import type {
  ConversationList,
  ConversationMessage,
  ConversationPage,
  OperationsConversation,
  OperationsConversationPage,
} from '@nerdify/contract/conversations.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { QueuePage } from '@nerdify/contract/queue.ts'
import { answerHoldMs } from '@nerdify/domain/conversations/message-rules.ts'
import { afterCompanyHours } from '@nerdify/domain/orders/business-time.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { bookCardPayment, operate, postEvents, registeredNerd, wholeQueue } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { eventually, newPhone, send, signedInPerson, type TestPerson, textsTo } from '../testing/test-client.ts'
import { startSession } from '../sessions/sessions.ts'
import { conversationsStatement, waitingStatement } from './conversations.store.ts'

afterEach(async () => {
  const { clock, settings } = await testProduct()
  clock.reset()
  settings.limitScale = 1_000
})

const hourMs = 3_600_000
const key = (name: string) => ({ 'idempotency-key': `${name}-${crypto.randomUUID()}` })
const read = (person: TestPerson, path: string) => person.send<ConversationPage>('GET', path)
const write = (person: TestPerson, path: string, text: string) =>
  person.send<ConversationMessage>('POST', path, { text })
const waitingOf = async (address: string) =>
  (await wholeQueue('&kind=message')).filter(({ conversation }) => conversation === address)

test('[TALK-01][WAIT-01] a question waits in the queue until its answer, which the client reads after the hold', async () => {
  const { clock, settings } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order()
  const path = messagePaths.orderMessages(order.id)
  const question = await write(person, path, 'Where is my essay?')
  expect(question).toMatchObject({ status: 201, body: { author: 'client', text: 'Where is my essay?', read_at: null } })
  await write(person, path, 'Hello?')
  const [entry, ...others] = await waitingOf(order.number)
  expect(others).toEqual([])
  const since = Date.parse(question.body.at)
  expect(entry).toMatchObject({
    kind: 'message',
    client_id: person.clientId,
    order_id: order.id,
    phone: person.phone,
    words: 'Where is my essay?\nHello?',
    since: question.body.at,
    due: new Date(afterCompanyHours(since, 4, settings.companyZone)).toISOString(),
  })
  const answered = await operate<OperationsConversation>('POST', `/conversations/${order.number}/answers`, {
    text: 'It comes at 5.',
  })
  expect(answered.body).toMatchObject({ id: order.number, client: formatPhone(person.phone), waits_since: null })
  expect(await waitingOf(order.number)).toEqual([])
  expect((await read(person, path)).body).toMatchObject({ unread: 0, results: [{ text: 'Hello?' }, {}] })
  clock.advance(answerHoldMs)
  const { body: page } = await read(person, path)
  expect(page).toMatchObject({
    unread: 1,
    next: null,
    results: [
      { author: 'support', name: null, text: 'It comes at 5.', read_at: null },
      { read_at: expect.any(String) },
      { read_at: expect.any(String) },
    ],
  })
  const unread = async () => (await person.send<FirstData>('GET', apiPaths.firstData())).body.unread
  expect(await unread()).toBe(1)
  const [{ _id: last } = { _id: '' }] = page.results
  const from = clock.now()
  for (let time = 0; time < 2; time += 1) {
    expect((await person.send('POST', messagePaths.orderMessagesRead(order.id), { last })).body).toEqual({ unread: 0 })
    clock.advance(3_600_000)
  }
  expect(await unread()).toBe(0)
  const { body: thread } = await operate<OperationsConversation>('GET', `/conversations/${order.id}`)
  expect(thread.messages[0]).toMatchObject({ operator: 'machine' })
  const readAt = Date.parse(thread.messages[0]?.read_at ?? '')
  expect(readAt - from).toBeGreaterThanOrEqual(0)
  // The second mark was a no-op.
  expect(readAt - from).toBeLessThan(3_600_000)
})

test('[WAIT-03] staff are mailed a message with the client’s name, the words as a quotation, and the commands', async () => {
  const person = await signedInPerson()
  const { settings } = await testProduct()
  const { body: message } = await write(person, messagePaths.messages(), 'Do you do\nphysics?')
  const mail = await eventually(async () => {
    const mails = await textsTo(await testProduct(), settings.supportEmail, person.clientId)
    return mails[0]
  })
  expect(mail).toMatchObject({ subject: `A message from ${formatPhone(person.phone)}` })
  expect(mail.text).toContain('> Do you do\n> physics?')
  expect(mail.text).toContain(`To answer: npm run ops -- answer ${person.clientId} "TEXT"\n`)
  expect(mail.text).toContain(`npm run ops -- conversation ${person.clientId} no-answer-needed --last ${message._id}\n`)
  expect(mail.text).not.toContain('Deadline')
})

test('[WAIT-03][WAIT-01] the queue and the mail name a client by the nickname, if any', async () => {
  const person = await signedInPerson()
  const { settings } = await testProduct()
  const name = `Zoë ${person.clientId.slice(-12)}`
  await person.send('PATCH', apiPaths.me(), { nickname: name })
  await write(person, messagePaths.messages(), 'Hello')
  const [entry] = await waitingOf(person.clientId)
  expect(entry).toMatchObject({ name, phone: person.phone })
  await eventually(async () => {
    const mails = (await textsTo(await testProduct(), settings.supportEmail, person.clientId)) as { subject?: string }[]
    return mails.some(({ subject }) => subject === `A message from ${name}`)
  })
})

test('[TALK-07][AUTH-19] another client’s conversation is 404 on every call', async () => {
  const [owner, stranger] = [await signedInPerson(), await signedInPerson()]
  const order = await owner.order()
  const { body: sent } = await write(owner, messagePaths.orderMessages(order.id), 'Mine')
  for (const [method, path, body] of [
    ['GET', messagePaths.orderMessages(order.id)],
    ['POST', messagePaths.orderMessages(order.id), { text: 'x' }],
    ['POST', messagePaths.orderMessagesRead(order.id), { last: sent._id }],
  ] as const)
    expect((await stranger.send(method, path, body)).status).toBe(404)
  expect((await stranger.send<ConversationList>('GET', messagePaths.conversations())).body).toEqual({ results: [] })
})

test('[SAFE-03] a session of one order reads only that order’s conversation', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  const [mine, other] = [await person.order(), await person.order()]
  for (const path of [
    messagePaths.messages(),
    messagePaths.orderMessages(mine.id),
    messagePaths.orderMessages(other.id),
  ])
    await write(person, path, 'Hi')
  const link = { clientId: person.clientId, origin: 'rating-link', orderId: mine.id } as const
  const token = await startSession(product, product.queries, link)
  const { body } = await send<ConversationList>('GET', messagePaths.conversations(), { token })
  expect(body.results.map(({ order_id: id }) => id)).toEqual([mine.id])
  expect((await send('GET', messagePaths.orderMessages(mine.id), { token })).status).toBe(200)
  for (const path of [messagePaths.messages(), messagePaths.orderMessages(other.id)])
    for (const [method, sent] of [
      ['GET', {}],
      ['POST', { body: { text: 'x' } }],
    ] as const)
      expect((await send(method, path, { token, ...sent })).body).toMatchObject({ error_type: 'sign_in_needed' })
})

test('[TALK-01][WAIT-02] staff’s list and queue read the waiting conversations by their index', async () => {
  const { product } = await testProduct()
  const plans = await transaction(product.queries, async (queries) => {
    // With so few rows any database would read the whole table, and sort it.
    await sql`set local enable_seqscan = off`.execute(queries)
    await sql`set local enable_sort = off`.execute(queries)
    const list = conversationsStatement(queries, { waits: true, cursor: { at: 1, id: crypto.randomUUID() }, most: 21 })
    return [await list.explain(), (await sql`explain ${waitingStatement}`.execute(queries)).rows]
  })
  for (const plan of plans) expect(JSON.stringify(plan)).toContain('conversation_waiting')
})

test('[API-10] refuses a malformed cursor of conversations', async () => {
  const answer = await operate('GET', `/conversations?cursor=1.${'-'.repeat(36)}`)
  expect(answer).toMatchObject({ status: 422, body: { error_value: 'cursor' } })
})

test('[TALK-02][API-11] a message that is sent again by a retry arrives once', async () => {
  const person = await signedInPerson()
  const headers = key('retry')
  const sent = await Promise.all(
    [1, 2, 3].map(() => person.send<ConversationMessage>('POST', messagePaths.messages(), { text: 'Once' }, headers)),
  )
  expect(new Set(sent.map(({ body }) => body._id)).size).toBe(1)
  expect((await read(person, messagePaths.messages())).body.results).toHaveLength(1)
})

test('[TALK-01][TALK-07] refuses a blank and a too long text at its field, and the 61st message in an hour', async () => {
  const { settings } = await testProduct()
  const person = await signedInPerson()
  const path = messagePaths.messages()
  for (const [text, says] of [
    [' \u200B\n', 'Please write a message.'],
    ['x'.repeat(4_001), 'This is 1 character too long: at most 4,000. Please shorten it.'],
  ] as const)
    expect(await write(person, path, text)).toMatchObject({
      status: 422,
      body: { text: says, error_value: 'text' },
    })
  expect((await write(person, path, 'x'.repeat(4_000))).status).toBe(201)
  for (let count = 1; count < 60; count += 1) expect((await write(person, path, 'more')).status).toBe(201)
  settings.limitScale = 1
  const refused = await write(person, path, 'one too many')
  expect(refused).toMatchObject({
    status: 429,
    body: { text: expect.stringMatching(/60 messages.* in \d+ (minutes|hours)/) },
  })
})

test('[TALK-01] pages lead from the newest message to the first, each once', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  for (let count = 0; count < 65; count += 1) {
    clock.advance(60_001)
    await write(person, messagePaths.messages(), `Message ${count}`)
  }
  const texts: string[] = []
  const sizes: number[] = []
  for (let query: string | null = ''; query !== null; ) {
    const { body }: { body: ConversationPage } = await read(person, messagePaths.messages() + query)
    sizes.push(body.results.length)
    texts.push(...body.results.map(({ text }) => text))
    query = body.next === null ? null : `?before=${body.next}`
  }
  expect(sizes).toEqual([30, 30, 5])
  expect(texts).toEqual(Array.from({ length: 65 }, (_, at) => `Message ${64 - at}`))
})

test('[TALK-01] only the author takes an answer back, during the hold; the question waits again', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const { body: asked } = await write(person, messagePaths.messages(), 'Question')
  const path = `/conversations/${person.clientId}`
  const [ann, bob] = [await signedInStaff('clerk'), await signedInStaff('clerk')]
  const answer = () => ann.operate('POST', `${path}/answers`, { text: 'Oops' })
  expect((await answer()).status).toBe(200)
  expect((await bob.operate('POST', `${path}/take_back`)).status).toBe(409)
  expect((await ann.operate('POST', `${path}/take_back`)).status).toBe(200)
  const [entry] = await waitingOf(person.clientId)
  expect(entry?.since).toBe(asked.at)
  await answer()
  clock.advance(answerHoldMs)
  expect((await ann.operate('POST', `${path}/take_back`)).status).toBe(409)
  expect((await read(person, messagePaths.messages())).body.results).toHaveLength(2)
})

test('[TALK-01] words that a client writes during an answer’s hold stay unread', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const path = messagePaths.messages()
  await write(person, path, 'First')
  await operate('POST', `/conversations/${person.clientId}/answers`, { text: 'Hello' })
  clock.advance(1_000)
  await write(person, path, 'Second')
  const { body } = await read(person, path)
  expect(body.results.map(({ text, read_at: at }) => [text, at !== null])).toEqual([
    ['Second', false],
    ['First', true],
  ])
})

test('[TALK-01] staff mark a message as read without an answer; the mark never moves back', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const sent = [
    await write(person, messagePaths.messages(), 'One'),
    await write(person, messagePaths.messages(), 'Two'),
  ]
  const readAts = async () =>
    (await read(person, messagePaths.messages())).body.results.map(({ read_at: readAt }) => readAt)
  const marked: (string | null)[][] = []
  for (const { body } of sent.toReversed()) {
    await operate('POST', `/conversations/${person.clientId}/read`, { last: body._id })
    marked.push(await readAts())
    clock.advance(1_000)
  }
  expect(marked[0]).toEqual([expect.any(String), expect.any(String)])
  expect(marked[1]).toEqual(marked[0])
  expect(await waitingOf(person.clientId)).toHaveLength(1)
})

test('[TALK-01] answers for the Nerd have the name on the order, and need one', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order()
  const answer = () =>
    operate<OperationsConversation>('POST', `/conversations/${order.number}/answers`, {
      as: 'nerd',
      text: 'Chapter 2 is done.',
    })
  expect(await answer()).toMatchObject({ status: 422, body: { error_value: 'as' } })
  await bookCardPayment(person, order, 4800)
  const nerd = await registeredNerd('Prof. Ada', 5)
  expect((await operate('POST', `/orders/${order.number}/events`, { event: 'nerd_found', nerd })).status).toBe(200)
  expect((await answer()).status).toBe(200)
  clock.advance(answerHoldMs)
  const { body } = await read(person, messagePaths.orderMessages(order.id))
  expect(body.results).toMatchObject([{ author: 'nerd', name: 'Prof. Ada' }])
})

test('[TALK-03] support reads a client’s words as typed, and the Nerd’s copy without contact details', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  const path = messagePaths.orderMessages(order.id)
  const copies = async () => {
    const { body } = await operate<OperationsConversation>('GET', `/conversations/${order.number}`)
    return body.messages.map(({ text, for_nerd: copy }) => [text, copy])
  }
  const words = 'Call me on 415 555 0143, it costs $120'
  await write(person, path, words)
  expect(await copies()).toEqual([[words, null]])
  await bookCardPayment(person, order, 4800)
  const nerd = await registeredNerd('Prof. Mask', 5)
  await operate('POST', `/orders/${order.number}/events`, { event: 'nerd_found', nerd })
  expect(await copies()).toEqual([[words, 'Call me on [number hidden], it costs $120']])
  // Between two Nerds nobody has the order.
  await operate('POST', `/orders/${order.number}/events`, { event: 'reassign', note: 'ill' })
  expect(await copies()).toEqual([[words, null]])
  expect((await operate('POST', `/conversations/${order.number}/answers`, { as: 'nerd', text: 'x' })).status).toBe(422)
})

test('[TALK-03] shows a client before sending what the mask hides from the Nerd', async () => {
  const [person, stranger] = [await signedInPerson(), await signedInPerson()]
  const order = await person.order()
  const path = messagePaths.orderMessagesPreview(order.id)
  const preview = (text: string, reader = person) => reader.send('POST', path, { text })
  const words = 'Call me on 415 555 0143, it costs $120'
  expect(await preview(words)).toMatchObject({ status: 200, body: { for_nerd: null } })
  await bookCardPayment(person, order, 4800)
  const nerd = await registeredNerd('Prof. Preview', 5)
  await operate('POST', `/orders/${order.number}/events`, { event: 'nerd_found', nerd })
  expect((await preview(words)).body).toEqual({ for_nerd: 'Call me on [number hidden], it costs $120' })
  expect((await preview('It costs $120')).body).toEqual({ for_nerd: null })
  expect((await preview(words, stranger)).status).toBe(404)
  expect(await preview('x'.repeat(4_001))).toMatchObject({ status: 422, body: { error_value: 'text' } })
  expect((await read(person, messagePaths.orderMessages(order.id))).body.results).toEqual([])
})

test('[TALK-03] an answer for the Nerd reaches the client without contact details, as previewed', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order()
  await bookCardPayment(person, order, 4800)
  const nerd = await registeredNerd('Prof. Answer', 5)
  await operate('POST', `/orders/${order.number}/events`, { event: 'nerd_found', nerd })
  const path = `/conversations/${order.number}`
  const [text, copy] = ['Write to ann@example.com', 'Write to [e-mail hidden]']
  const preview = async (typed: string) => (await operate('POST', `${path}/preview`, { text: typed })).body
  expect(await preview(text)).toEqual({ for_client: copy })
  expect(await preview('It costs $120')).toEqual({ for_client: null })
  const answered = await operate<OperationsConversation>('POST', `${path}/answers`, { as: 'nerd', text })
  expect(answered.body).toMatchObject({ nerd: 'Prof. Answer' })
  await operate('POST', `${path}/answers`, { as: 'support', text })
  clock.advance(answerHoldMs)
  const { body } = await read(person, messagePaths.orderMessages(order.id))
  expect(body.results.map((message) => [message.author, message.text])).toEqual([
    ['support', text],
    ['nerd', copy],
  ])
})

test('[DESK-04] staff list the unanswered conversations of orders they took, with name and due time', async () => {
  const { settings } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order({ title: 'Coral reefs' })
  await bookCardPayment(person, order, 4800)
  const { body: asked } = await write(person, messagePaths.orderMessages(order.id), 'Where is it?')
  const [ann, bob] = [await signedInStaff('clerk'), await signedInStaff('clerk')]
  const mine = async (reader: typeof ann) => {
    const { body } = await reader.operate<OperationsConversationPage>('GET', '/conversations?mine=true')
    return body.results
  }
  expect(await mine(ann)).toEqual([])
  await ann.operate('POST', `/orders/${order.number}/take`, {})
  expect(await mine(ann)).toMatchObject([
    {
      id: order.number,
      title: 'Coral reefs',
      waits_since: asked.at,
      due: new Date(afterCompanyHours(Date.parse(asked.at), 4, settings.companyZone)).toISOString(),
    },
  ])
  expect(await mine(bob)).toEqual([])
  await operate('POST', `/conversations/${order.number}/no_answer_needed`)
  expect(await mine(ann)).toEqual([])
})

test('[TALK-09] staff read a note among the messages, the client never does, and the question still waits', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const [ann, bob] = [await signedInStaff('clerk'), await signedInStaff('clerk')]
  const path = `/conversations/${person.clientId}`
  await write(person, messagePaths.messages(), 'Where is it?')
  clock.advance(1)
  expect((await ann.operate('POST', `${path}/notes`, { text: 'Asked the Nerd twice' })).status).toBe(200)
  clock.advance(1)
  await write(person, messagePaths.messages(), 'Hello?')
  const { body } = await bob.operate<OperationsConversation>('GET', path)
  expect(body.waits_since).not.toBeNull()
  expect(body.messages.map(({ author, operator, text }) => [author, operator, text])).toEqual([
    ['client', null, 'Hello?'],
    ['note', ann.name, 'Asked the Nerd twice'],
    ['client', null, 'Where is it?'],
  ])
  const results = (await read(person, messagePaths.messages())).body.results
  expect(results.map(({ text }) => text)).toEqual(['Hello?', 'Where is it?'])
  expect((await bob.operate('POST', `${path}/take_back`)).status).toBe(404)
  for (const text of [' ', 'x'.repeat(5_001)])
    expect(await ann.operate('POST', `${path}/notes`, { text })).toMatchObject({
      status: 422,
      body: { error_value: 'text' },
    })
})

test('[WAIT-01] a thank-you needs no answer; the next message waits again', async () => {
  const person = await signedInPerson()
  const path = `/conversations/${person.clientId}/no_answer_needed`
  expect((await operate('POST', path)).status).toBe(404)
  await write(person, messagePaths.messages(), 'Thanks!')
  expect((await operate('POST', path)).status).toBe(200)
  expect(await waitingOf(person.clientId)).toEqual([])
  await write(person, messagePaths.messages(), 'One more thing')
  expect(await waitingOf(person.clientId)).toMatchObject([{ words: 'One more thing' }])
})

test('[WAIT-01] a wait without an answer ends up to the message that staff saw, and the next one waits', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const path = `/conversations/${person.clientId}`
  const { body: seen } = await write(person, messagePaths.messages(), 'Thanks!')
  clock.advance(hourMs)
  const { body: next } = await write(person, messagePaths.messages(), 'One more thing')
  const end = (last: string) =>
    operate<OperationsConversation>('POST', `${path}/no_answer_needed?${new URLSearchParams({ last })}`)
  const { body } = await end(seen._id)
  expect(body.waits_since).toBe(next.at)
  expect(body.messages.map(({ text, read_at: readAt }) => [text, readAt !== null])).toEqual([
    ['One more thing', false],
    ['Thanks!', true],
  ])
  expect(await waitingOf(person.clientId)).toMatchObject([{ words: 'One more thing' }])
  await operate('POST', `${path}/answers`, { text: 'Sure' })
  // An old page does not bring an answered message's wait back.
  expect((await end(seen._id)).body.waits_since).toBeNull()
  clock.advance(hourMs)
  const { body: newest } = await write(person, messagePaths.messages(), 'Thank you')
  expect((await end(seen._id)).body.waits_since).toBe(newest.at)
  expect((await end(newest._id)).body.waits_since).toBeNull()
})

test('[WAIT-01][OPS-17] a row of the queue names its newest shown message, up to which its command ends', async () => {
  const person = await signedInPerson()
  const sent: string[] = []
  for (let count = 1; count <= 21; count += 1)
    sent.push((await write(person, messagePaths.messages(), `Question ${count}`)).body._id)
  const [row] = await waitingOf(person.clientId)
  expect(row).toMatchObject({ words: expect.stringMatching(/Question 20$/), last: sent[19] })
  const path = `/conversations/${person.clientId}/no_answer_needed?${new URLSearchParams({ last: row?.last ?? '' })}`
  expect((await operate('POST', path)).status).toBe(200)
  expect(await waitingOf(person.clientId)).toMatchObject([{ words: 'Question 21', last: sent[20] }])
})

test('[OPS-09][TALK-01] the queue counts waiting conversations, without strangers’ texts', async () => {
  const conversations = async () => (await operate<QueuePage>('GET', '/queue?turn=nerd')).body.conversations
  const before = await conversations()
  const form = new URLSearchParams({ country: 'usa', phone: newPhone(), landing: '/contact-us' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('POST', apiPaths.newClient(), { body: form.toString(), headers })).status).toBe(200)
  expect(await conversations()).toBe(before)
  await write(await signedInPerson(), messagePaths.messages(), 'Hello')
  expect(await conversations()).toBe(before + 1)
})

test('[TALK-01][STATE-07] what concerns a deleted order is answered in the general conversation', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order()
  await write(person, messagePaths.orderMessages(order.id), 'Please delete it')
  const answer = (address: string) =>
    operate<ErrorBody>('POST', `/conversations/${address}/answers`, { text: 'It is deleted.' })
  expect((await answer(order.number)).status).toBe(200)
  clock.advance(answerHoldMs + 1_000)
  const unread = async () => (await person.send<FirstData>('GET', '/api/v3/first_data')).body.unread
  expect(await unread()).toBe(1)

  await postEvents(order, 'delete')
  expect(await unread()).toBe(0)
  const path = messagePaths.conversations()
  expect((await person.send<ConversationList>('GET', path)).body.results).toEqual([])
  expect(await answer(order.number)).toMatchObject({
    status: 409,
    body: { error_type: 'order_deleted', text: expect.stringContaining('general') },
  })
  expect((await answer(person.clientId)).status).toBe(200)
  clock.advance(answerHoldMs + 1_000)
  expect(await unread()).toBe(1)
})

test('[TALK-01] staff find a client’s conversations by phone, e-mail and order number', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  await write(person, messagePaths.messages(), 'General')
  await write(person, messagePaths.orderMessages(order.id), 'Of the order')
  const find = async (q: string) => {
    const path = `/conversations?${new URLSearchParams({ q, waits: 'true' })}`
    return (await operate<OperationsConversationPage>('GET', path)).body.results.map(({ last }) => last)
  }
  expect(await find(person.phone)).toEqual(['General', 'Of the order'])
  expect(await find(`p${person.phone.slice(1)}@example.com`)).toEqual(['General', 'Of the order'])
  expect(await find(person.phone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-'))).toEqual(['General', 'Of the order'])
  for (const number of [order.number, `No. ${order.number}`]) expect(await find(number)).toEqual(['Of the order'])
  expect(await find('nobody@example.com')).toEqual([])
})

import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { UploadPageAddress } from '@nerdify/contract/files.ts'
import type { BalanceSlice, FoundClientPage, OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import type { OperationsOrderPage } from '@nerdify/contract/operations.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { clientsByTextStatement } from '../accounts/client-search.store.ts'
import { insertEmailChange, replaceEmail } from '../accounts/clients.store.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { findOrders as ordersFound } from '../orders/list/find-any-order.ts'
import { filteredOrders } from '../orders/orders.store.ts'
import { companyTime } from '../orders/waiting-now.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { failedMessagesTo } from '../outbox/kept-messages.store.ts'
import { bookCardPayment, operate, personWithPaidOrder, registeredNerd } from '../testing/operations-calls.ts'
import { plansOf } from '../testing/plans-of.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { giveEmail, newAccount, signedInPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const find = (q: string, cursor = '') =>
  operate<FoundClientPage & ErrorBody>('GET', `/clients?${new URLSearchParams({ q, ...(cursor && { cursor }) })}`)

/** The search result of a client, from all slices; undefined without one. */
async function foundBy(q: string, clientId: string) {
  for (let cursor = ''; ; ) {
    const { status, body } = await find(q, cursor)
    expect(status).toBe(200)
    const found = body.results.find(({ id }) => id === clientId)
    if (found !== undefined || body.next === null) return found?.found_by
    cursor = body.next
  }
}

test('[OPS-10] finds a client by phone however written, e-mail, nickname, order or receipt', async () => {
  const { person, order } = await personWithPaidOrder()
  const { clientId } = person
  const name = `Zoë ${clientId.slice(-12)}`
  await person.send('PATCH', '/api/v3/users/client/me', { nickname: name })
  const email = `F${clientId.slice(-12)}.Lee@example.com`
  await person.send('PATCH', '/api/v3/users/client/me', { email })
  expect(await foundBy(email.slice(0, 9), clientId)).toBe('pending_email')
  await giveEmail(person, email)
  const national = person.phone.slice(2)
  const phones = [
    person.phone,
    national,
    `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`,
    `001 ${national.slice(0, 3)}.${national.slice(3)}`,
    ...[4, 5, 6, 7].map((digits) => person.phone.slice(-digits)),
  ]
  for (const phone of phones) expect({ phone, by: await foundBy(phone, clientId) }).toEqual({ phone, by: 'phone' })
  for (const typed of [email, email.toUpperCase(), email.slice(0, 6)])
    expect(await foundBy(typed, clientId)).toBe('email')
  for (const typed of [name, name.replace('Z', 'z'), name.slice(0, 8)])
    expect(await foundBy(typed, clientId)).toBe('nickname')
  for (const typed of [order.number, `${order.number}-1`, `No. ${order.number}`])
    expect(await foundBy(typed, clientId)).toBe('order')

  const { body } = await find(order.number)
  expect(body.results[0]).toMatchObject({
    id: clientId,
    phone: person.phone,
    nickname: name,
    blocked: false,
    orders: 1,
    last_order: { number: order.number, status: 'In progress', task: expect.stringContaining('Essay (writing)') },
  })
  expect(body.results[0]?.email?.toLowerCase()).toBe(email.toLowerCase())
})

test('[OPS-10] lists every client with a prefix once, in slices', async () => {
  const { product } = await testProduct()
  const start = `slice${(await signedInPerson()).clientId.slice(-8)}`
  const at = Date.now()
  const pending = { at: new Date(at), from_email: null }
  const ids: string[] = []
  for (let nth = 0; nth < 45; nth += 1) {
    const { clientId } = await newAccount()
    ids.push(clientId)
    // Some match twice.
    const change = { nickname: nth % 3 > 0 ? `${start} ${nth % 4}` : null }
    await product.queries.updateTable('client').set(change).where('id', '=', clientId).execute()
    if (nth % 3 === 2) continue
    const email = `${start}${nth}@example.com`
    if (nth % 6 < 3) await replaceEmail(product.queries, clientId, email)
    else await insertEmailChange(product.queries, { ...pending, client_id: clientId, id: uuidv7(at), to_email: email })
  }
  const listed: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await find(start, cursor)
    expect(body.results.length).toBeLessThanOrEqual(20)
    listed.push(...body.results.map(({ id }) => id))
    if (body.next === null) break
    cursor = body.next
  }
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

test.each([
  ['an empty query', '', 'Type a phone'],
  ['blanks', '  ', 'Type a phone'],
  ['one letter', 'A', 'at least 2 characters'],
  ['300 letters', 'a'.repeat(300), 'at most 254 characters'],
])('[OPS-10] refuses %s for clients in words', async (_, q, words) => {
  const { status, body } = await find(q)
  expect({ status, field: body.error_value }).toEqual({ status: 422, field: 'q' })
  expect(body.text).toContain(words)
})

test('[OPS-10] escapes wildcards in a query, and refuses a foreign cursor', async () => {
  for (const q of ['%%', '__', '%_\\', "'; drop table client; --", '\u{10ffff}\u{10ffff}', '\ud800x'])
    expect(await find(q)).toMatchObject({ status: 200, body: { results: [], next: null } })
  for (const cursor of ['x', 'phone.x', `phone.${'1'.repeat(50)}`])
    expect(await find('12345', cursor)).toMatchObject({ status: 422, body: { error_value: 'cursor' } })
})

const findOrders = (filters: Record<string, string>) =>
  operate<OperationsOrderPage & ErrorBody>('GET', `/orders?${new URLSearchParams(filters)}`)
const idsOf = ({ body }: Awaited<ReturnType<typeof findOrders>>) => body.results.map(({ id }) => id)

test('[OPS-10] finds orders by client, Nerd, state, type, deadline, late, tag and words', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const word = `w${person.clientId.slice(-10)}`
  const at = (hours: number) => new Date(deadlineFromHours(clock.now(), hours)).toISOString()
  const quiz = await person.order({ title: `Well-being in ${word}s`, subject: 'Psychology', deadline: at(48) })
  const essay = await person.order({ title: `The ${word.toUpperCase()} of Rome`, deadline: at(12) })
  await person.order({ deadline: at(24) })
  await bookCardPayment(person, essay, 4800)
  const nerd = await registeredNerd(`Ada ${word}`)
  await operate('POST', `/orders/${essay.id}/events`, { event: 'nerd_found', nerd })
  await operate('PATCH', `/orders/${quiz.id}`, { tags_add: [word], type: 'Quiz' })
  const client = person.clientId
  const cases: [filters: Record<string, string>, found: { id: string }[]][] = [
    [{ client, q: word }, [essay, quiz]],
    [{ q: `${word} rome` }, [essay]],
    [{ q: `BEING ${word}` }, [quiz]],
    [{ q: `psych ${word}` }, [quiz]],
    [{ q: `'${word}%' & !:*\\` }, [essay, quiz]],
    [{ q: `${word} carthage` }, []],
    [{ nerd }, [essay]],
    [{ nerd, state: 'in_progress' }, []],
    [{ client, state: 'nerd_found' }, [essay]],
    [{ client, type: 'Quiz' }, [quiz]],
    [{ tag: word }, [quiz]],
    [{ client, due_from: at(10), due_to: at(18) }, [essay]],
    [{ client, due_from: at(30), q: word }, [quiz]],
    [{ client, late: 'true' }, []],
  ]
  for (const [filters, found] of cases) {
    const answer = await findOrders(filters)
    const ids = found.map(({ id }) => id)
    expect({ filters, ids: idsOf(answer) }).toEqual({ filters, ids })
    expect(answer.body).toMatchObject({ total: ids.length, over_total: false, next: null })
  }
  clock.advance(13 * 3_600_000)
  expect(idsOf(await findOrders({ client, late: 'true' }))).toEqual([essay.id])
  expect(idsOf(await findOrders({ client, late: 'false', q: word }))).toEqual([quiz.id])
})

test('[OPS-10] lists every order once, newest first or by deadline, in slices with one total', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const client = person.clientId
  const deadlines = [96, 48, 72].map((hours) => new Date(deadlineFromHours(clock.now(), hours)).toISOString())
  const ids: string[] = []
  for (let nth = 0; nth < 43; nth += 1) ids.unshift((await person.order({ deadline: deadlines[nth % 3] as string })).id)
  const readAll = async (filters: Record<string, string>) => {
    const listed: OperationsOrderPage['results'] = []
    for (let cursor = {}; ; ) {
      const { body } = await findOrders({ client, ...filters, ...cursor })
      expect(body.total).toBe(43)
      listed.push(...body.results)
      if (body.next === null) return listed
      cursor = { cursor: body.next }
    }
  }
  expect((await readAll({})).map(({ id }) => id)).toEqual(ids)
  const byDeadline = await readAll({ due_from: new Date(clock.now()).toISOString() })
  expect(byDeadline.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const due = byDeadline.map(({ deadline }) => deadline)
  expect(due).toEqual(due.toSorted())
})

test.each([
  ['an empty query', { q: '' }, 'q', 'Type words'],
  ['marks of patterns', { q: '%_\\' }, 'q', 'Type words'],
  ['one letter', { q: 'a' }, 'q', 'at least 2 characters'],
  ['300 letters', { q: 'a'.repeat(300) }, 'q', 'at most 254 characters'],
  ['a foreign cursor', { cursor: 'x' }, 'cursor', 'no cursor'],
  ['a weekday', { due_from: 'Monday' }, 'due_from', ''],
  ['a number for a client', { client: '1' }, 'client', ''],
])('[OPS-10] refuses %s for orders at its field', async (_, filters, field, words) => {
  const { status, body } = await findOrders(filters)
  expect({ status, field: body.error_value }).toEqual({ status: 422, field })
  expect(body.text).toContain(words)
})

test('[OPS-10] finds orders by indexes', async () => {
  const { product } = await testProduct()
  const id = '01900000-0000-7000-8000-000000000000'
  const cases = [
    [{ clientId: id }, 'client_order_'],
    [{ nerdId: id }, 'client_order_'],
    [{ type: 'Quiz' }, 'client_order_of_type'],
    [{ dueFrom: 0, dueTo: 1 }, 'client_order_due'],
    [{ tag: 'vip' }, 'client_order_tags'],
    [{ words: ['law', 'rome'] }, 'client_order_words'],
    [{ ids: { are: true, ids: [id] } }, 'client_order_by_id'],
  ] as const
  await transaction(product.queries, async (queries) => {
    await sql`set local enable_seqscan = off`.execute(queries)
    for (const [filter, index] of cases) {
      const plan = JSON.stringify(await filteredOrders(queries, filter).select('id').explain())
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

test('[OPS-10] finds orders by state, and undelivered messages of a client, by indexes', async () => {
  const { settings, clock } = await testProduct()
  const time = companyTime(settings, clock.now())
  const states = {
    sent: 'client_order_in_client_status',
    refund_requested: 'client_order_in_system_status',
    deleted: 'client_order_in_system_status',
  }
  for (const [state, index] of Object.entries(states)) {
    for (const due of [{}, { due_from: new Date(clock.now()).toISOString() }]) {
      const plans = await plansOf((queries) => ordersFound(queries, { state, ...due }, time))
      expect(plans.join('\n')).toContain(index)
      for (const plan of plans) expect(plan).not.toContain('Seq Scan')
    }
  }
  const addresses = ['+14155550103', 'Ann@example.com']
  const plans = await plansOf((queries) => failedMessagesTo(queries, addresses, { since: 0, most: 20 }))
  expect(plans).toEqual([expect.stringContaining('outbox_of_address')])
})

test('[OPS-10] finds clients by indexes', async () => {
  const { product } = await testProduct()
  await transaction(product.queries, async (queries) => {
    // With so few rows any database would scan the table.
    await sql`set local enable_seqscan = off`.execute(queries)
    const indexes = {
      phone: 'client_phone_from_its_end',
      email: 'client_email_from_its_start',
      pending_email: 'email_change_from_its_start',
      nickname: 'client_nickname_from_its_start',
    } as const
    for (const [by, index] of Object.entries(indexes)) {
      for (const after of [undefined, '01900000-0000-7000-8000-000000000000']) {
        const statement = clientsByTextStatement(by as keyof typeof indexes, { typed: '0100', after, most: 21 })
        const plan = JSON.stringify((await sql`explain ${statement}`.execute(queries)).rows)
        expect(plan).toContain(index)
        expect(plan).not.toContain('Seq Scan')
      }
    }
  })
})

test('[OPS-10] one client has orders, balance history, conversations, plans and log', async () => {
  const { person, order } = await personWithPaidOrder()
  const path = `/clients/${person.clientId}`
  await operate('POST', `${path}/balance_credits`, { amount: 5, reason: 'Sorry' })
  await operate('POST', `/conversations/${person.clientId}/answers`, { text: 'Hello' })
  const { status, body } = await operate<OperationsClientWithLists>('GET', path)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: person.clientId,
    orders: { results: [{ id: order.id }], total: 1, next: null },
    balance_history: { results: [{ amount: 5, cause: 'staff_credit', reason: 'Sorry' }] },
    conversations: { results: [{ id: person.clientId, last: 'Hello' }], next: null },
    plans: [],
    log: { results: [{ action: expect.stringContaining('credit') }], next: null },
  })
})

test('[OPS-10] one client has their undelivered texts', async () => {
  const { product, clock } = await testProduct()
  const person = await signedInPerson()
  const sent = { channel: 'sms', to: person.phone, template: 'texts-help', variables: {} } as const
  await transaction(product.queries, async (queries) => {
    for (const status of ['dead', 'sent'] as const) {
      const dedupeKey = `${status}:${person.clientId}`
      await enqueue(queries, clock.now(), { ...sent, dedupeKey })
      const row = queries.updateTable('outbox').where('dedupe_key', '=', dedupeKey)
      await row.set({ status, error_code: '30003' }).execute()
    }
  })
  const { body } = await operate<OperationsClientWithLists>('GET', `/clients/${person.clientId}`)
  expect(body.failed_messages).toMatchObject([
    { to: person.phone, template: 'texts-help', status: 'dead', error_code: '30003', text: null, can_resend: true },
  ])
})

test('[OPS-10] a client has the upload page and older changes of the balance, each once', async () => {
  const person = await signedInPerson()
  const client = `/clients/${person.clientId}`
  const amounts = Array.from({ length: 45 }, (_, index) => index + 1)
  for (const amount of amounts) await operate('POST', `${client}/balance_credits`, { amount, reason: 'x' })
  const first = (await operate<OperationsClientWithLists>('GET', client)).body
  expect([first.upload_page, first.balance_history.total]).toEqual([null, 45])
  const listed = [...first.balance_history.results]
  for (let cursor = first.balance_history.next; cursor !== null; ) {
    const { body } = await operate<BalanceSlice>('GET', `${client}/balance_changes?cursor=${cursor}`)
    listed.push(...body.results)
    cursor = body.next
  }
  expect(listed.map(({ amount }) => amount)).toEqual(amounts.toReversed())
  const newest = await operate<BalanceSlice>('GET', `${client}/balance_changes`)
  expect(newest.body).toEqual({ results: first.balance_history.results, next: first.balance_history.next })
  for (const cursor of ['x', '1.1', `${person.clientId}.x`])
    expect(await operate('GET', `${client}/balance_changes?cursor=${cursor}`)).toMatchObject({ status: 422 })

  const { body: page } = await operate<UploadPageAddress>('POST', `${client}/upload_page`)
  const clerk = await signedInStaff('clerk')
  expect((await clerk.operate<OperationsClientWithLists>('GET', client)).body.upload_page).toBe(page.url)
  const { product } = await testProduct()
  const log = await product.queries
    .selectFrom('operations_log')
    .selectAll()
    .where('subject', '=', `client ${person.clientId}`)
    .execute()
  expect(log).toHaveLength(46)
  expect(JSON.stringify(log)).not.toContain(page.upload_page)
})

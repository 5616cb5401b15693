import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client, MyData } from '@nerdify/contract/client.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../database/uuid.ts'
import { mayWait } from '../orders/waiting-orders.store.ts'
import { hasOptedOut, noteOptOut } from '../outbox/opt-out/opt-outs.ts'
import { insertMessage } from '../outbox/outbox.store.ts'
import { movesOf } from '../testing/cards/books.ts'
import { followPaymentLink, newCard, payOnCardPage } from '../testing/cards/card-page.ts'
import { payOrder } from '../testing/coupon-calls.ts'
import { everythingOf } from '../testing/everything-of.ts'
import { signInFrom } from '../testing/friends.ts'
import {
  bookCardPayment,
  bookCardTip,
  operate,
  personWithPaidOrder,
  postEvents,
  registeredNerd,
  wholeQueue,
} from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { mailsTo, personWithEmail, subscribe } from '../testing/subscribing.ts'
import {
  codeSentTo,
  eventually,
  giveEmail,
  newPhone,
  openAccountLink,
  personSignedInByCode,
  send,
  signedInAnew,
  signedInPerson,
  type TestPerson,
  textsTo,
} from '../testing/test-client.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { setErasure } from '../accounts/clients.store.ts'
import { createClient } from '../accounts/create-client.ts'
import { eraseDueAccounts } from './erase-accounts.ts'
import { remindOfDeletions } from './remind-of-deletion.ts'
import { customerOf } from '../payments/page/card-customer.ts'
import { objectsOfClient } from './personal-data.store.ts'
import { allTreatments, treatments } from './treatments.ts'

const me = '/api/v3/users/client/me'
const dayMs = 86_400_000
const secret = 'my grandmother’s illness'

const act = async (person: TestPerson, action: string) => (await person.send<Client>('PATCH', me, { action })).body
const eraseNow = async () => eraseDueAccounts(nothingPutOff((await testProduct()).product))

/** Posts a form as operations. */
async function postForm(path: string, body: FormData): Promise<Response> {
  const { url, settings } = await testProduct()
  const headers = { authorization: `Bearer ${settings.operationsToken}` }
  return fetch(`${url}/api/ops${path}`, { method: 'POST', headers, body })
}

/** A client with a changed e-mail, a paid order and an unpaid one. */
async function personWithOrders() {
  const person = await personSignedInByCode()
  const [former, email] = ['former', 'now'].map((name) => `${name}${person.phone.slice(-8)}@example.com`)
  for (const address of [former, email]) await giveEmail(person, address as string)
  await person.send('PATCH', me, { nickname: 'Sam' })
  const card = newCard()
  const paid = await payOrder(person, await person.order({ title: 'My title', details: secret }), card)
  const unpaid = await person.order({ details: secret })
  return { person, paid, unpaid, former: former as string, email: email as string, card }
}

/** The card provider's data of a customer. */
async function customerAtProvider(id: string): Promise<unknown> {
  const { sandboxUrl, settings } = await testProduct()
  const headers = { authorization: `Bearer ${settings.stripe.secretKey}` }
  return (await fetch(`${sandboxUrl}/v1/customers/${id}`, { headers })).json()
}

/** Writes a message to an address, which is soon too old to be sent. */
async function enqueueTo(to: string, dedupeKey: string): Promise<void> {
  const { product, clock } = await testProduct()
  const expiresAt = clock.now() + 1000
  const message = { channel: 'email', template: 'coupon-error', variables: {} } as const
  await insertMessage(product.queries, uuidv7(clock.now()), clock.now(), { ...message, to, dedupeKey, expiresAt })
}

afterEach(async () => (await testProduct()).clock.reset())

describe('"Download my data"', () => {
  test('[LAW-06] scans no whole table: download and erasure find rows by client', async () => {
    const { database } = await testProduct()
    const { rows } = await sql<{ table: string }>`
      select distinct indexed.relname as table from pg_index
      join pg_class indexed on indexed.oid = indrelid
      join pg_attribute first on first.attrelid = indrelid and first.attnum = indkey[0]
      where first.attname = 'client_id' and indpred is null`.execute(database.queries)
    const found = new Set(rows.map(({ table }) => table))
    const sought = allTreatments.filter(
      ([, { shown, erased }]) => shown !== undefined || erased === 'whole' || erased.blank !== undefined,
    )
    expect(sought.map(([table]) => table).filter((table) => !found.has(table))).toEqual([])
  })

  test('[LAW-06][INFO-04] contains all of the client’s data, and no secret', async () => {
    const { person, paid, unpaid, email } = await personWithOrders()
    const { status, headers, body } = await person.send<MyData>('GET', `${me}/data`)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="nerdify-my-data.json"')
    expect(body.account).toMatchObject({ id: person.clientId, email: { email }, nickname: 'Sam', phone: person.phone })
    const { records } = body
    expect(records.orders?.map((order) => [order.id, order.details])).toEqual([
      [paid.id, secret],
      [unpaid.id, secret],
    ])
    expect(records.orders?.[0]).toMatchObject({
      price_cents: 4800,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(records.order_events?.length).toBeGreaterThan(0)
    expect(records.ledger_lines?.length).toBeGreaterThan(0)
    expect(records.account_events?.map(({ event }) => event)).toEqual(['email_changed', 'email_changed'])
    expect(records.sessions).toHaveLength(1)
    expect(records.messages?.map(({ to, message }) => [to, message])).toContainEqual([person.phone, 'sign-in-code'])
    const text = JSON.stringify(body)
    expect(text).not.toContain(paid.payment_link.split('/').at(-1))
    expect(text).not.toMatch(/sealed_code|"hash"|fingerprint/)
  })

  test('[LAW-06][CAB-08][OPS-08] contains the client’s messages, but neither notes nor names of staff', async () => {
    const { person, order } = await personWithPaidOrder(newCard())
    const anna = await signedInStaff('clerk')
    const post = async (path: string, body: unknown) =>
      expect((await anna.operate('POST', `/orders/${order.id}/${path}`, body)).status).toBe(200)
    await post('events', { event: 'nerd_found', nerd: await registeredNerd('Nerd Otto', 3.5) })
    await postEvents(order, 'send')
    const asked = { action: 'request_refund', note: 'It is off topic.' }
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, asked)).status).toBe(200)
    await post('events', { event: 'decline_refund', note: 'suspected fraud', tell: 'It fits the task.' })
    await post('refunds', { amount: 5, reason: 'to keep them quiet' })
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    const events = body.records.order_events?.map(({ event, author, data }) => ({ event, author, data })) ?? []
    const names = ['request_refund', 'decline_refund', 'refund']
    expect(names.map((name) => events.find(({ event }) => event === name))).toEqual([
      { event: 'request_refund', author: 'client', data: { note: asked.note } },
      { event: 'decline_refund', author: 'operations', data: {} },
      { event: 'refund', author: 'operations', data: {} },
    ])
    expect(body.records.refunds).toMatchObject([{ cents: 500, order_id: order.id }])
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${anna.name}|Otto|fraud|quiet`))
  })

  test('[LAW-06][OPS-11] shows the reason of a debit, but not of a credit, and no staff at a new phone', async () => {
    const person = await signedInPerson()
    const lead = await signedInStaff('lead')
    const post = async (path: string, body: unknown) =>
      expect((await lead.operate('POST', `/clients/${person.clientId}/${path}`, body)).status).toBe(200)
    await post('balance_credits', { amount: 20, reason: 'to keep them quiet' })
    await post('balance_debits', { amount: 5, reason: 'A coupon counted twice' })
    const phone = newPhone()
    await post('contact', { phone })
    const { body } = await (await signedInAnew(person)).send<MyData>('GET', `${me}/data`)
    expect(body.records.ledger_entries?.map(({ kind, data }) => ({ kind, data }))).toEqual([
      { kind: 'staff_credit', data: {} },
      { kind: 'staff_debit', data: { reason: 'A coupon counted twice' } },
    ])
    expect(body.records.account_events).toMatchObject([
      { event: 'phone_changed', author: 'operations', data: { from: person.phone, to: phone } },
    ])
    expect(JSON.stringify(body)).not.toContain(lead.name)
  })

  test('[LAW-06][OPS-05] contains no file of staff that was removed from an order or never sent', async () => {
    const { person, order } = await personWithPaidOrder(newCard())
    const addFile = async (path: string, name: string) => {
      const form = new FormData()
      form.set('type', 'file_final_draft')
      form.set('file', new Blob(['work']), name)
      const answer = await postForm(path, form)
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { _id: string })._id
    }
    const wrong = await addFile(`/orders/${order.id}/files`, 'paper-of-maria.txt')
    expect((await operate('POST', `/orders/${order.id}/file_removals`, { file_id: wrong })).status).toBe(200)
    await addFile(`/conversations/${order.id}/files`, 'answer-to-maria.txt')
    await addFile(`/orders/${order.id}/files`, 'paper.txt')
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.records.files).toMatchObject([{ file_name: 'paper.txt' }])
    expect(JSON.stringify(body)).not.toContain('maria')
  })

  test('[LAW-06][AUTH-17] only the client can read it, and it contains no data of others', async () => {
    expect((await send('GET', `${me}/data`)).status).toBe(401)
    const other = await personWithOrders()
    const person = await signedInPerson()
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.records.orders).toEqual([])
    expect(JSON.stringify(body)).not.toContain(other.person.clientId)
  })

  test('[LAW-06][MSG-05] if two accounts had an address in turn, each sees and erases its own time', async () => {
    const { product, clock } = await testProduct()
    const [first, second] = [await signedInPerson(), await signedInPerson()]
    const address = `Shared${first.phone.slice(-8)}@example.com`
    const rename = async (person: TestPerson, email: string) => {
      clock.advance(1000)
      await giveEmail(person, email)
    }
    const write = async (name: string) => {
      clock.advance(1000)
      await enqueueTo(address.toLowerCase(), `${name}:${address}`)
    }
    const seenBy = async (person: TestPerson) => {
      const { body } = await person.send<MyData>('GET', `${me}/data`)
      return body.records.messages
        ?.filter(({ message }) => message === 'coupon-error')
        .map(({ created_at }) => created_at)
    }
    const written = async (name: string) =>
      product.queries
        .selectFrom('outbox')
        .select(['to_address', 'created_at'])
        .where('dedupe_key', '=', `${name}:${address}`)
        .executeTakeFirstOrThrow()
    const timesOf = async (...names: string[]) =>
      Promise.all(names.map(async (name) => new Date((await written(name)).created_at).toISOString()))

    await rename(first, address)
    await write('first')
    await rename(first, `other${address}`)
    await write('nobody')
    await rename(second, address)
    await write('second')
    await rename(second, `another${address}`)
    await rename(first, address)
    await write('again')
    expect(await seenBy(first)).toEqual(await timesOf('first', 'again'))
    expect(await seenBy(second)).toEqual(await timesOf('second'))

    await act(first, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    const addresses = ['first', 'nobody', 'second', 'again'].map(async (name) => (await written(name)).to_address)
    expect(await Promise.all(addresses)).toEqual(['', address.toLowerCase(), address.toLowerCase(), ''])
  })

  test('[LAW-06][OPS-01] an account with the former support address neither shows nor erases support mail', async () => {
    const { product, clock, settings } = await testProduct()
    const person = await signedInPerson()
    const email = settings.supportEmail.toUpperCase()
    await product.queries.updateTable('client').set({ email }).where('id', '=', person.clientId).execute()
    const dedupeKey = `support:${person.clientId}`
    await enqueueTo(settings.supportEmail, dedupeKey)
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.account.email).toEqual({ email })
    expect(body.records.messages).toEqual([])
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    expect((await person.send('GET', me)).status).toBe(401)
    const mails = product.queries.selectFrom('outbox').select('to_address').where('dedupe_key', '=', dedupeKey)
    expect(await mails.execute()).toEqual([{ to_address: settings.supportEmail }])
  })

  test('[LAW-06][MSG-01] contains nothing that a stranger typed with the number', async () => {
    const { product } = await testProduct()
    const leave = async (fields: Record<string, string>, token?: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ country: 'usa', ...fields }).toString()
      expect((await send('POST', apiPaths.newClient(), { body, headers, token })).status).toBe(200)
    }
    const phone = newPhone()
    const stranger = {
      phone,
      email: 'stranger@example.com',
      message: 'a stranger’s secret',
      phone_ref: 'a stranger’s aunt',
    }
    await leave(stranger)
    const person = await signInFrom('?utm=x', phone)
    await leave({ ...stranger, message: 'another stranger’s secret' })
    await leave({ phone, email: 'mine@example.com' }, person.token)
    expect(
      await product.queries
        .selectFrom('contact_request')
        .select('id')
        .where('client_id', '=', person.clientId)
        .execute(),
    ).toHaveLength(3)
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.records.contact_requests).toMatchObject([{ phone, email: 'mine@example.com' }])
    expect(body.records.origin).toMatchObject([{ landing_query: '?utm=x' }])
    expect(JSON.stringify(body)).not.toContain('stranger')
  })

  test('[LAW-06][SAFE-02] lists mails about the client to an address that was never confirmed, and no others', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson([], { email: null })
    const email = `first${person.phone.slice(-8)}@example.com`
    await person.send('PATCH', me, { email })
    await payOrder(person, await person.order(), newCard())
    // Another account takes the address and gets mails of its own.
    await createClient(product.queries, clock.now(), { phone: null, email })
    await enqueueTo(email, `other:${email}`)
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    const mails = body.records.messages?.filter(({ to }) => to === email).map(({ message }) => message)
    expect(mails).toContain('receipt')
    // The mail with the link would say whether another account has the address.
    for (const hidden of ['coupon-error', 'email-confirm', 'email-taken']) expect(mails).not.toContain(hidden)
  })

  test('[LAW-06] hides the messages to a former address that another account has now', async () => {
    const { person, former } = await personWithOrders()
    const { product, clock } = await testProduct()
    await createClient(product.queries, clock.now(), { phone: null, email: former })
    await enqueueTo(former, `test:${former}`)
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    const shown = body.records.messages?.map(({ to, message }) => [to, message])
    expect(shown).not.toContainEqual([former, 'coupon-error'])
    // Messages from the client's own time are shown.
    expect(shown).toContainEqual([former, 'email-changing'])
  })
})

describe('"Delete my account"', () => {
  test('[LAW-06][INFO-04] shows the day, seven days ahead; a repeat keeps it, a cancellation clears it', async () => {
    const person = await signedInPerson()
    const { clock } = await testProduct()
    const before = clock.now()
    const asked = await act(person, 'delete_account')
    const due = Date.parse(asked.delete_at ?? '')
    expect(due - before).toBeGreaterThanOrEqual(7 * dayMs)
    expect(due - clock.now()).toBeLessThanOrEqual(7 * dayMs)
    clock.advance(10 * 60_000)
    expect((await act(person, 'delete_account')).delete_at).toBe(asked.delete_at)
    expect((await act(person, 'keep_account')).delete_at).toBeNull()
    clock.advance(8 * dayMs)
    expect(await eraseNow()).toBe(0)
    expect((await person.send<Client>('GET', me)).body).toMatchObject({ phone: person.phone, delete_at: null })
  })

  test('[LAW-06] erases nothing within seven days, and the account keeps working', async () => {
    const { person, unpaid } = await personWithOrders()
    const { clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs - 60_000)
    await eraseNow()
    expect((await person.send('GET', `/api/v3/orders/${unpaid.id}`)).status).toBe(200)
    expect((await act(person, 'keep_account')).delete_at).toBeNull()
  })

  test('[LAW-06] after seven days all personal data is erased, and payment records stay', async () => {
    const { person, paid, unpaid, former, email, card } = await personWithOrders()
    const { product, clock } = await testProduct()
    const form = new FormData()
    form.set('type', 'file_final_draft')
    form.set('file', new Blob(['final']), 'paper-of-sam.txt')
    expect((await postForm(`/orders/${paid.id}/files`, form)).status).toBe(201)
    const objects = await objectsOfClient(product.queries, person.clientId)
    const inBucket = async () => (await Promise.all(objects.map((key) => product.files.stat(key)))).filter(Boolean)
    expect(await inBucket()).not.toEqual([])
    const { customerId = '' } = (await customerOf(product.queries, person.clientId)) ?? {}
    expect(await customerAtProvider(customerId)).toMatchObject({ email })
    // Short ones as whole values: a random key may contain them.
    const personal = [person.phone, former, email, secret, 'My title', 'paper-of-sam', '"Sam"', `"${card.slice(-4)}"`]
    const held = await everythingOf(person.clientId)
    for (const value of personal) expect(held).toContain(value)
    await act(person, 'delete_account')
    const ledger = async () =>
      product.queries.selectFrom('ledger_line').selectAll().where('client_id', '=', person.clientId).execute()
    const lines = await ledger()

    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    expect(await eraseNow()).toBe(0)

    expect(await inBucket()).toEqual([])
    expect(await customerAtProvider(customerId)).toMatchObject({ id: customerId, email: null })
    const left = await everythingOf(person.clientId)
    for (const value of personal) expect(left).not.toContain(value)
    expect(await ledger()).toEqual(lines)
    expect((await operate<{ client_paid: number; price: number }>('GET', `/orders/${paid.id}`)).body).toMatchObject({
      client_paid: 48,
      price: 48,
      details: null,
      title: null,
    })
    const messages = await product.queries
      .selectFrom('outbox')
      .select('id')
      .where('to_address', 'in', [person.phone, former, email])
      .execute()
    expect(messages).toEqual([])
    for (const path of [me, `${me}/data`, `/api/v3/orders/${unpaid.id}`]) {
      expect((await person.send('GET', path)).status).toBe(401)
    }
    expect((await send('GET', new URL(unpaid.payment_link).pathname)).status).toBe(404)
  })

  test('[LAW-06] erases an account without a phone', async () => {
    const { product, clock } = await testProduct()
    const email = `${uuidv7(Date.now())}@example.com`
    const clientId = await createClient(product.queries, clock.now(), { phone: null, email })
    await setErasure(product.queries, clientId, clock.now() - 1)
    await eraseNow()
    expect((await operate('GET', `/clients/${clientId}`)).body).toMatchObject({ email: null })
    expect(await everythingOf(clientId)).not.toContain(email)
  })

  test('[LAW-06][WAIT-01][TALK-09] work ends with the account: it waits for nobody and takes no words', async () => {
    // The card of an erased account counts as a returning person's: no other test may use it.
    const card = newCard()
    const { person, order } = await personWithPaidOrder(card)
    const [revised, refunded, sent] = [
      await payOrder(person, await person.order(), card),
      await payOrder(person, await person.order(), card),
      await payOrder(person, await person.order(), card),
    ]
    const email = `${uuidv7(Date.now())}@example.com`
    const nerd = await operate<RegisteredNerd>('POST', '/nerds', { name: email, email, rating: 5 })
    await operate('POST', `/orders/${revised.id}/events`, { event: 'nerd_found', nerd: nerd.body.id })
    await postEvents(revised, 'send', 'request_revision', 'accept_revision')
    await postEvents(refunded, 'request_refund')
    await postEvents(sent, 'nerd_found', 'send')
    await bookCardTip(sent, 500)
    const waiting = async () =>
      (await wholeQueue()).filter(({ client_id: id }) => id === person.clientId).map(({ kind }) => kind)
    expect((await waiting()).toSorted()).toEqual(['nerd_search', 'refund_request', 'revision'])
    const { product, clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    const read = async ({ id }: { id: string }) =>
      (await operate<OperationsOrderWithHistory>('GET', `/orders/${id}`)).body
    const formerOrders = [await read(order), await read(revised)]
    await eraseNow()
    expect(await waiting()).toEqual(['refund_request'])
    for (const former of formerOrders) {
      const deleted = await read(former)
      expect(deleted).toMatchObject({ system_client_status: 'Deleted', client_paid: 48, version: former.version + 1 })
      expect(deleted.events.filter(({ event }) => event === 'delete')).toMatchObject([{ author: 'schedule' }])
    }
    await eventually(async () => (await mailsTo(email)).some(({ subject }) => subject.endsWith('is no longer yours')))

    const erased = { status: 409, body: { error_type: 'account_erased' } }
    for (const address of [order.number, order.id, person.clientId]) {
      expect(await operate('POST', `/conversations/${address}/answers`, { text: 'Hello' })).toMatchObject(erased)
      expect(await operate('POST', `/conversations/${address}/notes`, { text: secret })).toMatchObject(erased)
    }
    for (const path of [`/orders/${order.number}/files`, `/conversations/${order.number}/files`]) {
      const form = new FormData()
      form.set('type', 'file_final_draft')
      form.set('file', new Blob(['final']), 'paper-of-ada.txt')
      const answer = await postForm(path, form)
      expect({ status: answer.status, body: await answer.json() }).toMatchObject(erased)
    }
    expect((await operate('GET', `/conversations/${order.number}`)).status).toBe(200)
    expect(await operate('POST', `/orders/${sent.id}/events`, { event: 'request_revision' })).toMatchObject(erased)
    const agreement = { price: 40, reason: secret, tell: secret }
    expect(await operate('POST', `/orders/${sent.id}/agreement`, agreement)).toMatchObject(erased)
    for (const part of [{ amount: 1 }, { amount: 1, tip: true }]) {
      const refund = { ...part, outside: true, reason: secret }
      expect((await operate('POST', `/orders/${sent.id}/refunds`, refund)).status).toBe(200)
    }

    const decision = { event: 'decline_refund', tell: secret, note: secret }
    expect((await operate('POST', `/orders/${refunded.id}/events`, decision)).status).toBe(200)
    expect(await waiting()).toEqual([])
    const { rows } = await sql`select from client_order where client_id = ${person.clientId} and ${mayWait}`.execute(
      product.queries,
    )
    expect(rows).toEqual([])
    const left = await everythingOf(person.clientId)
    expect(left).not.toContain(secret)
    expect(await objectsOfClient(product.queries, person.clientId)).toEqual([])
  })

  test('[LAW-06][LAW-07] an opt-out is in the download, and outlives the account without its words', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const optOut = { channel: 'sms', address: person.phone } as const
    const said = 'Stop. I am moving to Denver'
    await noteOptOut(product.queries, { ...optOut, said, now: clock.now() })
    const other = { channel: 'sms', address: newPhone(), said, now: clock.now() } as const
    await noteOptOut(product.queries, other)
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.records.opt_outs).toEqual([{ ...optOut, said, at }])
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    const wordsOf = async (address: string) =>
      (await product.queries.selectFrom('opt_out').select('said').where('address', '=', address).execute()).map(
        (kept) => kept.said,
      )
    expect([await wordsOf(person.phone), await wordsOf(other.address)]).toEqual([[''], [said]])
    expect(await hasOptedOut(product.queries, optOut)).toBe(true)
  })

  test.each([
    ['unpaid', 0],
    ['partly paid', 2_000],
  ])('[LAW-06][PAY-07] money on the open page of an erased order, %s with %i cents, goes back', async (_, cents) => {
    const { person, unpaid } = await personWithOrders()
    if (cents > 0) await bookCardPayment(person, unpaid, cents)
    const page = await followPaymentLink(unpaid.payment_link)
    const { product, clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    expect((await payOnCardPage(page.location)).closed).toBe(false)
    await eventually(async () => (await movesOf(unpaid)).some((move) => move.startsWith('surplus_refund: gateway')))
    const read = product.queries.selectFrom('client_order').select(['client_status', 'paid_cents'])
    expect(await read.where('id', '=', unpaid.id).executeTakeFirst()).toEqual({
      client_status: null,
      paid_cents: cents,
    })
  })

  test('[LAW-06][OPS-05] an erased account stays empty: operations can read it, but grant nothing', async () => {
    const person = await signedInPerson()
    const { clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    const client = `/clients/${person.clientId}`
    for (const [method, path, body] of [
      ['PATCH', client, { tags_add: ['vip'] }],
      ['POST', `${client}/referral_code`],
      ['POST', `${client}/upload_page`],
      ['POST', `${client}/balance_credits`, { amount: 5, reason: 'a gift' }],
      ['POST', `${client}/referral_bonuses`],
      ['POST', `${client}/referral_bonuses/refuse`, { reason: 'invented friends' }],
    ] as const) {
      const answer = { path, ...(await operate(method, path, body)) }
      expect(answer).toMatchObject({ path, status: 409, body: { error_type: 'account_erased' } })
    }
    expect(await operate('POST', '/orders', { client_id: person.clientId })).toMatchObject({
      status: 422,
      body: { error_value: 'client_id' },
    })
    expect((await operate('GET', client)).status).toBe(200)
  })

  /** The keys of links that keep an account, in the messages to an address or a phone, newest first. */
  const keepKeysIn = async (to: string, said: RegExp) =>
    (await textsTo(await testProduct(), to))
      .filter(({ text }) => said.test(text))
      .flatMap(({ text }) => /\/account\/keep\/([\w-]+)/.exec(text)?.[1] ?? [])

  test('[SAFE-13] notifies e-mail and phone at once and a day before, each with a keep link', async () => {
    const person = await signedInPerson()
    const { product, clock } = await testProduct()
    const { email } = (await person.send<Client>('GET', me)).body
    const address = email?.email as string
    await act(person, 'delete_account')
    const atOnce = /asked us to delete it|your account will be deleted/
    const [byMail] = await eventually(async () => {
      const keys = [...(await keepKeysIn(address, atOnce)), ...(await keepKeysIn(person.phone, atOnce))]
      return keys.length === 2 && keys
    })
    await remindOfDeletions(product)
    clock.advance(6 * dayMs + 60_000)
    await Promise.all([remindOfDeletions(product), remindOfDeletions(product)])
    // The first one, and the one of the day before.
    await eventually(async () => (await keepKeysIn(address, /asked us to delete it/)).length === 2)
    const [byText] = await eventually(async () => {
      const keys = await keepKeysIn(person.phone, /is about to be deleted/)
      return keys.length === 1 && keys
    })
    expect(await openAccountLink('keep_account', byText as string)).toMatchObject({ status: 200 })
    expect(await openAccountLink('keep_account', byMail as string)).toMatchObject({ status: 200 })
    clock.advance(2 * dayMs)
    expect(await eraseNow()).toBe(0)
    expect((await person.send<Client>('GET', me)).body.delete_at).toBeNull()
    // A repeated request gets another reminder.
    await product.queries
      .updateTable('client')
      .set({ erase_at: new Date(clock.now() + dayMs / 2) })
      .where('id', '=', person.clientId)
      .execute()
    for (let rounds = 0; rounds < 3; rounds += 1) await remindOfDeletions(product)
    await eventually(async () => (await keepKeysIn(person.phone, /is about to be deleted/)).length > 1)
    expect(await keepKeysIn(person.phone, /is about to be deleted/)).toHaveLength(2)
  })

  test('[SAFE-13] after the deadline the account cannot be kept, and its link says so', async () => {
    const person = await signedInPerson()
    const { clock } = await testProduct()
    await act(person, 'delete_account')
    const [key] = await eventually(async () => {
      const keys = await keepKeysIn(person.phone, /account will be deleted/)
      return keys.length > 0 && keys
    })
    clock.advance(7 * dayMs + 1)
    const late = await person.send('PATCH', me, { action: 'keep_account' })
    expect([401, 409]).toContain(late.status)
    await eraseNow()
    expect((await openAccountLink('keep_account', key as string)).status).toBe(422)
    expect((await person.send('GET', me)).status).toBe(401)
  })

  test('[SAFE-13] also deletes the cards saved at the provider', async () => {
    const person = await personWithEmail()
    const { product, clock, sandboxUrl, settings } = await testProduct()
    await subscribe(person, 'nerdify_basic')
    const { customerId = '' } = (await customerOf(product.queries, person.clientId)) ?? {}
    const savedCards = async () => {
      const headers = { authorization: `Bearer ${settings.stripe.secretKey}` }
      const answer = await fetch(`${sandboxUrl}/v1/payment_methods?customer=${customerId}&type=card`, { headers })
      return ((await answer.json()) as { data: unknown[] }).data
    }
    expect(await savedCards()).toHaveLength(1)
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    await eventually(async () => (await savedCards()).length === 0)
  })

  test('[SAFE-13][DISC-13] also erases mails about coupons, and older ones that named the order alone', async () => {
    const { person, unpaid } = await personWithOrders()
    const { product, clock, settings } = await testProduct()
    await person.send('PATCH', `/api/v3/orders/${unpaid.id}`, { action: 'discount_add', code: 'NOSUCHCODE' })
    const old = { number: unpaid.number, coupon: 'OLDONE', price: '$48.00' }
    const dedupeKey = `coupon-error:${unpaid.id}:OLDONE`
    const mail = { channel: 'email', to: settings.supportEmail, template: 'coupon-error', dedupeKey } as const
    await insertMessage(product.queries, uuidv7(clock.now()), clock.now(), { ...mail, variables: old })
    const reports = async () => {
      const rows = await product.queries.selectFrom('outbox').select(['variables', 'dedupe_key']).execute()
      return rows
        .filter((row) => row.dedupe_key?.startsWith(`coupon-error:${unpaid.id}:`))
        .map(({ variables }) => variables)
    }
    expect(await reports()).toHaveLength(2)
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    await eventually(async () => JSON.stringify(await reports()) === '[{},{}]')
  })

  test('[LAW-06][MSG-01][OPS-14] erases notices and work sheets in the client’s words with the account', async () => {
    const { product, clock } = await testProduct()
    const { person, order } = await personWithPaidOrder(newCard())
    const body = new URLSearchParams({ country: 'usa', phone: person.phone, message: secret }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', '/api/v1/client', { body, headers })).status).toBe(200)
    const nerd = await registeredNerd('Ada')
    await operate('PATCH', `/nerds/${nerd}`, { email: 'ada@example.com' })
    await operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd })
    const ofNerds = product.queries
      .selectFrom('outbox')
      .select(['id', 'variables'])
      .where('template', '=', 'work-sheet')
    const isOfPerson = sql<boolean>`variables ->> 'client' = ${person.clientId}`
    const sheet = await ofNerds.where(isOfPerson).executeTakeFirstOrThrow()
    await postEvents(order, 'send')
    const mails = async () => {
      const outbox = product.queries.selectFrom('outbox').select(['variables', 'dedupe_key'])
      const rows = await outbox.orderBy('id').execute()
      const about = new RegExp(`^(contact-request:${person.clientId}|staff:${order.id}):`)
      return rows.filter((row) => about.test(row.dedupe_key ?? '')).map(({ variables }) => variables)
    }
    await eventually(async () => (await mails()).length === 2)
    const rating = { action: 'client_feedback', mark: 2, feedback: secret }
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, rating)).status).toBe(200)
    // Later events of one order within a minute are mailed at its end.
    clock.advance(60_000)
    await eventually(async () => (await mails()).length === 3)
    // Which of the first two comes first is a matter of chance.
    const expected = [{ message: secret }, { happened: 'It is paid.' }, { words: secret }]
    expect(await mails()).toEqual(expect.arrayContaining(expected.map((part) => expect.objectContaining(part))))
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    expect(await mails()).toEqual([{}, {}, {}])
    expect((await ofNerds.where('id', '=', sheet.id).executeTakeFirstOrThrow()).variables).toEqual({})
    expect(await everythingOf(person.clientId)).not.toContain(secret)
  })

  test('[LAW-06][AUTH-22] a new account can take phone and e-mail, and gets nothing of the old one', async () => {
    const { person, email } = await personWithOrders()
    const { product, clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    const clientId = await createClient(product.queries, clock.now(), { phone: person.phone, email })
    expect(clientId).not.toBe(person.clientId)
    await send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: person.phone } })
    const { body } = await send<{ jwt: string }>('POST', '/api/v3/factor_auth', {
      body: {
        type: 'check_code',
        factor: 'phone',
        value: person.phone,
        code: await codeSentTo(person.phone, { after: 1 }),
      },
    })
    const mine = await send<Client>('GET', me, { token: body.jwt })
    expect(mine.body).toMatchObject({ id: clientId, email: { email }, orders_count: 0, available_balance: 0 })
  })

  test('[LAW-06][HOLD-02] staff get one mail about an erasure that fails for hours', async () => {
    const { product, clock, settings } = await testProduct()
    const person = await personWithEmail()
    await subscribe(person, 'nerdify_basic')
    await act(person, 'delete_account')
    const erasedAt = async () =>
      (
        await product.queries
          .selectFrom('client')
          .select('erased_at')
          .where('id', '=', person.clientId)
          .executeTakeFirst()
      )?.erased_at
    const mails = async () => (await textsTo(await testProduct(), settings.supportEmail, person.clientId)).length
    await steer('faults', { provider: 'cards', fault: 'error', calls: 1_000, path: '/v1/subscriptions' })
    try {
      clock.advance(7 * dayMs + 1000)
      await eraseDueAccounts(product)
      expect([await erasedAt(), await mails()]).toEqual([null, 0])
      clock.advance(3 * 3_600_000)
      for (let tries = 0; tries < 2; tries += 1) await eraseDueAccounts(product)
      await eventually(async () => (await mails()) > 0)
    } finally {
      await steer('faults/clear', {})
    }
    await eventually(async () => {
      await eraseDueAccounts(product)
      return (await erasedAt()) !== null
    })
    expect(await mails()).toBe(1)
  })

  test('[LAW-06] a plan that is unknown here ends with the account and does not stop the erasure', async () => {
    const { product } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    await act(person, 'delete_account')
    // A clock of its own, so that the round in the background does not erase first.
    const clock = { now: () => product.clock.now() + 7 * dayMs + 1000 }
    const cards = {
      ...product.cards,
      subscriptionOf: async (key: string) => ({ ...(await product.cards.subscriptionOf(key)), tag: 'nerdify_of_old' }),
    }
    const problems: string[] = []
    const putOff = ({ message }: Error) => void problems.push(message)
    expect(await eraseDueAccounts({ ...product, cards, clock, putOff })).toBeGreaterThan(0)
    expect(problems).toContain(`the subscription ${id} is of an unknown plan or status`)
    expect((await product.cards.subscriptionOf(id)).status).toBe('canceled')
  })

  test('[LAW-06] concurrent processes erase an account once', async () => {
    const { person } = await personWithOrders()
    const { clock } = await testProduct()
    clock.advance(7 * dayMs + 1000)
    await act(await signedInAnew(person), 'delete_account')
    clock.advance(7 * dayMs - 60_000)
    // Accounts that other tests left due.
    while ((await eraseNow()) > 0);
    clock.advance(61_000)
    const counts = await Promise.all([eraseNow(), eraseNow(), eraseNow()])
    expect(counts.toSorted()).toEqual([0, 0, 1])
    const { product } = await testProduct()
    const { rows } = await sql<{ erased: boolean }>`
      select erased_at is not null as erased from client where id = ${person.clientId}
    `.execute(product.queries)
    expect(rows).toEqual([{ erased: true }])
  })

  test('[LAW-06] every table with client data has a treatment', async () => {
    const { database } = await testProduct()
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where column_name = 'client_id' and table_schema = current_schema()
    `.execute(database.queries)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(treatments).toSorted())
  })
})

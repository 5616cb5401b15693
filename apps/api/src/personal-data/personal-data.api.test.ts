import type { Client, MyData } from '@nerdify/contract/client.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { enqueue } from '../outbox/enqueue.ts'
import { payOrder } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { codeSentTo, personSignedInByCode, send, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { createClient } from '../clients/create-client.ts'
import { eraseDueAccounts } from './erase-accounts.ts'
import { cardCustomerOf, objectsOfClient } from './personal-data.store.ts'
import { allTreatments, treatments } from './treatments.ts'

const me = '/api/v3/users/client/me'
const dayMs = 86_400_000
const secret = 'my grandmother’s illness'

const act = async (person: TestPerson, action: string) => (await person.send<Client>('PATCH', me, { action })).body
const unexpected = (error: Error) => {
  throw error
}
const eraseNow = async () => eraseDueAccounts((await testProduct()).product, unexpected)

/** Somebody with an e-mail that was changed, a paid order and one that is not. */
async function personWithOrders() {
  const person = await personSignedInByCode()
  const [former, email] = ['former', 'now'].map((name) => `${name}${person.phone.slice(-8)}@example.com`)
  for (const address of [former, email]) await person.send('PATCH', me, { email: address, nickname: 'Sam' })
  const paid = await payOrder(person, await person.order({ title: 'My title', details: secret }))
  const unpaid = await person.order({ details: secret })
  return { person, paid, unpaid, former: former as string, email: email as string }
}

/** All that the database holds, as text, save what is of others. */
async function everythingOf(clientId: string): Promise<string> {
  const { database } = await testProduct()
  const found: unknown[] = []
  for (const table of ['client', ...Object.keys(treatments)]) {
    const key = table === 'client' ? 'id' : 'client_id'
    const { rows } =
      await sql`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(key)} = ${clientId}`.execute(
        database.queries,
      )
    found.push({ table, rows })
  }
  return JSON.stringify(found)
}

/** What the card provider knows of a customer. */
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
  await enqueue(product.queries, clock.now(), { ...message, to, dedupeKey, expiresAt })
}

afterEach(async () => (await testProduct()).clock.reset())

describe('"Download my data"', () => {
  test('[LAW-06] goes through no whole table: what it shows, and what an erasure changes, is found by client', async () => {
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

  test('[LAW-06][INFO-04] holds everything of the client, and no secret', async () => {
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

  test('[LAW-06][CAB-08][OPS-08] holds what the client wrote to us, and neither notes nor names of our people', async () => {
    const { person, order } = await personWithPaidOrder()
    const as = { 'x-operator': 'anna@company' }
    const post = async (path: string, body: unknown) =>
      expect((await operate('POST', `/orders/${order.id}/${path}`, body, as)).status).toBe(200)
    await post('events', { event: 'nerd_found', worker: { name: 'Nerd Otto', rating: 3.5 } })
    await postEvents(order, 'send')
    const asked = { action: 'request_refund', note: 'It is off topic.' }
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, asked)).status).toBe(200)
    await post('events', { event: 'decline_refund', note: 'suspected fraud' })
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
    expect(JSON.stringify(body)).not.toMatch(/anna|Otto|fraud|quiet/)
  })

  test('[LAW-06][AUTH-17] it is the client’s alone, with nothing of anybody else', async () => {
    expect((await send('GET', `${me}/data`)).status).toBe(401)
    const other = await personWithOrders()
    const person = await signedInPerson()
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.records.orders).toEqual([])
    expect(JSON.stringify(body)).not.toContain(other.person.clientId)
  })

  test('[LAW-06][MSG-05] of an address that two accounts had in turn, each sees and forgets what came in its time', async () => {
    const { product, clock } = await testProduct()
    const [first, second] = [await signedInPerson(), await signedInPerson()]
    const address = `Shared${first.phone.slice(-8)}@example.com`
    const rename = async (person: TestPerson, email: string) => {
      clock.advance(1000)
      expect((await person.send('PATCH', me, { email })).status).toBe(200)
    }
    const write = async (name: string) => {
      clock.advance(1000)
      await enqueueTo(address.toLowerCase(), `${name}:${address}`)
    }
    const seenBy = async (person: TestPerson) => {
      const { body } = await person.send<MyData>('GET', `${me}/data`)
      return body.records.messages?.filter(({ to }) => to === address.toLowerCase()).map(({ created_at }) => created_at)
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

  test('[LAW-06][OPS-01] an account that had the address of support before neither shows nor forgets what went to support', async () => {
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
    const told = product.queries.selectFrom('outbox').select('to_address').where('dedupe_key', '=', dedupeKey)
    expect(await told.execute()).toEqual([{ to_address: settings.supportEmail }])
  })

  test('[LAW-06] the messages to a former address that another account has now are not shown', async () => {
    const { person, former } = await personWithOrders()
    const { product, clock } = await testProduct()
    await createClient(product.queries, clock.now(), { phone: null, email: former })
    await enqueueTo(former, `test:${former}`)
    const { body } = await person.send<MyData>('GET', `${me}/data`)
    expect(body.records.messages?.map(({ to }) => to)).not.toContain(former)
  })
})

describe('"Delete my account"', () => {
  test('[LAW-06][INFO-04] tells the day, seven days ahead; asked again it stays; taken back it is gone', async () => {
    const person = await signedInPerson()
    const { clock } = await testProduct()
    const before = clock.now()
    const asked = await act(person, 'delete_account')
    const due = Date.parse(asked.delete_at ?? '')
    expect(due - before).toBeGreaterThanOrEqual(7 * dayMs)
    expect(due - clock.now()).toBeLessThanOrEqual(7 * dayMs)
    clock.advance(dayMs)
    expect((await act(person, 'delete_account')).delete_at).toBe(asked.delete_at)
    expect((await act(person, 'keep_account')).delete_at).toBeNull()
    clock.advance(8 * dayMs)
    expect(await eraseNow()).toBe(0)
    expect((await person.send<Client>('GET', me)).body).toMatchObject({ phone: person.phone, delete_at: null })
  })

  test('[LAW-06] nothing is erased before the seven days are over, and the account works on', async () => {
    const { person, unpaid } = await personWithOrders()
    const { clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs - 60_000)
    await eraseNow()
    expect((await person.send('GET', `/api/v3/orders/${unpaid.id}`)).status).toBe(200)
    expect((await act(person, 'keep_account')).delete_at).toBeNull()
  })

  test('[LAW-06] after seven days everything personal is gone, and the payment records stay', async () => {
    const { person, paid, unpaid, former, email } = await personWithOrders()
    const { product, clock } = await testProduct()
    const form = new FormData()
    form.set('type', 'file_final_draft')
    form.set('file', new Blob(['final']), 'paper-of-sam.txt')
    const { url, settings } = await testProduct()
    const added = await fetch(`${url}/api/ops/orders/${paid.id}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.operationsToken}` },
      body: form,
    })
    expect(added.status).toBeLessThan(300)
    const objects = await objectsOfClient(product.queries, person.clientId)
    const inBucket = async () => (await Promise.all(objects.map((key) => product.files.stat(key)))).filter(Boolean)
    expect(await inBucket()).not.toEqual([])
    const customerId = (await cardCustomerOf(product.queries, person.clientId)) as string
    expect(await customerAtProvider(customerId)).toMatchObject({ email })
    await act(person, 'delete_account')
    const ledger = async () =>
      product.queries.selectFrom('ledger_line').selectAll().where('client_id', '=', person.clientId).execute()
    const lines = await ledger()

    clock.advance(7 * dayMs + 1000)
    // The product's own round may have come first.
    await eraseNow()
    expect(await eraseNow()).toBe(0)

    expect(await inBucket()).toEqual([])
    expect(await customerAtProvider(customerId)).toMatchObject({ id: customerId, email: null })
    const left = await everythingOf(person.clientId)
    for (const personal of [person.phone, former, email, 'Sam', secret, 'My title', 'paper-of-sam', '4242']) {
      expect(left).not.toContain(personal)
    }
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

  test('[LAW-06][MSG-01][RATE-04] what our people were told in the client’s words goes with the account', async () => {
    const { product, clock } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const body = new URLSearchParams({ country: 'usa', phone: person.phone, message: secret }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', '/api/v1/client', { body, headers })).status).toBe(200)
    await postEvents(order, 'nerd_found', 'send')
    const rating = { action: 'client_feedback', mark: 2, feedback: secret }
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, rating)).status).toBe(200)
    const told = async () => {
      const outbox = product.queries.selectFrom('outbox').select(['variables', 'dedupe_key'])
      const rows = await outbox.orderBy('id').execute()
      const about = new RegExp(`^(left-with-number:${person.clientId}|negative-rating:${order.id}):`)
      return rows.filter((row) => about.test(row.dedupe_key ?? '')).map(({ variables }) => variables)
    }
    expect(await told()).toMatchObject([{ message: secret }, { feedback: secret }])
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    await eraseNow()
    expect(await told()).toEqual([{}, {}])
    expect(await everythingOf(person.clientId)).not.toContain(secret)
  })

  test('[LAW-06][AUTH-22] the phone and the e-mail are free: a new account has them, and nothing of the old one', async () => {
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

  test('[LAW-06] several processes erase an account once', async () => {
    const { person } = await personWithOrders()
    const { clock } = await testProduct()
    await act(person, 'delete_account')
    clock.advance(7 * dayMs + 1000)
    const counts = await Promise.all([eraseNow(), eraseNow(), eraseNow()])
    // None of them, when the product's own round came first.
    expect(counts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1)
    const { product } = await testProduct()
    const { rows } = await sql<{ erased: boolean }>`
      select erased_at is not null as erased from client where id = ${person.clientId}
    `.execute(product.queries)
    expect(rows).toEqual([{ erased: true }])
  })

  test('[LAW-06] what the database keeps of clients is known table by table', async () => {
    const { database } = await testProduct()
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where column_name = 'client_id' and table_schema = current_schema()
    `.execute(database.queries)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(treatments).toSorted())
  })
})

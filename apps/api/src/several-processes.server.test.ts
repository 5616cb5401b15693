import { randomUUID } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { UploadForm } from '@nerdify/contract/files.ts'
import type { OperationsOrder } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { connectServer } from './database/connect.ts'
import { expectBooksOf } from './testing/cards/books.ts'
import { testCards } from './testing/cards/card-page.ts'
import { ownDatabase, startedDatabase } from './testing/own-database.ts'
import { type Answer, callOf } from './testing/servers/own-connections.ts'
import { startPlainProxy } from './testing/servers/plain-proxy.ts'
import { sandboxPages } from './testing/sandbox-provider.ts'
import { type Call, codeOf, newOrder, productsOnOneDatabase, signIn, textsTo } from './testing/several-products.ts'
import { eventually, promisedWithin } from './testing/test-client.ts'
import { proofSize } from './testing/proof-size.ts'

const processes = proofSize({ embedded: { test: 2, prove: 4 } })
const phones = ['+14155550101', '+14155550102', '+14155550105', '+14155550104']
const stranger = '+14155550106'

/** Cleanups of the current test, run in reverse order. */
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

test(`[OPS-04][API-11] ${processes} processes behind a plain proxy restart one by one under load and lose no request`, async () => {
  const database = await ownDatabase()
  endings.push(() => database.drop())
  const proxy = await startPlainProxy()
  endings.push(() => proxy.close())
  const underWay = new Set<Promise<unknown>>()
  const call: Call = (...what) => {
    const answer = callOf(proxy.port)(...what) as Promise<never>
    underWay.add(answer)
    return answer.finally(() => underWay.delete(answer))
  }
  const { start, sandbox } = await productsOnOneDatabase(database.url, { publicPort: proxy.port, endings })
  // All at once: they agree on who migrates and who seeds.
  const running = await Promise.all(Array.from({ length: processes }, start))
  for (const { port } of running) proxy.add(port)

  const tokens = await Promise.all(phones.map((phone) => signIn(call, sandbox, phone)))
  for (const phone of phones) expect((await textsTo(sandbox, phone)).filter(codeOf)).toHaveLength(1)

  // Ten wrong codes at once, through all of them: five are compared, and the right one is then too late (abuse 27).
  const ask = { type: 'request_code', factor: 'phone', value: stranger }
  await call('POST', '/api/v3/factor_auth', { body: ask })
  const right = await eventually(async () => codeOf((await textsTo(sandbox, stranger))[0]))
  const check = (code: string) =>
    call<{ error?: { message?: string } }>('POST', '/api/v3/factor_auth', {
      body: { type: 'check_code', factor: 'phone', value: stranger, code },
    })
  const wrong = Array.from({ length: 10 }, (_, index) => String((Number(right) + index + 1) % 100_000).padStart(5, '0'))
  for (const answer of await Promise.all(wrong.map(check))) expect(answer.status).toBeGreaterThanOrEqual(400)
  expect((await check(right)).status).toBeGreaterThanOrEqual(400)

  let isOver = false
  const failures: unknown[] = []
  const made: { token: string; id: string; link: string }[] = []
  const expectAnswer = (answer: Answer<unknown>, status: number) => {
    if (answer.status !== status) failures.push({ status: answer.status, body: answer.body })
  }
  const keepBusy = async (token: string, name: string): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const key = randomUUID()
      const creation = { token, key, body: newOrder() }
      // The same request at two processes at once is one order.
      const twice = await Promise.all([0, 1].map(() => call<Order>('POST', '/api/v3/orders', creation)))
      for (const answer of twice) expectAnswer(answer, 201)
      const [one, other] = twice.map(({ body }) => body)
      if (one === undefined || one.id !== other?.id) failures.push('two orders of one request')
      if (one === undefined) return
      made.push({ token, id: one.id, link: one.payment_link })
      const title = `${name} ${count}`
      expectAnswer(await call('PATCH', `/api/v3/orders/${one.id}`, { token, body: { title } }), 200)
      const read = await call<Order>('GET', `/api/v3/orders/${one.id}`, { token })
      expectAnswer(read, 200)
      if (read.body.title !== title) failures.push(`${read.body.title} is not ${title}`)
    }
  }
  const busy = tokens.map((token, index) => keepBusy(token, `person ${index}`).catch((error) => failures.push(error)))
  endings.push(async () => {
    isOver = true
    await Promise.allSettled(busy)
  })
  for (const { port, product } of running.splice(0)) {
    proxy.remove(port)
    await Promise.all(underWay)
    expect(await product.end('SIGTERM')).toBe(0)
    const next = await start()
    proxy.add(next.port)
    running.push(next)
  }
  isOver = true
  await Promise.all(busy)
  expect(failures).toEqual([])
  expect(made.length).toBeGreaterThan(phones.length)

  // Work outside transactions agrees too: one upload, started at all of them with one key, is one (API-11).
  const upload = { token: tokens[0], key: randomUUID(), body: { filename: 'notes.pdf', size: 5 } }
  const begun = await Promise.all([1, 2, 3, 4].map(() => call<UploadForm>('POST', '/api/v3/uploads', upload)))
  expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(begun.map(({ body }) => body.id)).size).toBe(1)

  // One payment each: its event reaches one of them, the thank-you page asks another, and it is booked once.
  const paid = tokens.map((token) => made.find((each) => each.token === token))
  for (const one of paid) {
    if (one === undefined) throw new Error('somebody made no order')
    const page = await call('GET', new URL(one.link).pathname)
    await sandboxPages(sandbox.http).pay(String(page.headers.location), testCards.good, 'complete')
    const { token } = one
    await Promise.all([1, 2, 3].map(() => call('POST', `/api/v3/orders/${one.id}/payment_check`, { token })))
    const answer = await eventually(async () => {
      const { body } = await call<Order>('GET', `/api/v3/orders/${one.id}`, { token })
      return body.isPaid && body
    })
    expect(answer.client_paid).toBe(answer.price)
  }
  console.log(
    `PROOF ${JSON.stringify({ name: 'a rolling restart under load', requirement: 'OPS-04', runs: processes, outcome: `${made.length} orders made twice at once through ${processes} processes, no request failed` })}`,
  )
})

test('[OPS-04] (abuse 36) without its database it answers 503 with Retry-After, writes nothing by halves, and recovers', async () => {
  const database = await startedDatabase()
  endings.push(() => database.drop())
  const between = await startPlainProxy()
  endings.push(() => between.close())
  const address = new URL(database.url)
  between.add(Number(address.port))
  address.port = String(between.port)
  address.hostname = '127.0.0.1'
  const front = await startPlainProxy()
  endings.push(() => front.close())
  const call = callOf(front.port)
  const { start, sandbox } = await productsOnOneDatabase(address.href, { publicPort: front.port, endings })
  const { port, product } = await start()
  front.add(port)
  const token = await signIn(call, sandbox, phones[0] as string)

  const statuses = new Map<number, number>()
  const acknowledged: string[] = []
  const withoutPause: number[] = []
  let isOver = false
  const note = ({ status, headers }: Answer<unknown>) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 503 && headers['retry-after'] === undefined) withoutPause.push(status)
    return status
  }
  const keepBusy = async () => {
    while (!isOver) {
      const created = await call<Order>('POST', '/api/v3/orders', { token, key: randomUUID(), body: newOrder() })
      if (note(created) === 201) acknowledged.push(created.body.id)
      note(await call<OrderPage>('GET', '/api/v3/orders?page=0', { token }))
    }
  }
  const busy = [keepBusy(), keepBusy(), keepBusy()]
  endings.push(async () => {
    isOver = true
    await Promise.allSettled(busy)
  })
  const begunAt = performance.now()
  await eventually(async () => acknowledged.length >= 5)
  const undisturbedMs = performance.now() - begunAt
  await between.cut()
  expect(await eventually(async () => (await call('GET', '/readyz')).status === 503)).toBe(true)
  expect((await call('GET', '/healthz')).status).toBe(200)
  await eventually(async () => (statuses.get(503) ?? 0) >= 10)
  const before = acknowledged.length
  await between.mend()
  await eventually(async () => acknowledged.length >= before + 5, { withinMs: promisedWithin(5_000, undisturbedMs) })
  isOver = true
  await Promise.all(busy)

  expect([...statuses.keys()].toSorted()).toEqual([200, 201, 503])
  expect(withoutPause).toEqual([])
  for (const id of acknowledged) expect((await call('GET', `/api/v3/orders/${id}`, { token })).status).toBe(200)
  expect((await call('GET', '/readyz')).status).toBe(200)

  expect(await product.end()).toBe(0)

  // No partial writes: every order has its number and its payment token, and neither exists without an order.
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*) from client_order) = (select count(*) from order_number) as numbered,
           (select count(*) from client_order) = (select count(*) from order_payment_token) as payable`)
  await client.end()
  expect(rows).toEqual([{ numbered: true, payable: true }])
})

const deliveries = proofSize({ embedded: { test: 2, prove: 20 } })

test('[WAIT-05] books the late credit once when two processes deliver at once and one is killed', async () => {
  const database = await startedDatabase()
  endings.push(() => database.drop())
  const proxy = await startPlainProxy()
  endings.push(() => proxy.close())
  const { start, sandbox } = await productsOnOneDatabase(database.url, { publicPort: proxy.port, endings })
  const { queries, close } = connectServer(database.url)
  endings.push(close)
  const running = await Promise.all([start(), start()])
  for (const { port } of running) proxy.add(port)
  const call = callOf(proxy.port)
  const token = await signIn(call, sandbox, phones[0] as string)
  const operations = { token: 'sandbox-operations' }
  const readBy = (id: string) => call<OperationsOrder>('GET', opsPaths.order(id), operations).then(({ body }) => body)
  const balance = async () => (await call<Client>('GET', apiPaths.me(), { token })).body.available_balance

  for (let round = 0; round < deliveries; round += 1) {
    const before = (await balance()) as number
    const {
      id,
      payment_link: link,
      price,
    } = (await call<Order>('POST', apiPaths.orders(), { token, key: randomUUID(), body: newOrder() })).body
    const page = await call('GET', new URL(link).pathname)
    await sandboxPages(sandbox.http).pay(String(page.headers.location), testCards.good, 'complete')
    await call('POST', apiPaths.paymentCheck(id), { token })
    await eventually(async () => (await readBy(id)).isPaid)
    // It was due thirteen hours ago: a quarter of the payment.
    const due = sql<Date>`now() - interval '13 hours'`
    await queries.updateTable('client_order').set({ deadline: due }).where('id', '=', id).execute()
    const form = new FormData()
    form.set('type', 'file_final_draft')
    form.set('file', new Blob(['%PDF-1.4\n'.padEnd(2_000)], { type: 'application/pdf' }), 'quiz.pdf')
    const headers = { authorization: `Bearer ${operations.token}` }
    const [killed, other] = round % 2 === 0 ? running : running.toReversed()
    if (killed === undefined || other === undefined) throw new Error('two processes were started')
    const file = await fetch(`http://127.0.0.1:${other.port}${opsPaths.orderFiles(id)}`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect(file.status).toBe(201)

    const deliver = (port: number) =>
      callOf(port)('POST', opsPaths.orderEvents(id), { ...operations, body: { event: 'send' } }).catch(() => undefined)
    const underWay = await queries.transaction().execute(async (held) => {
      await held.selectFrom('client_order').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
      const both = [killed, other].map(({ port }) => deliver(port))
      await eventually(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%client_order%'`.execute(
          queries,
        )
        return (rows[0]?.count ?? 0) >= 2
      })
      return both
    })
    proxy.remove(killed.port)
    await killed.product.end('SIGKILL')
    const answers = await Promise.all(underWay)
    expect([200, 409]).toContain(answers[1]?.status)
    const next = await start()
    proxy.add(next.port)
    running.splice(running.indexOf(killed), 1, next)
    // A second call finds it delivered.
    expect((await deliver(next.port))?.status).toBe(409)

    const credit = Math.round(price * 25) / 100
    expect(await readBy(id)).toMatchObject({ client_status: 'Sent', late_credited: credit })
    expect(await balance()).toBeCloseTo(before + credit, 2)
    await expectBooksOf(queries)
    const refund = { ...operations, body: { outside: true, reason: 'Late' } }
    expect((await call('POST', opsPaths.orderRefunds(id), refund)).status).toBe(200)
    expect(await readBy(id)).toMatchObject({ refunded: price, late_credited: 0 })
    expect(await balance()).toBeCloseTo(before, 2)
    await expectBooksOf(queries)
  }
  console.log(
    `PROOF ${JSON.stringify({ name: 'late work delivered twice at once, and killed', requirement: 'WAIT-05', runs: deliveries, outcome: 'credited once, taken back whole, the books agree' })}`,
  )
})

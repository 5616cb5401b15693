import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { fieldsAlwaysNull } from '@nerdify/contract/fields-always-null.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { operate, personWithPaidOrder } from '../testing/operations-calls.ts'
import { whileRowsAreRefused } from '../testing/refused-rows.ts'
import { testProduct } from '../testing/running-product.ts'
import { send, signedInPerson } from '../testing/test-client.ts'

describe('an invalid request gets an error in words', () => {
  test.each([
    ['no JSON at all', '{"type":', 400],
    ['an empty body', '', 422],
    ['a list', '[]', 422],
    ['a wrong type', { type: 'Quiz', size: 5 }, 422],
    ['a number where a text belongs', { title: 7 }, 422],
    ['an unknown field', { titel: 'x' }, 422],
    ['a price of one’s own', { price: 0 }, 422],
    ['a type that does not exist', { type: 'Thesis' }, 422],
    ['a NUL', '{"title":"a\\u0000b"}', 422],
    ['a NUL deep inside a key', '{"a\\u0000":1}', 422],
    ['a prototype', '{"__proto__":{"isAdmin":true}}', 400],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}', 400],
    ['a deadline that is no date', { deadline: 'tomorrow' }, 422],
    ['a deadline on 30 February', { deadline: '2027-02-30T10:00:00Z' }, 422],
    ['a size in words', { size: 'two pages' }, 422],
    ['a title without end', { title: 'x'.repeat(301) }, 422],
  ])('[API-10] %s', async (_what, body, status) => {
    const person = await signedInPerson()
    const answer = await person.send('POST', '/api/v3/orders', body)
    expect(answer.status).toBe(status)
    expect(answer.body.text).toEqual(expect.any(String))
    expect(answer.body.error_value).toEqual(expect.any(String))
  })

  test('[API-10] an escaped backslash before u0000 is text like any other', async () => {
    const person = await signedInPerson()
    const answer = await person.send<{ title: string }>('POST', '/api/v3/orders', '{"title":"C:\\\\u0000"}')
    expect(answer).toMatchObject({ status: 201, body: { title: 'C:\\u0000' } })
  })

  test('[API-10] half a surrogate pair is replaced, not refused; a whole pair stays', async () => {
    const { person, order } = await personWithPaidOrder()
    const sent = { title: 'a\ud83e \\ud800 🤓 "' }
    const { body } = await person.send<Order>('POST', '/api/v3/orders', sent, { 'idempotency-key': order.id })
    expect(body.title).toBe('a\uFFFD \\ud800 🤓 "')
    const refund = await operate('POST', `/orders/${order.id}/refunds`, { amount: 1, reason: 'late \ud83e' })
    expect(refund.status).toBe(200)
  })

  test('[API-01] an unreadable URL gets the usual error body', async () => {
    expect(await send('GET', '/api/v3/orders/%ff')).toMatchObject({
      status: 404,
      body: { text: 'Not found', error_value: null, error_type: 'not_found' },
    })
  })

  test('[SAFE-01] every call with an id answers a malformed one like an unknown one', async () => {
    const person = await signedInPerson()
    const { body: document } = await send<{ paths: Record<string, Record<string, unknown>> }>('GET', apiPaths.openApi())
    // Staff are addressed by name; the machine's token may neither change them nor settle the books (OPS-15).
    const takesId = (path: string) => /\{(?!code)\w+\}/.test(path) && !/^\/api\/ops\/staff\/|\/settle$/.test(path)
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      takesId(path) ? Object.keys(methods).map((method) => [method.toUpperCase(), path] as const) : [],
    )
    expect(calls.length).toBeGreaterThan(20)
    const token = (path: string) => (path.startsWith('/api/ops/') ? 'sandbox-operations' : person.token)
    for (const [method, path] of calls) {
      for (const id of ['..%2F..%2Fme', '%2e%2e', 'a%20b', 'x'.repeat(400)]) {
        const answer = await send(method, path.replace(/\{\w+\}/, id), {
          token: token(path),
          ...(method === 'GET' ? {} : { body: {} }),
        })
        expect([method, path, id.slice(0, 20), answer.status]).toEqual([method, path, id.slice(0, 20), 404])
      }
    }
  })

  test.each(['0000-06-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '0999-12-31T23:59:59Z'])(
    '[API-10] refuses a deadline in a year outside the database range, also without a type: %s',
    async (deadline) => {
      const person = await signedInPerson()
      const answer = await person.send('POST', '/api/v3/orders', { deadline })
      expect(answer).toMatchObject({ status: 422, body: { error_value: 'deadline' } })
    },
  )

  test('[API-10] the error names an unknown field', async () => {
    const person = await signedInPerson()
    const answer = await person.send('POST', '/api/v3/orders', { titel: 'x' })
    expect(answer.body.text).toBe('titel is not a field that can be sent')
  })

  test.each([
    [1_000.01, 'amount must be at most 1,000'],
    [0, 'amount must be more than 0'],
  ])('[API-10] the error names the limit that %d exceeds', async (amount, text) => {
    const { clientId } = await signedInPerson()
    const answer = await operate('POST', `/clients/${clientId}/balance_credits`, { amount, reason: 'Sorry' })
    expect(answer).toMatchObject({ status: 422, body: { text, error_value: 'amount' } })
  })

  test('[API-10] (abuse 38) a body of 5 MB and one nested 10,000 deep are refused early', async () => {
    const person = await signedInPerson()
    const large = await person.send('POST', '/api/v3/orders', `{"details":"${'x'.repeat(5_000_000)}"}`)
    expect(large).toMatchObject({ status: 422, body: { error_type: 'too_large', error_value: 'body' } })
    const deep = await person.send('POST', '/api/v3/orders', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
    expect(deep.status).toBe(422)
  })

  test('[API-10] (abuse 38) a body without a length is cut off long before 300 MB', async () => {
    const { url } = await testProduct()
    const { token } = await signedInPerson()
    const chunk = new TextEncoder().encode('x'.repeat(65_536))
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"details":"')),
      pull(stream) {
        sent += chunk.length
        if (sent > 300_000_000) stream.close()
        else stream.enqueue(chunk)
      },
    })
    const outcome = await fetch(`${url}/api/v3/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      (answer) => answer.status,
      () => 'cut',
    )
    expect([422, 'cut']).toContain(outcome)
    expect(sent).toBeLessThan(64_000_000)
    expect((await send('GET', '/api/v3/orders', { token })).status).toBe(200)
  })

  test('[API-10] (abuse 38) a compressed body is not decompressed, so a small one cannot become huge', async () => {
    const { url } = await testProduct()
    const { token } = await signedInPerson()
    const answer = await fetch(`${url}/api/v3/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', authorization: `Bearer ${token}` },
      body: new Uint8Array(gzipSync('{"type":"Quiz"}')),
    })
    expect(answer.status).toBe(400)
    expect((await send<OrderPage>('GET', '/api/v3/orders', { token })).body.total).toBe(0)
  })

  test('[API-01] (abuse 38) headers of 64 KB and bytes that are no request get the usual error body', async () => {
    const long = await send('GET', `/api/v3/orders/${'x'.repeat(20_000)}`)
    expect(long).toMatchObject({ status: 431, body: { error_type: 'too_large', error_value: null } })
    const headers = await send('GET', '/api/v3/orders', { headers: { 'x-long': 'x'.repeat(64_000) } })
    expect(headers).toMatchObject({ status: 431, body: { error_type: 'too_large' } })
    const { url } = await testProduct()
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"error_type":"unreadable"')
  })

  test('[API-10] refuses a body of another content type', async () => {
    const person = await signedInPerson()
    const answer = await person.send('POST', '/api/v3/orders', 'a=b', { 'content-type': 'text/csv' })
    expect(answer).toMatchObject({ status: 422, body: { error_value: 'content-type' } })
  })

  test('[API-10] refuses a NUL in an address', async () => {
    const person = await signedInPerson()
    expect((await person.send('GET', '/api/v3/orders/%00')).status).toBe(422)
  })

  test('[API-01] an unknown API path gets the usual error body', async () => {
    expect(await send('GET', '/api/v3/nothing')).toMatchObject({
      status: 404,
      body: { text: 'Not found', error_value: null, error_type: 'not_found' },
    })
  })
})

test('(abuse 39) a task with HTML, script, emoji, right-to-left marks and 100,000 characters is stored unchanged', async () => {
  const person = await signedInPerson()
  const marks = '<script>alert(1)</script> <img src=x onerror=alert(2)> 🤓 \u202Eevil\u2066 "quotes" \\ \t\n'
  const details = marks + 'é'.repeat(100_000 - marks.length)
  const order = await person.order({ details })
  const read = await person.send<{ details: string }>('GET', `/api/v3/orders/${order.id}`)
  expect(read.body.details).toBe(details)
  expect(read.headers.get('content-type')).toContain('application/json')
  expect(read.headers.get('x-content-type-options')).toBe('nosniff')
})

test('[API-09] the OpenAPI 3.1 document names every call and is built from the schemas that validate it', async () => {
  const { body } = await send<{ openapi: string; paths: Record<string, Record<string, unknown>> }>(
    'GET',
    '/api/openapi.json',
  )
  expect(body.openapi).toBe('3.1.0')
  expect(
    Object.entries(body.paths)
      .flatMap(([path, calls]) => Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`))
      .toSorted(),
  ).toMatchSnapshot()
})

test('[API-12][API-09] the OpenAPI document and the decision page say which fields are always null', async () => {
  const document = JSON.stringify((await send<object>('GET', '/api/openapi.json')).body)
  const page = readFileSync(
    join(import.meta.dirname, '../../../../docs/decisions/0068-fields-that-are-always-null.md'),
    'utf8',
  )
  for (const [field, reason] of Object.values(fieldsAlwaysNull).flatMap((fields) => Object.entries(fields))) {
    expect(document).toContain(`${field} (${reason})`)
    expect(page).toContain(`\`${field}\``)
  }
})

test('[API-06] a client reads and changes their own data', async () => {
  const person = await signedInPerson()
  const address = `student-${person.phone.slice(-7)}@example.com`
  const changed = await person.send<{ pending_email: string; nickname: string }>('PATCH', '/api/v3/users/client/me', {
    email: ` ${address} `,
    nickname: 'Sam',
  })
  expect(changed).toMatchObject({ status: 200, body: { pending_email: address, nickname: 'Sam' } })
  const other = await signedInPerson([], { email: null })
  const invalid = await other.send('POST', '/api/v3/users/client/me', { email: 'a@b.co, victim@x.co' })
  expect(invalid).toMatchObject({ status: 422, body: { text: 'Invalid email' } })
  expect(await other.send('GET', '/api/v3/users/client/me')).toMatchObject({ status: 200, body: { email: null } })
})

test('[OPS-03] the process reports itself alive and its database ready', async () => {
  expect((await send('GET', '/healthz')).status).toBe(200)
  expect(await send('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true } })
})

test('[OPS-03] it is alive but not ready while the database lacks a migration', async () => {
  const { product } = await testProduct()
  const last = await sql<{ name: string; checksum: string; ran_at: Date }>`
    delete from applied_migration where name = (select max(name) from applied_migration) returning name, checksum, ran_at
  `.execute(product.queries)
  const [{ name, checksum, ran_at: ranAt } = { name: '', checksum: '', ran_at: new Date() }] = last.rows
  try {
    expect(await send('GET', '/readyz')).toMatchObject({ status: 503, body: { ok: false } })
    expect((await send('GET', '/healthz')).status).toBe(200)
  } finally {
    await sql`insert into applied_migration values (${name}, ${checksum}, ${new Date(ranAt)})`.execute(product.queries)
  }
  expect((await send('GET', '/readyz')).status).toBe(200)
})

test('[API-10] a full database disk answers 503 to a write; a retry gets the stored answer', async () => {
  const { queries } = (await testProduct()).product
  const person = await signedInPerson()
  const create = (key: string) =>
    person.send<Order>('POST', '/api/v3/orders', { title: 'Moths' }, { 'idempotency-key': key.padEnd(36, '-') })
  const first = await create('first')
  expect(first.status).toBe(201)
  const noRoom = 'begin raise disk_full; end'
  await sql`create function disk_is_full() returns boolean language plpgsql as ${sql.lit(noRoom)}`.execute(queries)
  const [again, second] = await whileRowsAreRefused('client_order', 'disk_is_full()', () =>
    Promise.all([create('first'), create('second')]),
  ).finally(() => sql`drop function disk_is_full()`.execute(queries))
  expect(second).toMatchObject({ status: 503, body: { error_type: 'unavailable', error_value: null } })
  expect(again.body).toEqual(first.body)
  expect(await create('second')).toMatchObject({ status: 201 })
})

test('[PRICE-04] prices need no sign-in, are cacheable, and never rise with a longer deadline', async () => {
  const answer = await send<Record<string, { deadlines: number[]; prices: number[] }>>(
    'GET',
    '/api/v1/pricing/gonerdify',
  )
  expect(answer.headers.get('cache-control')).toContain('public')
  expect(Object.keys(answer.body)).toEqual(priceNames)
  for (const { deadlines, prices } of Object.values(answer.body)) {
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b))
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    expect(prices).toHaveLength(deadlines.length)
  }
})

test('[API-03] compresses a long answer as the caller accepts it, and sends the same to others', async () => {
  const person = await signedInPerson()
  for (let count = 0; count < 3; count += 1) await person.order()
  const read = (accepted: string) =>
    person.send<OrderPage>('GET', '/api/v3/orders', undefined, { 'accept-encoding': accepted })
  const plain = await read('identity')
  const ids = plain.body.results.map((order) => order.id)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['ZSTD;q=0.5', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
    ['gzip, zstd;q=0', 'gzip'],
    ['br, gzip; q=0.1', 'gzip'],
    ['identity', null],
    ['br', null],
    ['gzip;q=0', null],
    ['zstd; q=0.0, br', null],
    ['x-gzip', 'gzip'],
  ] as const) {
    const { headers, body } = await read(accepted)
    expect({ accepted, encoding: headers.get('content-encoding') }).toEqual({ accepted, encoding })
    if (encoding !== null) expect(headers.get('vary')).toContain('accept-encoding')
    expect(body.results.map((order) => order.id)).toEqual(ids)
    const shrunk = Number(plain.headers.get('content-length')) / Number(headers.get('content-length'))
    expect(shrunk).toBeGreaterThan(encoding === null ? 0.99 : 5)
  }
})

test('[PAY-01] (ux 54) a dead link gets a page whose one style sheet the content policy allows', async () => {
  const answer = await send<string>('GET', '/o/no-such-link')
  expect(answer.status).toBe(404)
  const sheet = /<style>(.*?)<\/style>/s.exec(answer.body)?.[1] ?? ''
  const hash = createHash('sha256').update(sheet).digest('base64')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`style-src 'sha256-${hash}';`)
  expect(policy).toContain("default-src 'none'")
  expect(answer.body).toContain('Go to my tasks')
})

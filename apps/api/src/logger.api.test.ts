import { expect, test } from 'vitest'
import { loggingApp } from './testing/logging-app.ts'
import { whileRowsAreRefused } from './testing/refused-rows.ts'
import { newPhone, signedInPerson } from './testing/test-client.ts'

test('[OPS-03] logs each request as one line of JSON with its id, the account and a hash of the network', async () => {
  const person = await signedInPerson()
  const { app, lines, entries } = await loggingApp()
  const headers = { authorization: `Bearer ${person.token}`, 'x-forwarded-for': '203.0.113.9' }
  const change = { headers, payload: { nickname: 'Rosalind' }, query: { next: 'secret-query' } }
  await app.inject({ method: 'PATCH', url: '/api/v3/users/client/me', ...change })
  await app.inject({ method: 'GET', url: '/api/v3/orders', headers })
  await app.inject({ method: 'GET', url: '/healthz' })
  await app.close()
  expect(entries()).toEqual(
    [
      ['PATCH', '/api/v3/users/client/me'],
      ['GET', '/api/v3/orders'],
    ].map(([method, path]) => ({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      reqId: expect.stringMatching(/^[\da-f-]{36}$/),
      req: { method, path },
      res: { statusCode: 200 },
      responseTime: expect.any(Number),
      account: person.clientId,
      network: expect.stringMatching(/^[\w-]{16}$/),
      msg: 'request',
    })),
  )
  expect(new Set(entries().map(({ reqId }) => reqId)).size).toBe(2)
  for (const personal of [person.token, person.phone, 'Rosalind', 'secret-query', '203.0.113.9', '127.0.0.1'])
    expect(lines.join('')).not.toContain(personal)
})

test('[OPS-03] logs that a coupon does not apply, but not the typed code', async () => {
  const person = await signedInPerson()
  const { id } = await person.order()
  const { app, lines, entries } = await loggingApp()
  const headers = { authorization: `Bearer ${person.token}` }
  const payload = { action: 'discount_add', code: 'Rosalind' }
  const answer = await app.inject({ method: 'PATCH', url: `/api/v3/orders/${id}`, headers, payload })
  await app.close()
  expect(answer.statusCode).toBe(422)
  const lost = entries().find(({ msg }) => msg === 'coupon does not apply')
  expect(lost).toMatchObject({ orderId: id, error_type: answer.json().error_type })
  expect(lines.join('')).not.toMatch(/rosalind/i)
})

test('[OPS-03] logs a failure with its request, place and cause, without the body', async () => {
  const phone = newPhone()
  const email = `l${phone.slice(1)}@example.com`
  const { app, lines, entries } = await loggingApp()
  const answer = await whileRowsAreRefused('contact_request', `phone = '${phone}'`, () =>
    app.inject({
      method: 'POST',
      url: '/api/v1/client',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ phone, email, message: 'Call my mother' }).toString(),
    }),
  )
  await app.close()
  expect(answer.statusCode).toBe(500)
  const [failed, request] = entries()
  expect(failed).toMatchObject({
    level: 50,
    msg: 'failed',
    err: {
      code: '23514',
      constraint: 'refused_by_a_test',
      stack: expect.stringContaining('newcomers/contact-requests.ts'),
    },
  })
  expect(request).toMatchObject({ reqId: failed?.['reqId'], res: { statusCode: 500 } })
  expect(answer.headers['x-request-id']).toBe(failed?.['reqId'])
  for (const personal of [phone.slice(1), email, 'mother']) expect(lines.join('')).not.toContain(personal)
})

test('[SAFE-11] logs outside text without characters that act on a terminal', async () => {
  const { app, lines, entries } = await loggingApp()
  const typed = 'a\u001b[2J\u009b31m\u202E\r\nb\u0000'
  app.log.warn({ err: new Error(typed), name: typed }, typed)
  await app.close()
  const line = lines.find((each) => each.includes('[2J')) ?? ''
  const acting = /(?!\n)[\p{Cc}\u202a-\u202e]/u
  expect(line).not.toMatch(acting)
  const { msg, err, name } = entries().find((each) => String(each.msg).includes('[2J')) as Record<string, string> & {
    err: { message: string }
  }
  for (const text of [msg, err.message, name]) expect(text).toBe('a\\u001b[2J\\u009b31m\\u202e\\r\nb\\u0000')
})

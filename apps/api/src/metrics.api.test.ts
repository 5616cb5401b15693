import { expect, test } from 'vitest'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { buildApp } from './app.ts'
import { connectServer } from './database/connect.ts'
import { uuidv7 } from './database/uuid.ts'
import { outboxBacklog } from './outbox/kept-messages.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { operate, personWithPaidOrder, registeredNerd } from './testing/operations-calls.ts'
import { testProduct } from './testing/running-product.ts'
import { eventually, personSignedInByCode, send, signedInPerson } from './testing/test-client.ts'

async function scrape(): Promise<string[]> {
  const { settings } = await testProduct()
  const answer = await send<string>('GET', '/metrics', { token: settings.operationsToken })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return answer.body.split('\n')
}
const valueOf = (lines: readonly string[], series: string) =>
  Number(
    lines
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? 'NaN',
  )

test('[OPS-03] Prometheus reads the counts with operations’ token only', async () => {
  const person = await signedInPerson()
  const route = 'method="GET",route="/api/v3/orders/:id"'
  const series = `nerdify_http_requests_total{${route},status="404"}`
  const before = valueOf(await scrape(), series) || 0
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect((await send('GET', '/healthz')).status).toBe(200)
  for (let calls = 0; calls < 3; calls += 1) {
    expect((await person.send('GET', `/api/v3/orders/${id}?next=secret`)).status).toBe(404)
  }
  const lines = await eventually(async () => {
    const scraped = await scrape()
    return valueOf(scraped, series) === before + 3 && scraped
  })
  expect(valueOf(lines, `nerdify_http_request_seconds_count{${route}}`)).toBeGreaterThanOrEqual(3)
  expect(valueOf(lines, 'nerdify_database_up')).toBe(1)
  for (const status of ['queued', 'sending', 'dead']) {
    expect(valueOf(lines, `nerdify_outbox_messages{status="${status}"}`)).toBeGreaterThanOrEqual(0)
  }
  expect(valueOf(lines, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  for (const name of ['process_cpu_seconds_total', 'process_start_time_seconds', 'nodejs_eventloop_lag_seconds']) {
    expect(valueOf(lines, name)).toBeGreaterThanOrEqual(0)
  }
  expect(lines.join('\n')).not.toContain('/healthz')
  expect(lines.join('\n')).not.toMatch(new RegExp(`${id}|secret|${person.phone.slice(1)}|${person.clientId}`))

  expect((await send('GET', '/metrics')).status).toBe(401)
  expect((await person.send('GET', '/metrics')).status).toBe(401)
})

test('[OPS-03][GO-05] counts waiting messages, those given up after a day, and the oldest one’s age', async () => {
  const { product, clock } = await testProduct()
  const { queries } = product
  const outboxMetrics = async () => {
    const lines = await scrape()
    const messages = (status: string) => valueOf(lines, `nerdify_outbox_messages{status="${status}"}`)
    return {
      sending: messages('sending'),
      dead: messages('dead'),
      oldest: valueOf(lines, 'nerdify_outbox_oldest_seconds'),
      newlyDead: (await outboxBacklog(queries, clock.now())).newlyDead,
    }
  }
  const dayMs = 86_400_000
  const start = clock.now() - 40 * dayMs
  const messages = [
    { status: 'queued', finishedAt: null },
    { status: 'sending', finishedAt: null },
    { status: 'dead', finishedAt: clock.now() },
    // The provider refused it at once.
    { status: 'dead', createdAt: clock.now(), finishedAt: clock.now() },
  ].map(({ status, createdAt = start, finishedAt }, index) => ({
    id: uuidv7(clock.now()),
    shard: 0,
    channel: 'sms' as const,
    to_address: '+14155550001',
    template: 'order-paid',
    variables: '{}',
    dedupe_key: `metrics:${uuidv7(clock.now())}:${index}`,
    status: status as 'queued' | 'sending' | 'dead',
    // The oldest of all, whose next try is an hour away: a provider fails.
    next_at: new Date(clock.now() + dayMs / 24),
    locked_until: status === 'sending' ? new Date(clock.now() + 400 * dayMs) : null,
    created_at: new Date(createdAt),
    finished_at: finishedAt === null ? null : new Date(finishedAt),
  }))
  const ids = messages.map(({ id }) => id)
  // Messages of other tests may be sent in between, and count too.
  await eventually(async () => {
    const before = await outboxMetrics()
    await queries.insertInto('outbox').values(messages).execute()
    try {
      const after = await outboxMetrics()
      expect(Math.floor(after.oldest / (dayMs / 1000))).toBe(40)
      return (['sending', 'dead', 'newlyDead'] as const).every((count) => after[count] - before[count] === 1)
    } finally {
      await queries.deleteFrom('outbox').where('id', 'in', ids).execute()
    }
  })
})

test('[GO-05] counts orders, payments and money of the last 24 hours by kind', async () => {
  const day = async () => {
    const lines = await scrape()
    return {
      placed: valueOf(lines, 'nerdify_orders_placed_day'),
      paid: valueOf(lines, 'nerdify_ledger_entries_day{kind="order_payment"}') || 0,
      cents: valueOf(lines, 'nerdify_ledger_day_cents{kind="order_payment"}') || 0,
    }
  }
  const before = await day()
  const { order } = await personWithPaidOrder()
  const after = await day()
  expect(after.placed).toBe(before.placed + 1)
  expect(after.paid).toBe(before.paid + 1)
  expect(after.cents).toBe(before.cents + centsFromDollars(order.quote_price))
})

test('[GO-05] measures the time to a Nerd and to an answer when the wait ends', async () => {
  const { clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  await person.send('POST', messagePaths.orderMessages(order.id), { text: 'Who writes it?' })
  const nerd = await registeredNerd('Sam')
  const measured = async (kind: string) => {
    const lines = await scrape()
    const figure = (end: string) => valueOf(lines, `nerdify_wait_seconds_${end}{kind="${kind}"}`) || 0
    return { count: figure('count'), hours: figure('sum') / 3600 }
  }
  clock.advance(2 * 3_600_000)
  try {
    for (const [kind, path, body] of [
      ['nerd_search', `/orders/${order.id}/events`, { event: 'nerd_found', nerd }],
      ['message', `/conversations/${order.id}/answers`, { text: 'Sam does.' }],
    ] as const) {
      const before = await measured(kind)
      expect((await operate('POST', path, body)).status).toBe(200)
      const after = await measured(kind)
      expect([kind, after.count - before.count, Math.round(after.hours - before.hours)]).toEqual([kind, 1, 2])
    }
  } finally {
    clock.reset()
  }
})

test('[GO-05] counts sign-in codes sent and used, but no wrong one', async () => {
  const person = await signedInPerson()
  const codes = async () => {
    const lines = await scrape()
    const count = (event: string) => valueOf(lines, `nerdify_sign_in_codes_total{event="${event}"}`) || 0
    return { sent: count('sent'), used: count('used') }
  }
  const before = await codes()
  const phone = { factor: 'phone', value: person.phone }
  expect((await send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', ...phone } })).status).toBe(200)
  const wrong = { type: 'check_code', ...phone, code: 'none' }
  expect((await send('POST', '/api/v3/factor_auth', { body: wrong })).status).toBe(422)
  expect(await codes()).toEqual({ sent: before.sent + 1, used: before.used })
  await personSignedInByCode()
  expect(await codes()).toEqual({ sent: before.sent + 2, used: before.used + 1 })
})

test('[OPS-03] (abuse 36) without its database the process lives, is not ready and says “try again”', async () => {
  const { product, settings } = await testProduct()
  const database = connectServer('postgres://nobody@127.0.0.1:9/nothing', 1)
  const parts = { ...product, database, queries: database.queries }
  const app = await buildApp(parts, { webDirectory: 'no-web-app', logger: false })
  try {
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect(await app.inject('/readyz')).toMatchObject({ statusCode: 503, payload: '{"ok":false}' })
    const authorization = `Bearer ${settings.operationsToken}`
    const metrics = await app.inject({ url: '/metrics', headers: { authorization } })
    expect(valueOf(metrics.payload.split('\n'), 'nerdify_database_up')).toBe(0)
    const payload = { type: 'request_code', factor: 'phone', value: '+14155550103' }
    for (const answer of [
      await app.inject({ method: 'POST', url: '/api/v3/factor_auth', payload }),
      await app.inject({ url: '/api/ops/orders', headers: { authorization } }),
    ]) {
      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toMatchObject({ error_type: 'unavailable' })
    }
  } finally {
    await app.close()
    await database.close()
  }
})

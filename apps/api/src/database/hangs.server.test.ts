import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../accounts/create-client.ts'
import { startedDatabase } from '../testing/own-database.ts'
import { startPlainProxy } from '../testing/servers/plain-proxy.ts'
import { type ProductProcess, withProductProcess } from '../testing/product-process.ts'
import { eventually, newPhone } from '../testing/test-client.ts'
import { connectServer } from './connect.ts'

/** Cleanups of the current test, run in reverse order. */
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

interface Answer {
  status: number
  retryAfter: string | null
  body: { id?: string; text?: string }
  /** In milliseconds. */
  took: number
}

/** An operations call, for which every request needs the database. */
const operations =
  ({ url, operationsToken }: ProductProcess) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const start = Date.now()
    const answer = await fetch(`${url}/api/ops${path}`, {
      method,
      headers: {
        authorization: `Bearer ${operationsToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answerBody = (await answer.json()) as Answer['body']
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, retryAfter, body: answerBody, took: Date.now() - start }
  }

const unavailable = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: { text: 'We can’t do this right now. Please try again in a moment.' },
}

/** A server's database behind a proxy. */
async function proxiedDatabase() {
  const database = await startedDatabase()
  endings.push(() => database.drop())
  const proxy = await startPlainProxy()
  endings.push(() => proxy.close())
  const address = new URL(database.url)
  proxy.add(Number(address.port))
  address.port = String(proxy.port)
  address.hostname = '127.0.0.1'
  return { proxy, url: address.href }
}

test('[HOLD-05] mute database connections are replaced within 20 s; until then requests get 503 in words', async () => {
  const { proxy, url } = await proxiedDatabase()
  await withProductProcess(
    async (product) => {
      const call = operations(product)
      const several = (count: number) => Promise.all(Array.from({ length: count }, () => call('GET', '/orders')))
      // A product that just started on a busy machine has no time for all at once.
      await eventually(async () => (await several(30)).every(({ status }) => status === 200))

      proxy.mute()
      const mutedAt = Date.now()
      // More calls than connections, so that some wait for one; background work may have met a mute one before.
      const refused = (await several(12)).filter(({ status }) => status !== 200)
      expect(refused.length).toBeGreaterThan(0)
      for (const answer of refused) expect(answer).toMatchObject(unavailable)
      await eventually(async () => (await call('GET', '/orders')).status === 200)
      expect(Date.now() - mutedAt).toBeLessThan(20_000)
      // No mute connection is left.
      for (const { status } of await several(30)) expect(status).toBe(200)
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    },
    { databaseUrl: url },
  )
})

test('[HOLD-05][OPS-03] the product shuts down in order while its database is mute', async () => {
  const { proxy, url } = await proxiedDatabase()
  await withProductProcess(
    async (product) => {
      proxy.mute()
      const start = Date.now()
      await product.readData(async () => undefined)
      expect(Date.now() - start).toBeLessThan(45_000)
    },
    { databaseUrl: url },
  )
})

/** Locks an order in a transaction of another process. */
async function holdOrder(databaseUrl: string, orderId: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, '../testing/hold-order.ts')
  const holder = spawn(process.execPath, [program, orderId], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endings.push(() => holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  return holder
}

test('[HOLD-05] a process frozen in a transaction blocks only its order, for seconds, with 503', async () => {
  const database = await startedDatabase()
  endings.push(() => database.drop())
  await withProductProcess(
    async (product) => {
      const call = operations(product)
      const direct = connectServer(database.url, 1)
      endings.push(() => direct.close())
      const clientId = await createClient(direct.queries, Date.now(), { phone: null, email: null })
      const order = async () =>
        (await call('POST', '/orders', { client_id: clientId, type: 'Essay (writing)' })).body.id ?? ''
      const [held, free] = [await order(), await order()]
      const rewrite = (id: string) => call('PATCH', `/orders/${id}`, { is_complex: true })

      const holder = await holdOrder(database.url, held)
      holder.kill('SIGSTOP')
      const heldAt = Date.now()
      // More than the connections: calls that wait for the locked order must not block the others for long.
      const waiting = await Promise.all(Array.from({ length: 12 }, () => rewrite(held)))
      for (const { took } of waiting) expect(took).toBeLessThan(15_000)
      const refused = waiting.filter(({ status }) => status !== 200)
      expect(refused.length).toBeGreaterThan(0)
      for (const answer of refused) expect(answer).toMatchObject(unavailable)
      expect((await rewrite(free)).status).toBe(200)
      await eventually(async () => (await rewrite(held)).status === 200)
      expect(Date.now() - heldAt).toBeLessThan(20_000)
    },
    { databaseUrl: database.url },
  )
})

test('[HOLD-05] a read-only database is 503, and writes succeed again without a restart', async () => {
  const database = await startedDatabase()
  endings.push(() => database.drop())
  await withProductProcess(
    async (product) => {
      const call = operations(product)
      const direct = connectServer(database.url, 1)
      endings.push(() => direct.close())
      const name = new URL(database.url).pathname.slice(1)
      const write = () => call('POST', '/clients', { phone: newPhone() })
      const isReady = async () => (await fetch(`${product.url}/readyz`)).ok
      expect(await write()).toMatchObject({ status: 201 })

      // As if the server's name led to a standby: every new connection is read-only, and stays so.
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(direct.queries)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(direct.queries)
      await eventually(async () => (await call('GET', '/orders')).status === 200)
      const refused = await Promise.all(Array.from({ length: 12 }, write))
      for (const answer of refused) expect(answer).toMatchObject(unavailable)
      expect(await isReady()).toBe(false)

      await sql`set default_transaction_read_only = off`.execute(direct.queries)
      await sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(direct.queries)
      await eventually(async () => (await write()).status === 201)
      for (const { status } of await Promise.all(Array.from({ length: 30 }, write))) expect(status).toBe(201)
      expect(await isReady()).toBe(true)
    },
    { databaseUrl: database.url },
  )
})

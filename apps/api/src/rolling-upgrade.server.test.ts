import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createClient } from './accounts/create-client.ts'
import { connectServer } from './database/connect.ts'
import { ownDatabase } from './testing/own-database.ts'
import { callOf } from './testing/servers/own-connections.ts'
import { startPlainProxy } from './testing/servers/plain-proxy.ts'
import { freePort, startProcess, startSandbox } from './testing/sandbox-process.ts'
import { secondBuild } from './testing/second-build.ts'

/** A revision to start from; without one, the current build is followed by itself with a further migration. */
const from = process.env.UPGRADE_FROM

const operationsToken = 'operations of a test'
const workers = 4

/** Cleanups of the current test, run in reverse order. */
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** An operations call, with a new key for each write. */
const call = (port: number, method: string, path: string, body?: unknown) =>
  callOf(port)<{ id?: string; type?: string }>(method, `/api/ops${path}`, {
    token: operationsToken,
    ...(body !== undefined && { body, key: randomUUID() }),
  })

const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200

/** Reads the table that the migration changes, in a transaction that outlasts many requests. */
async function readDuringMigration(url: string, made: () => number): Promise<void> {
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; lock table client_order in access share mode')
  const isWaiting = async () => {
    const { rows } = await reader.query(
      `select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = 'client_order'::regclass and not granted`,
    )
    return rows.length > 0
  }
  while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 50))
  const soFar = made()
  const end = Date.now() + 60_000
  while (made() < soFar + 2 * workers && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  await reader.end()
}

test('[HOLD-04] two versions run side by side on one database, in both directions, and lose no request', async () => {
  const database = await ownDatabase()
  endings.push(() => database.drop())
  const proxy = await startPlainProxy()
  endings.push(() => proxy.close())
  const sandbox = await startSandbox(proxy.port)
  endings.push(() => sandbox.end())
  const dataDir = mkdtempSync(join(tmpdir(), 'nerdify-upgrade-'))
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const other = secondBuild(
    from === undefined
      ? { migrations: { '9999_ratings.sql': 'alter table client_order add column rating integer not null default 0;' } }
      : { revision: from },
  )
  endings.push(() => other.remove())
  const [before, after] =
    from === undefined ? ['apps/api/src/main.ts', other.program] : [other.program, 'apps/api/src/main.ts']

  const start = async (program: string) => {
    const port = await freePort()
    const product = await startProcess(program, {
      PORT: String(port),
      FILES_PORT: String(await freePort()),
      DESK: 'off',
      PUBLIC_URL: `http://127.0.0.1:${proxy.port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      AUTH_SECRET: 'one secret for all the processes of this test',
      OPERATIONS_TOKEN: operationsToken,
      STRIPE_API_BASE: sandbox.listening.http,
      SMS_API_BASE: sandbox.listening.http,
      SMTP_PORT: String(sandbox.listening.smtp),
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
    })
    endings.push(() => product.end())
    return { port, product }
  }

  let running = await start(before)
  proxy.add(running.port)
  const direct = connectServer(database.url, 1)
  endings.push(() => direct.close())
  // One each: a new process takes longer for its first order, which blocks its client's others.
  const clients: string[] = []
  for (let worker = 0; worker < workers; worker += 1) {
    clients.push(await createClient(direct.queries, Date.now(), { phone: null, email: null }))
  }

  let isOver = false
  let made = 0
  const failures: unknown[] = []
  const underWay = new Set<Promise<unknown>>()
  const ask = async (expected: number, method: string, path: string, body?: unknown) => {
    const asked = call(proxy.port, method, path, body)
    underWay.add(asked)
    const answer = await asked.finally(() => underWay.delete(asked))
    if (answer.status !== expected) failures.push({ method, path, ...answer })
    return answer.body
  }
  const keepBusy = async (client_id: string) => {
    while (!isOver) {
      const { id } = await ask(201, 'POST', '/orders', { client_id, type: 'Essay (writing)' })
      await ask(200, 'PATCH', `/orders/${id}`, { type: 'Quiz' })
      const { type } = await ask(200, 'GET', `/orders/${id}`)
      if (type !== 'Quiz') failures.push(`${type} is not what was written`)
      made += 1
    }
  }
  const busy = clients.map((client) => keepBusy(client).catch((error) => failures.push(error)))

  // Upgrade, and downgrade.
  for (const program of [after, before]) {
    const starting = start(program)
    if (from === undefined && program === after) await readDuringMigration(database.url, () => made)
    const next = await starting
    expect(await isReady(running.port)).toBe(true)
    expect(await isReady(next.port)).toBe(true)
    proxy.add(next.port)
    // Both for a while: connections alternate.
    const soFar = made
    while (made < soFar + 3 * workers && failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    proxy.remove(running.port)
    await Promise.all(underWay)
    expect(await running.product.end('SIGTERM')).toBe(0)
    running = next
  }
  isOver = true
  await Promise.all(busy)
  expect(failures).toEqual([])
  const stored = await direct.queries
    .selectFrom('client_order')
    .select('id')
    .where('client_id', 'in', clients)
    .execute()
  expect(stored).toHaveLength(made)
  console.log(
    `PROOF ${JSON.stringify({ name: 'an upgrade and the way back under load', requirement: 'HOLD-04', runs: made, outcome: `${made} orders made, changed and read through two versions${from === undefined ? '' : `, from ${from}`}, no request failed` })}`,
  )
})

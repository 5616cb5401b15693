import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { findServerPrograms, type PostgresServer, startPostgres } from '../../../tools/postgres.ts'
import { proofSize } from './testing/proof-size.ts'
import { callOf } from './testing/servers/own-connections.ts'
import { type PlainProxy, startPlainProxy } from './testing/servers/plain-proxy.ts'
import { newOrder, productsOnOneDatabase, signIn } from './testing/several-products.ts'
import { eventually, promisedWithin } from './testing/test-client.ts'

const processes = 3
const rounds = proofSize({ embedded: { test: 1, prove: 2 } })
/** The time until writes succeed again after the name leads to the primary, in milliseconds. */
const promisedMs = 20_000
/** Pause of a client between two requests, in milliseconds. */
const clientPauseMs = 50

/** Without an installed server there is none to test; npm test reports that in its PostgreSQL step. */
const servers = [findServerPrograms(process.env)].filter((programs) => programs !== undefined)

/** Cleanups of the current test, run in reverse order. */
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const portOf = (url: string) => Number(new URL(url).port)

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(text, values).finally(() => client.end())).rows
}

/** A primary and its synchronous standby, which has every acknowledged write. */
async function startPair(programs: string) {
  const settings = { synchronous_standby_names: '*' }
  const running = new Set<PostgresServer>()
  endings.push(() => Promise.all([...running].map(({ stop }) => stop())))
  const start = async (options: { port?: number; standbyOf?: string } = {}) => {
    const server = await startPostgres(programs, process.env, { ...options, settings })
    running.add(server)
    return server
  }
  const follow = async (url: string, port?: number) => {
    const standby = await start({ standbyOf: url, ...(port !== undefined && { port }) })
    await eventually(async () => (await query(url, `select from pg_stat_replication where sync_state = 'sync'`)).length)
    return standby
  }
  let primary = await start()
  let standby = await follow(primary.url)
  return {
    primary: () => primary,
    /** Promotes the standby; the former primary starts again on its port, as the new one's standby. */
    async failOver() {
      const old = primary
      await old.stop()
      running.delete(old)
      await query(standby.url, 'select pg_promote(true, 120)')
      primary = standby
      standby = await follow(primary.url, portOf(old.url))
    },
  }
}

/** Accepts connections and never answers, like the address of a dead machine. */
async function startMuteServer(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A client of one process that orders without end, and retries each order until it is acknowledged. */
function startClient(port: number, token: string) {
  const call = callOf(port)
  const acknowledged: string[] = []
  const unexpected: unknown[] = []
  let refusals = 0
  let isOver = false
  const orderOnce = async () => {
    const creation = { token, key: randomUUID(), body: newOrder() }
    while (!isOver || refusals === 0) {
      const { status, body } = await call<Order>('POST', apiPaths.orders(), creation)
      if (status === 201) return acknowledged.push(body.id)
      if (status === 503) refusals += 1
      else return unexpected.push({ status, body })
      await pause(clientPauseMs)
    }
    return undefined
  }
  const work = (async () => {
    while (!isOver) {
      await orderOnce()
      await pause(clientPauseMs)
    }
  })()
  return {
    acknowledged,
    unexpected,
    /** Waits for the next refusal. */
    refusal: async () => {
      const before = refusals
      await eventually(async () => refusals > before)
    },
    /** Waits for the next acknowledged order. */
    acknowledgement: async () => {
      const before = acknowledged.length
      await eventually(async () => acknowledged.length > before)
    },
    isReady: async () => (await call('GET', '/readyz')).status === 200,
    async end() {
      isOver = true
      await work
    },
  }
}

type Pair = Awaited<ReturnType<typeof startPair>>
type TestClient = ReturnType<typeof startClient>

/** The name leads to the old server, now a standby, before it leads to the new primary; connections stay open. */
async function readOnlyInterlude(pair: Pair, name: PlainProxy, clients: readonly TestClient[]) {
  const old = portOf(pair.primary().url)
  await pair.failOver()
  await Promise.all(clients.map(({ refusal }) => refusal()))
  for (const client of clients) expect(await client.isReady()).toBe(false)
  name.remove(old)
  name.add(portOf(pair.primary().url))
}

/**
 * The network drops everything sent to the old server, on old and new connections, until the name leads to the new one.
 */
async function muteInterlude(pair: Pair, name: PlainProxy, clients: readonly TestClient[]) {
  const mute = await startMuteServer()
  name.remove(portOf(pair.primary().url))
  name.add(mute)
  name.mute()
  await pair.failOver()
  await Promise.all(clients.map(({ refusal }) => refusal()))
  name.remove(mute)
  name.add(portOf(pair.primary().url))
}

const interludes = Array.from({ length: rounds }, () => [readOnlyInterlude, muteInterlude]).flat()

test.each(servers)(
  `[HOLD-05] ${processes} processes survive ${interludes.length} failovers without a restart or a lost write`,
  async (programs) => {
    const pair = await startPair(programs)
    const name = await startPlainProxy()
    endings.push(() => name.close())
    name.add(portOf(pair.primary().url))
    const address = new URL(pair.primary().url)
    address.port = String(name.port)
    const front = await startPlainProxy()
    endings.push(() => front.close())
    const { start, sandbox } = await productsOnOneDatabase(address.href, { publicPort: front.port, endings })
    const products = await Promise.all(Array.from({ length: processes }, start))
    for (const { port } of products) front.add(port)
    const token = await signIn(callOf(front.port), sandbox, '+14155550101')
    const before = await query(pair.primary().url, 'select id from client_order')

    const startedAt = performance.now()
    const clients = products.map(({ port }) => startClient(port, token))
    endings.push(() => Promise.all(clients.map(({ end }) => end())))
    await Promise.all(clients.map(({ acknowledgement }) => acknowledgement()))
    const undisturbedMs = performance.now() - startedAt

    const servedAfterMs: number[] = []
    for (const interlude of interludes) {
      await interlude(pair, name, clients)
      const movedAt = performance.now()
      await Promise.all(
        clients.map(async ({ acknowledgement }) => {
          await acknowledgement()
          servedAfterMs.push(performance.now() - movedAt)
        }),
      )
      for (const client of clients) await eventually(() => client.isReady())
    }
    await Promise.all(clients.map(({ end }) => end()))

    expect(clients.flatMap(({ unexpected }) => unexpected)).toEqual([])
    expect(Math.max(...servedAfterMs)).toBeLessThan(promisedWithin(promisedMs, undisturbedMs))
    const rows = await query<{ id: string }>(pair.primary().url, 'select id from client_order')
    const newIds = rows.map(({ id }) => id).filter((id) => !before.some((row) => row['id'] === id))
    const acknowledged = clients.flatMap((client) => client.acknowledged)
    // Each order was retried until it was acknowledged, so there are no others.
    expect(newIds.toSorted()).toEqual(acknowledged.toSorted())
    expect(products.map(({ product }) => product.process.exitCode)).toEqual(products.map(() => null))
    for (const { product } of products) expect(await product.end()).toBe(0)
    console.log(
      `PROOF ${JSON.stringify({ name: 'failovers with a read-only and a mute interlude', requirement: 'HOLD-05', runs: interludes.length, outcome: `${acknowledged.length} acknowledged orders of ${processes} processes, none lost; writes served again within ${Math.ceil(Math.max(...servedAfterMs) / 1000)} s, no restart` })}`,
    )
  },
)

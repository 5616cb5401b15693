/**
 * Measures a new order, a change and a page of 20 orders at 16 connections: calls per second, CPU as a multiple of a bare
 * INSERT + UPDATE in the same rounds, and statements; then 50 orders per second with their changes (OPS-05).
 */
import { randomUUID } from 'node:crypto'
import { apiPaths, idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { barePaths } from './bare-server.ts'
import { atRate, type Call, type Send, sender, saturate } from './load.ts'
import { type BenchClient, type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { addRow, atFullSize, interleaved, medianOf, ratioOf, quantileOf, shown } from './rows.ts'

const connections = 16
const rounds = 5
const roundMs = 1_200
const ordersPerSecond = 50
const steadyMs = atFullSize ? 60_000 : 10_000
const dayMs = 86_400_000
const details = 'What the fall of Rome has to do with lead in the water. '.repeat(20)

const once = () => ({ [idempotencyHeader]: randomUUID() })

const creation = ({ token }: BenchClient): Call => {
  const deadline = new Date(Date.now() + 10 * dayMs).toISOString()
  const body = { type: 'Essay (writing)', subject: 'History', size: '2 Pages', deadline, details }
  return { method: 'POST', path: apiPaths.orders(), token, headers: once(), body }
}

const change = ({ token }: BenchClient, orderId: string, body: Record<string, string>): Call => ({
  method: 'PATCH',
  path: apiPaths.order(orderId),
  token,
  headers: once(),
  body,
})

/** One round of a request: the process's CPU per call, and calls per second. */
interface RoundCost {
  cpuMs: number
  perSecond: number
}

let sizes = 0
/** A size that differs from the last one, so that each change sets a new price. */
const nextSize = () => {
  sizes += 1
  return { size: `${3 + (sizes % 5)} Pages` }
}

/** The measured requests; `most` is the CPU budget as a multiple of a bare transaction. */
function requestsOf({ reader, writers }: MeasuredServer) {
  const writer = (connection: number) => writers[connection] as BenchClient
  return {
    'a new order': { most: 5, call: (connection: number) => creation(writer(connection)) },
    'a change': {
      most: 6,
      call: (connection: number) => change(writer(connection), writer(connection).orderId, nextSize()),
    },
    'a page of 20 orders': {
      most: 8,
      call: (): Call => ({ method: 'GET', path: apiPaths.orders(), token: reader.token }),
    },
  }
}

async function measure(engine: string, server: MeasuredServer, send: Send, sendBare: Send): Promise<void> {
  const requests = requestsOf(server)
  const round = (work: (connection: number) => Promise<unknown>) => async () => {
    const before = await server.spent()
    const { times, tookMs } = await saturate({ connections, durationMs: roundMs }, work)
    return { cpuMs: ((await server.spent()).cpuMs - before.cpuMs) / times, perSecond: (times * 1000) / tookMs }
  }
  const bare = (): Call => ({ method: 'POST', path: barePaths.write, body: { id: randomUUID(), details } })
  const names = Object.keys(requests) as (keyof typeof requests)[]
  const turns: Record<string, () => Promise<RoundCost>> = {}
  for (const name of names) turns[name] = round((connection) => send(requests[name].call(connection)))
  // The embedded database has no driver to measure separately.
  if (engine === 'PostgreSQL') turns.write = round(() => sendBare(bare()))
  const measured = await interleaved(rounds, turns)
  const { write } = measured
  const rate = (all: readonly RoundCost[]) =>
    `${Math.round(medianOf(all.map(({ perSecond }) => perSecond)).median).toLocaleString('en-US')}/s`
  const cpuOf = (all: readonly RoundCost[]) => all.map(({ cpuMs }) => cpuMs)
  if (write) {
    const cpu = shown(medianOf(cpuOf(write)), 'ms', 2)
    addRow({ what: `${engine}: a bare INSERT + UPDATE: CPU`, measured: `${cpu}, ${rate(write)}` })
  }
  for (const name of names) {
    const all = measured[name] ?? []
    const cpu = shown(medianOf(cpuOf(all)), 'ms', 2)
    if (write) {
      const ratio = ratioOf(cpuOf(all), cpuOf(write))
      addRow({
        what: `${engine}: ${name}: CPU against the bare transaction`,
        measured: `${shown(ratio, '×', 1)}; ${cpu}, ${rate(all)}`,
        value: ratio.median,
        budget: { most: requests[name].most, unit: '×' },
      })
    } else addRow({ what: `${engine}: ${name}: CPU, the database's with it`, measured: `${cpu}, ${rate(all)}` })
  }
  // The statements are the same on the embedded database.
  if (!write) return
  for (const name of names) {
    const statements = await countStatements(server, () => send(requests[name].call(0)))
    addRow({ what: `${engine}: ${name}: statements, the session's with them`, measured: String(statements) })
  }
}

/** The statements of a request: the minimum of ten tries, because background rounds add theirs. */
async function countStatements(server: MeasuredServer, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    const before = await server.spent()
    await work()
    counts.push((await server.spent()).statements - before.statements)
  }
  return Math.min(...counts)
}

/** Measures every call while orders arrive at a steady rate, each created, changed twice, read and listed. */
async function measureSteadyRate({ writers }: MeasuredServer, send: Send): Promise<void> {
  const took: number[] = []
  const timed = async (call: Call) => {
    const begun = performance.now()
    const body = await send(call)
    took.push(performance.now() - begun)
    return body
  }
  await atRate({ perSecond: ordersPerSecond, durationMs: steadyMs }, async (turn) => {
    const by = writers[turn % writers.length] as BenchClient
    const { id } = JSON.parse(await timed(creation(by))) as Order
    await timed(change(by, id, nextSize()))
    await timed(change(by, id, { title: 'Lead in the water' }))
    await timed({ method: 'GET', path: apiPaths.order(id), token: by.token })
    await timed({ method: 'GET', path: apiPaths.orders(), token: by.token })
  })
  const value = quantileOf(took, 0.95)
  addRow({
    what: `PostgreSQL: ${ordersPerSecond} orders a second with their changes for ${steadyMs / 1000} s: 95 of 100 calls`,
    measured: `${value.toFixed(1)} ms, half of ${took.length.toLocaleString('en-US')} ${quantileOf(took, 0.5).toFixed(1)} ms`,
    value,
    budget: { most: 50, unit: 'ms' },
  })
}

await withEngines(async (engine) => {
  const server = await startMeasuredServer(engine, { writers: connections, otherOrders: 1000 })
  const product = sender(server.port)
  const bare = sender(server.barePort)
  try {
    await measure(engine.name, server, product.send, bare.send)
    // The budget is for a database server: the embedded database has only one connection.
    if (engine.name === 'PostgreSQL') await measureSteadyRate(server, product.send)
  } finally {
    product.close()
    bare.close()
    await server.stop()
  }
})

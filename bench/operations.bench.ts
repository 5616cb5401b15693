/** How long staff wait for the queue, the searches and the metrics with many open orders (OPS-09, OPS-10). */
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { type Call, sender, saturate } from './load.ts'
import { type Engine, type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { addRow, atFullSize, quantileOf } from './rows.ts'

const readMs = 3_000
/** Warm-up: a company's process has answered each query many times. */
const warmUpMs = 2_500
const count = (number: number) => number.toLocaleString('en-US')

/** A company: its orders, those in progress, its concurrent readers, and the answer limits in milliseconds. */
interface Company {
  orders: number
  open: number
  readers: number
  mostMs: number
}

const companies: Record<Engine['name'], readonly Company[]> = {
  embedded: [
    { orders: 5_000, open: 150, readers: 1, mostMs: 20 },
    { orders: 10_000, open: 500, readers: 1, mostMs: 100 },
  ],
  PostgreSQL: [{ orders: atFullSize ? 1_000_000 : 100_000, open: 5_000, readers: 20, mostMs: 100 }],
}

/** Each view of waiting work, and each search of clients and orders. */
const queries: readonly (readonly [what: string, path: string])[] = [
  ['the queue', opsPaths.queue()],
  ['the queue of a kind', `${opsPaths.queue()}?kind=nerd_search`],
  ['the queue by words', `${opsPaths.queue()}?q=word123`],
  ['a client by a phone', `${opsPaths.clients()}?q=${encodeURIComponent('+14150001234')}`],
  ['a client by the end of a phone', `${opsPaths.clients()}?q=1234`],
  ['a client by an e-mail’s beginning', `${opsPaths.clients()}?q=mail12`],
  ['a client by a nickname’s beginning', `${opsPaths.clients()}?q=name%2012`],
  ['orders by a rare word', `${opsPaths.orders()}?q=word123`],
  ['orders by a frequent word', `${opsPaths.orders()}?q=task`],
  ['orders of a state', `${opsPaths.orders()}?state=in_progress`],
  ['late orders', `${opsPaths.orders()}?late=true`],
]

async function measure(engine: Engine): Promise<void> {
  for (const company of companies[engine.name]) {
    const { orders: otherOrders, open: openOrders } = company
    const server = await startMeasuredServer(engine, { writers: 0, otherOrders, openOrders })
    try {
      await measureCompany(`${engine.name}, ${count(otherOrders)} orders, ${count(openOrders)} open`, server, company)
    } finally {
      await server.stop()
    }
  }
}

async function measureCompany(place: string, server: MeasuredServer, { readers, mostMs }: Company): Promise<void> {
  const { send, close } = sender(server.port)
  const { operationsToken: token } = server
  const read = async (what: string, path: string, { connections, most }: { connections: number; most: number }) => {
    const call: Call = { method: 'GET', path, token }
    await saturate({ connections, durationMs: warmUpMs }, () => send(call))
    const took: number[] = []
    await saturate({ connections, durationMs: readMs }, async () => {
      const begun = performance.now()
      await send(call)
      took.push(performance.now() - begun)
    })
    const p95 = quantileOf(took, 0.95)
    addRow({
      what: `${place}: ${what}, ${connections} at once: 95 of 100 answers`,
      measured: `${p95.toFixed(0)} ms, half ${quantileOf(took, 0.5).toFixed(0)} ms`,
      value: p95,
      budget: { most, unit: 'ms' },
    })
  }
  try {
    for (const [what, path] of queries) await read(what, path, { connections: readers, most: mostMs })
    if (readers > 1) await read('metrics', apiPaths.metrics(), { connections: 1, most: 50 })
  } finally {
    close()
  }
}

await withEngines(measure)

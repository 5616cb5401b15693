/** Requests of the product against bare ones, in interleaved rounds on the same data, for each engine. */
import { randomUUID } from 'node:crypto'
import { apiPaths, idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import { barePaths } from './bare-server.ts'
import { requestText, runLoad, sizeOfAnswer } from './load.ts'
import { type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { interleaved, type Measured, middleOf, ratioOf } from './rounds.ts'
import { addRow, percent, verdict } from './rows.ts'
import type { BenchClient } from './server-messages.ts'

const connections = 8
const rounds = 5
const roundMs = 1_200
const dayMs = 86_400_000
const asBrowsersAsk = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const details = 'What the fall of Rome has to do with lead in the water. '.repeat(20)

function creation(): Record<string, unknown> {
  const deadline = new Date(Date.now() + 10 * dayMs).toISOString()
  return { type: 'Essay (writing)', subject: 'History', size: '2 Pages', deadline, details }
}

const changesOf = new Map<BenchClient, number>()
/** The next size of a client's order, so that each change makes a new price. */
function nextSize(of: BenchClient): string {
  const changes = (changesOf.get(of) ?? 0) + 1
  changesOf.set(of, changes)
  return `${3 + (changes % 5)} Pages`
}

async function compare(engine: string, server: MeasuredServer): Promise<void> {
  const { reader, writers, port, barePort } = server
  const writer = (connection: number) => writers[connection] as BenchClient
  const once = () => ({ [idempotencyHeader]: randomUUID() })
  const create = (by: BenchClient) =>
    requestText('POST', apiPaths.orders(), { token: by.token, headers: once(), body: creation() })
  const change = (by: BenchClient) =>
    requestText('PATCH', apiPaths.order(by.orderId), { token: by.token, headers: once(), body: { size: nextSize(by) } })
  const list = requestText('GET', apiPaths.orders(), { token: reader.token, headers: asBrowsersAsk })
  const pricing = requestText('GET', apiPaths.pricing())
  const bare = (path: string) => {
    const text = requestText('GET', path)
    return () => text
  }
  const perSecond = (at: number, request: (connection: number) => string) => async () => {
    const { answered, tookMs } = await runLoad({ port: at, connections, durationMs: roundMs, request })
    return (answered * 1000) / tookMs
  }

  const measured = await interleaved(rounds, {
    hello: perSecond(barePort, bare(barePaths.hello)),
    pricing: perSecond(port, () => pricing),
    row: perSecond(barePort, bare(barePaths.row)),
    page: perSecond(barePort, bare(barePaths.page)),
    list: perSecond(port, () => list),
    write: perSecond(barePort, () => requestText('POST', barePaths.write, { body: { id: randomUUID(), details } })),
    create: perSecond(port, (connection) => create(writer(connection))),
    change: perSecond(port, (connection) => change(writer(connection))),
  })
  const rate = (values: readonly number[]) => `${Math.round(middleOf(values).median).toLocaleString('en-US')}/s`
  for (const [what, name] of [
    ['bare Fastify, hello', 'hello'],
    ['bare Fastify, one prepared SELECT', 'row'],
    ['bare Fastify, one page of 20 orders', 'page'],
    ['bare Fastify, one INSERT + UPDATE transaction', 'write'],
  ] as const) {
    addRow({ what: `${engine}: ${what}`, measured: rate(measured[name]) })
  }

  const compared = (what: string, ratio: Measured, wanted: { of: string; budget: number; aim: number; rate: string }) =>
    addRow({
      what: `${engine}: ${what}`,
      budget: `${wanted.budget * 100} % of ${wanted.of}`,
      aim: `${wanted.aim * 100} %`,
      measured: `${percent(ratio)}, ${wanted.rate}`,
      met: verdict(ratio.median, wanted),
    })
  compared('GET pricing', ratioOf(measured.pricing, measured.hello), {
    of: 'bare hello',
    budget: 0.6,
    aim: 0.85,
    rate: rate(measured.pricing),
  })
  const ofWrite = { of: 'the bare transaction', budget: 0.4, aim: 0.7 }
  const created = ratioOf(measured.create, measured.write)
  compared('create an order', created, { ...ofWrite, rate: rate(measured.create) })
  const changed = ratioOf(measured.change, measured.write)
  compared('change it with a new price', changed, { ...ofWrite, rate: rate(measured.change) })
  const listed = ratioOf(measured.list, measured.page)
  compared('list 20 orders', listed, { of: 'the bare page', budget: 0.5, aim: 0.75, rate: rate(measured.list) })

  await countStatements(engine, server, { create, change })
}

/** How many statements a request sends to the engine; what the background sends in between is told apart by asking often. */
async function countStatements(
  engine: string,
  server: MeasuredServer,
  writes: Record<'create' | 'change', (by: BenchClient) => string>,
): Promise<void> {
  const { reader, port } = server
  const writer = server.writers[0] as BenchClient
  const least = async (request: () => string) => {
    let fewest: string[] | undefined
    for (let count = 0; count < 10; count += 1) {
      const statements = await server.statementsOf(async () => {
        let sent = false
        await runLoad({
          port,
          connections: 1,
          durationMs: 0,
          request() {
            if (sent) throw new Error('One request was wanted.')
            sent = true
            return request()
          },
        })
      })
      if (fewest === undefined || statements.length < fewest.length) fewest = statements
    }
    return fewest ?? []
  }
  const framing = /^(begin|start transaction|commit)/i
  for (const [what, request] of [
    ['create an order', () => writes.create(writer)],
    ['change it with a new price', () => writes.change(writer)],
  ] as const) {
    const statements = await least(request)
    const transactions = statements.filter((one) => /^(begin|start transaction)/i.test(one)).length
    const count = statements.filter((one) => !framing.test(one)).length
    addRow({
      what: `${engine}: statements to ${what}`,
      budget: '1 transaction, 6',
      measured: `${transactions} transaction, ${count} with the session's look-up`,
      met: transactions === 1 && count <= 6 ? 'budget' : 'no',
    })
  }
  const list = requestText('GET', apiPaths.orders(), { token: reader.token, headers: asBrowsersAsk })
  const statements = await least(() => list)
  const kilobytes = (await sizeOfAnswer(port, list)) / 1000
  addRow({
    what: `${engine}: statements and size of a list of 20 orders`,
    budget: '3, 15 KB',
    measured: `${statements.length} with the session's look-up, ${kilobytes.toFixed(1)} KB`,
    met: statements.length <= 3 && kilobytes <= 15 ? 'budget' : 'no',
  })
}

await withEngines(async (engine) => {
  const server = await startMeasuredServer(engine, { writers: connections, otherOrders: 1000 })
  try {
    await compare(engine.name, server)
  } finally {
    await server.stop()
  }
})

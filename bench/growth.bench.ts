/** Whether what a client or operations look up stays as quick among many orders of others as among 1,000 (CAB-01, OPS-05). */
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { operationsMostCounted } from '@nerdify/contract/operations.ts'
import { requestText, runLoad } from './load.ts'
import { type Engine, type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { interleaved, ratioOf } from './rounds.ts'
import { addRow, atFullSize, times, verdict } from './rows.ts'

const few = 1_000
const many = atFullSize ? 1_000_000 : 50_000
const rounds = 5
const roundMs = 400

/** These say how many there are, up to a limit (`operationsMostCounted`), so they grow until then. */
const counting = {
  all: 'the list of operations',
  many: 'the list of operations for a state that many have',
}

/** The questions, each asked of a server as the text of a request. */
const questions: Record<string, (server: MeasuredServer) => string> = {
  'a client’s list': ({ reader }) => requestText('GET', apiPaths.orders(), { token: reader.token }),
  'one order of a client': ({ reader }) => requestText('GET', apiPaths.order(reader.orderId), { token: reader.token }),
  'its history': ({ reader }) => requestText('GET', apiPaths.orderHistory(reader.orderId), { token: reader.token }),
  'the first data of a visit': ({ reader }) => requestText('GET', apiPaths.firstData(), { token: reader.token }),
  [counting.all]: ({ operationsToken }) =>
    requestText('GET', `${apiPaths.opsOrders()}?page=0`, { token: operationsToken }),
  [counting.many]: ({ operationsToken }) =>
    requestText('GET', `${apiPaths.opsOrders()}?state=unpaid&page=0`, { token: operationsToken }),
  'the list of operations for a state that none has': ({ operationsToken }) =>
    requestText('GET', `${apiPaths.opsOrders()}?state=refund_accepted&page=0`, { token: operationsToken }),
  'an order of operations by its number': ({ operationsToken }) =>
    requestText('GET', apiPaths.opsOrder('B7'), { token: operationsToken }),
}

async function compare(engine: Engine): Promise<void> {
  const servers: MeasuredServer[] = []
  try {
    for (const otherOrders of [few, many]) {
      servers.push(await startMeasuredServer(engine, { writers: 0, otherOrders }))
    }
    const [small, large] = servers as [MeasuredServer, MeasuredServer]
    for (const [what, ask] of Object.entries(questions)) {
      const timeOf = (server: MeasuredServer) => async () => {
        const text = ask(server)
        const { answered, tookMs } = await runLoad({
          port: server.port,
          connections: 2,
          durationMs: roundMs,
          request: () => text,
        })
        return tookMs / answered
      }
      const measured = await interleaved(rounds, { small: timeOf(small), large: timeOf(large) })
      const ratio = ratioOf(measured.large, measured.small)
      const wanted = { budget: 1.3, aim: 1.1 }
      const row = {
        what: `${engine.name}: ${what} among ${many.toLocaleString('en-US')} orders against ${few.toLocaleString('en-US')}`,
        measured: times(ratio),
      }
      if (Object.values(counting).includes(what))
        addRow({
          ...row,
          measured: `${row.measured}; it counts up to ${operationsMostCounted.toLocaleString('en-US')}`,
        })
      else {
        addRow({
          ...row,
          budget: `${wanted.budget} × the time`,
          aim: `${wanted.aim} ×`,
          met: verdict(ratio.median, wanted),
        })
      }
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

await withEngines(compare)

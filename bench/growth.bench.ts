/** Whether a client's list stays as quick among many orders of others as among 1,000 (CAB-01). */
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { requestText, runLoad } from './load.ts'
import { type Engine, type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { interleaved, ratioOf } from './rounds.ts'
import { addRow, atFullSize, times, verdict } from './rows.ts'

const few = 1_000
const many = atFullSize ? 1_000_000 : 50_000
const rounds = 7

async function compare(engine: Engine): Promise<void> {
  const servers: MeasuredServer[] = []
  try {
    for (const otherOrders of [few, many]) {
      servers.push(await startMeasuredServer(engine, { writers: 0, otherOrders }))
    }
    const [small, large] = servers as [MeasuredServer, MeasuredServer]
    const timeOfList = (server: MeasuredServer) => async () => {
      const list = requestText('GET', apiPaths.orders(), { token: server.reader.token })
      const { answered, tookMs } = await runLoad({
        port: server.port,
        connections: 2,
        durationMs: 800,
        request: () => list,
      })
      return tookMs / answered
    }
    const measured = await interleaved(rounds, { small: timeOfList(small), large: timeOfList(large) })
    const ratio = ratioOf(measured.large, measured.small)
    const wanted = { budget: 1.3, aim: 1.1 }
    addRow({
      what: `${engine.name}: the list among ${many.toLocaleString('en-US')} orders against ${few.toLocaleString('en-US')}`,
      budget: `${wanted.budget} × the time`,
      aim: `${wanted.aim} ×`,
      measured: times(ratio),
      met: verdict(ratio.median, wanted),
    })
  } finally {
    for (const server of servers) await server.stop()
  }
}

await withEngines(compare)

/** Compares opening long and short conversations, and measures the list of unanswered conversations (TALK-01). */
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { type Call, sender, saturate } from './load.ts'
import { type BenchClient, type Engine, startMeasuredServer, withEngines } from './measured-server.ts'
import { addRow, atFullSize, interleaved, ratioOf, quantileOf, shown } from './rows.ts'

const few = 20
const many = 10_000
const allMessages = atFullSize ? 1_000_000 : 100_000
const waiting = 500
const rounds = 5
const roundMs = 400
const readers = 4
const listMs = 5_000

const count = (number: number) => number.toLocaleString('en-US')

async function measure(engine: Engine): Promise<void> {
  // The embedded database is for trying out, so it gets only the two conversations.
  const messages = engine.name === 'PostgreSQL' ? allMessages : 0
  const server = await startMeasuredServer(engine, {
    writers: 2,
    otherOrders: 1_000,
    conversations: { threads: [few, many], messages, waiting },
  })
  const { send, close } = sender(server.port)
  const { operationsToken: token } = server
  try {
    const [short, long] = server.writers as [BenchClient, BenchClient]
    const opens: [string, (client: BenchClient) => Call][] = [
      [
        'its client',
        (client) => ({ method: 'GET', path: messagePaths.orderMessages(client.orderId), token: client.token }),
      ],
      ['staff', ({ orderId }) => ({ method: 'GET', path: opsPaths.conversation(orderId), token })],
    ]
    for (const [reader, callOf] of opens) {
      const timeOf = (client: BenchClient) => async () => {
        const { times, tookMs } = await saturate({ connections: 2, durationMs: roundMs }, () => send(callOf(client)))
        return tookMs / times
      }
      const measured = await interleaved(rounds, { short: timeOf(short), long: timeOf(long) })
      const ratio = ratioOf(measured.long ?? [], measured.short ?? [])
      addRow({
        what: `${engine.name}: ${reader} opens a conversation of ${count(many)} messages against one of ${few}`,
        measured: shown(ratio, '×', 2),
        value: ratio.median,
        budget: { most: 1.3, unit: '×' },
      })
    }
    if (messages === 0) return
    const list: Call = { method: 'GET', path: `${opsPaths.conversations()}?waits=true`, token }
    await send(list)
    const took: number[] = []
    await saturate({ connections: readers, durationMs: listMs }, async () => {
      const begun = performance.now()
      await send(list)
      took.push(performance.now() - begun)
    })
    const p95 = quantileOf(took, 0.95)
    addRow({
      what: `${engine.name}: the list of unanswered conversations among ${count(messages)} messages of which ${waiting} wait, ${readers} readers`,
      measured: `p95 ${p95.toFixed(0)} ms, median ${quantileOf(took, 0.5).toFixed(0)} ms`,
      value: p95,
      budget: { most: 50, unit: 'ms' },
    })
  } finally {
    close()
    await server.stop()
  }
}

await withEngines(measure)

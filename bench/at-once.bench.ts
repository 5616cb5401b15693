/** 20 changes of one order at once (FLOW-18): what is accepted stays, and only the same field is refused. */
import { randomUUID } from 'node:crypto'
import { apiPaths, idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { subjects } from '@nerdify/domain/catalog/subjects.ts'
import { type MeasuredServer, startMeasuredServer, withEngines } from './measured-server.ts'
import { middleOf } from './rounds.ts'
import { addRow } from './rows.ts'
import type { BenchClient } from './server-messages.ts'

const dayMs = 86_400_000
/** Every change makes the field another than it was: the order begins with the subject before these. */
const firstSubject = 1

function creation(): Record<string, unknown> {
  const deadline = new Date(Date.now() + 10 * dayMs).toISOString()
  return { type: 'Essay (writing)', subject: subjects[0], size: '2 Pages', deadline }
}

/** 20 changes of one order at once: what was accepted is in the result, 409 only where the same field was changed. */
async function changeAtOnce(engine: string, { port, writers }: MeasuredServer): Promise<void> {
  const { token } = writers[0] as BenchClient
  const call = async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        [idempotencyHeader]: randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const fields = ['title', 'subject', 'details', 'size'] as const
  const valueOf = (field: (typeof fields)[number], turn: number) =>
    field === 'size'
      ? `${3 + turn} Pages`
      : field === 'subject'
        ? (subjects[firstSubject + turn] as string)
        : `${field} ${turn}`

  const took: number[] = []
  const faults: string[] = []
  let accepted = 0
  let refused = 0
  for (let round = 0; round < 10; round += 1) {
    const order = (await call<Order>('POST', apiPaths.orders(), creation())).body
    const changes = Array.from({ length: 20 }, (_, index) => {
      const field = fields[index % fields.length] as (typeof fields)[number]
      return { field, value: valueOf(field, Math.floor(index / fields.length)) }
    })
    const begun = performance.now()
    const answers = await Promise.all(
      changes.map(async (change) => ({
        ...change,
        ...(await call<Order & { error_value?: string }>('PATCH', apiPaths.order(order.id), {
          [change.field]: change.value,
          version: order.version,
        })),
      })),
    )
    took.push(performance.now() - begun)
    const now = (await call<Order>('GET', apiPaths.order(order.id))).body
    for (const { field, value, status, body } of answers) {
      if (status === 200) {
        accepted += 1
        if (now[field] !== value) faults.push(`an accepted ${field} is gone`)
      } else if (status === 409 && body.error_value === field) {
        refused += 1
      } else {
        faults.push(`a change of ${field} was answered ${status}`)
      }
    }
    for (const field of fields) {
      const taken = answers.filter((answer) => answer.field === field && answer.status === 200).length
      if (taken !== 1) faults.push(`${taken} changes of ${field} were accepted`)
    }
  }
  const { median, most } = middleOf(took)
  addRow({
    what: `${engine}: 20 changes of one order at once`,
    budget: 'what is accepted stays, 409 only for the same field, no 5xx',
    measured:
      faults.length === 0
        ? `as wanted in 10 rounds: ${accepted} accepted, ${refused} × 409; ${Math.round(median)} ms for the 20 (at most ${Math.round(most)})`
        : [...new Set(faults)].join('; '),
    met: faults.length === 0 ? 'budget' : 'no',
  })
}

await withEngines(async (engine) => {
  const server = await startMeasuredServer(engine, { writers: 1, otherOrders: 0 })
  try {
    await changeAtOnce(engine.name, server)
  } finally {
    await server.stop()
  }
})

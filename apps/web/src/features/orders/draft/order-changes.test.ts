import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderChange } from '@nerdify/contract/orders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrderChanges } from './order-changes.ts'

interface Sent {
  change: OrderChange
  key: string
  answer: (order: Partial<Order>) => Promise<void>
  fail: (error: Partial<CallError>) => Promise<void>
}

/** Lets resolved promises continue. */
const settle = async () => {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve()
}

/** A queue whose calls the test answers. */
function aQueue({ version = 1 } = {}) {
  const sent: Sent[] = []
  let stored = { version } as Order
  const reloads: (() => Promise<void>)[] = []
  const changes = new OrderChanges({
    send: (change, key) =>
      new Promise((resolve, reject) => {
        sent.push({
          change,
          key,
          answer: (order) => {
            resolve(order as Order)
            return settle()
          },
          fail: (error) => {
            reject({ status: 0, text: 'Failed to fetch', error_value: null, ...error })
            return settle()
          },
        })
      }),
    stored: () => stored,
    store: (order) => {
      stored = order
    },
    reload: () =>
      new Promise((resolve) => {
        reloads.push(() => {
          resolve()
          return settle()
        })
      }),
    newKey: () => `key ${sent.length + 1}`,
  })
  const call = (index: number): Sent => {
    const one = sent[index]
    if (one === undefined) throw new Error(`there is no call ${index}`)
    return one
  }
  const paidElsewhere = () => {
    stored = { ...stored, version: stored.version + 1, isLocked: true }
  }
  return { changes, sent, call, stored: () => stored, reloads, paidElsewhere }
}

test('[FLOW-18] a change is sent at once with its base version, and its answer is stored', async () => {
  const { changes, sent, call, stored } = aQueue({ version: 7 })
  changes.change({ size: '3 Pages' })
  expect(sent.map(({ change }) => change)).toEqual([{ size: '3 Pages', version: 7 }])
  expect(changes.state()).toMatchObject({ phase: 'saving', fields: { size: '3 Pages' } })
  await call(0).answer({ version: 8, price: 63 })
  expect(stored()).toEqual({ version: 8, price: 63 })
  expect(changes.state()).toMatchObject({ phase: 'settled', fields: {} })
})

test('[FLOW-18] of overlapping changes only the last choice follows, with the version of the last answer', async () => {
  const { changes, sent, call } = aQueue()
  changes.change({ deadline: 'a' })
  changes.change({ deadline: 'b' })
  changes.change({ size: '3 Pages' })
  changes.change({ deadline: 'c' })
  expect(sent).toHaveLength(1)
  expect(changes.state().fields).toEqual({ deadline: 'c', size: '3 Pages' })
  await call(0).answer({ version: 2 })
  expect(sent).toHaveLength(2)
  expect(call(1).change).toEqual({ deadline: 'c', size: '3 Pages', version: 2 })
  await call(1).answer({ version: 3 })
  expect(changes.state().phase).toBe('settled')
})

test('[FLOW-18] the last deadline chosen while the order loads is sent when it has loaded', () => {
  const { changes, sent, call } = aQueue()
  changes.setLoading(true)
  changes.change({ deadline: 'first' })
  changes.change({ deadline: 'last' })
  expect(sent).toHaveLength(0)
  expect(changes.state()).toMatchObject({ phase: 'saving', fields: { deadline: 'last' } })
  changes.setLoading(false)
  expect(call(0).change).toEqual({ deadline: 'last', version: 1 })
  expect(sent).toHaveLength(1)
})

test('[FLOW-18] any sequence of choices ends with the last choice of each field at the server', async () => {
  const step = fc.oneof(
    fc.record({ field: fc.constantFrom('size', 'deadline', 'subject'), value: fc.string({ maxLength: 3 }) }),
    fc.constant('answer' as const),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { changes, sent, call } = aQueue()
      const server: Record<string, unknown> = {}
      const wanted: Record<string, unknown> = {}
      let answered = 0
      const answer = async () => {
        const { change } = call(answered)
        const { version, ...fields } = change
        Object.assign(server, fields)
        answered += 1
        await call(answered - 1).answer({ version: (version ?? 0) + 1 })
      }
      for (const each of steps) {
        if (typeof each === 'boolean') changes.setLoading(each)
        else if (each === 'answer') {
          if (answered < sent.length) await answer()
        } else {
          wanted[each.field] = each.value
          changes.change({ [each.field]: each.value })
        }
        expect({ ...server, ...changes.state().fields }).toEqual(wanted)
      }
      changes.setLoading(false)
      while (answered < sent.length) await answer()
      expect(server).toEqual(wanted)
      expect(changes.state().phase).toBe('settled')
    }),
  )
})

test('[FLOW-18] after a lost answer the choice stays, and the retry has the same key and body', async () => {
  const { changes, call } = aQueue()
  changes.change({ size: '3 Pages' })
  await call(0).fail({ status: 0, text: 'Failed to fetch' })
  expect(changes.state()).toMatchObject({
    phase: 'failed',
    fields: { size: '3 Pages' },
    fault: { text: 'Failed to fetch' },
  })
  changes.change({ subject: 'History' })
  expect(call(1)).toMatchObject({ change: call(0).change, key: call(0).key })
  expect(changes.state()).toMatchObject({ phase: 'saving', fields: { size: '3 Pages', subject: 'History' } })
  await call(1).answer({ version: 2 })
  expect(call(2).change).toEqual({ subject: 'History', version: 2 })
  expect(call(2).key).not.toBe(call(0).key)
})

test('[FLOW-18] a refused change is kept with its reason and sent again with the next choice', async () => {
  const { changes, sent, call } = aQueue()
  changes.change({ deadline: 'too soon' })
  await call(0).fail({ status: 422, text: 'Too soon' })
  expect(changes.state()).toMatchObject({ phase: 'failed', fields: { deadline: 'too soon' }, fault: { status: 422 } })
  changes.setLoading(true)
  changes.setLoading(false)
  expect(sent).toHaveLength(1)
  changes.change({ deadline: 'later', subject: 'History' })
  expect(call(1).change).toEqual({ deadline: 'later', subject: 'History', version: 1 })
  expect(call(1).key).not.toBe(call(0).key)
})

test('[FLOW-18] a field changed in another tab stops the queue until the person reloads (ux 18)', async () => {
  const { changes, sent, call, reloads } = aQueue()
  changes.change({ size: '3 Pages' })
  changes.change({ subject: 'History' })
  await call(0).fail({ status: 409, error_type: 'order_changed' })
  expect(changes.state().phase).toBe('changed_elsewhere')
  changes.change({ size: '4 Pages' })
  changes.retry()
  expect(sent).toHaveLength(1)
  changes.discard()
  expect(changes.state()).toMatchObject({ phase: 'settled', fields: {} })
  changes.change({ size: '5 Pages' })
  expect(sent).toHaveLength(1)
  await reloads[0]?.()
  expect(call(1).change).toEqual({ size: '5 Pages', version: 1 })
})

test('[FLOW-18] (ux 18) files that wait for the order join it after a reload drops the other changes', async () => {
  const { changes, sent, call, reloads } = aQueue()
  changes.change({ details: 'typed', files: [{ location: 'rubric' }] })
  await call(0).fail({ status: 409, error_type: 'order_changed' })
  changes.discard()
  expect(changes.state()).toMatchObject({ phase: 'saving', fields: { files: [{ location: 'rubric' }] } })
  await reloads[0]?.()
  expect(call(1).change).toEqual({ files: [{ location: 'rubric' }], version: 1 })
  expect(sent).toHaveLength(2)
})

test('[API-04][FLOW-25] an order paid elsewhere drops changes, reloads, and takes files and services', async () => {
  const { changes, sent, call, reloads, paidElsewhere } = aQueue()
  changes.change({ size: '3 Pages' })
  changes.change({ deadline: 'later', files: [{ location: 'rubric' }] })
  changes.setService('top_writer', true)
  await call(0).fail({ status: 409, error_type: 'order_paid' })
  expect(changes.state()).toMatchObject({ phase: 'paid', fields: { files: [{ location: 'rubric' }] } })
  expect(changes.state().services.size).toBe(0)
  changes.retry()
  expect(sent).toHaveLength(1)

  paidElsewhere()
  await reloads[0]?.()
  expect(call(1).change).toEqual({ files: [{ location: 'rubric' }], version: 2 })
  await call(1).answer({ version: 3, isLocked: true })
  changes.setService('prioritize_my_task', true)
  const settled = changes.settled()
  await call(2).answer({ version: 4, isLocked: true })
  expect(await settled).toBe(true)
  expect(sent.map(({ change }) => change.tag)).toEqual([undefined, undefined, 'prioritize_my_task'])
})

test('[API-04] an order paid elsewhere keeps its queue closed until it reloads', async () => {
  const { changes, sent, reloads, call, paidElsewhere } = aQueue()
  changes.change({ size: '3 Pages' })
  await call(0).fail({ status: 0 })
  changes.retry()
  await call(1).fail({ status: 409, error_type: 'order_paid' })
  await reloads[0]?.()
  changes.change({ files: [] })
  expect(changes.state().phase).toBe('paid')
  expect(sent).toHaveLength(2)
  changes.setLoading(true)
  paidElsewhere()
  changes.setLoading(false)
  expect(call(2).change).toEqual({ files: [], version: 2 })
})

test('[SRV-03] services are added and removed one by one, and shown at once (ux 35)', async () => {
  const { changes, sent, call } = aQueue()
  changes.setService('top_writer', true)
  changes.setService('adv_plagreport', true)
  changes.setService('top_writer', false)
  expect(changes.state().services).toEqual(
    new Map([
      ['top_writer', false],
      ['adv_plagreport', true],
    ]),
  )
  expect(call(0).change).toEqual({ action: 'service_add', tag: 'top_writer', version: 1 })
  await call(0).answer({ version: 2 })
  await call(1).answer({ version: 3 })
  await call(2).answer({ version: 4 })
  expect(sent.map(({ change }) => [change.action, change.tag])).toEqual([
    ['service_add', 'top_writer'],
    ['service_add', 'adv_plagreport'],
    ['service_delete', 'top_writer'],
  ])
  expect(changes.state()).toMatchObject({ phase: 'settled', services: new Map() })
})

test('[SRV-05] the preferred Nerd is sent with the service; a new choice replaces a waiting one', async () => {
  const { changes, sent, call } = aQueue()
  changes.setService('client_recomended_writer', true, 'Noor')
  changes.setService('client_recomended_writer', true, 'Omar')
  changes.setService('client_recomended_writer', true, 'Ada')
  expect(changes.state()).toMatchObject({ preferredNerd: 'Ada', fields: {} })
  await call(0).answer({ version: 2 })
  await call(1).answer({ version: 3 })
  expect(sent.map(({ change }) => change.worker)).toEqual(['Noor', 'Ada'])
  expect(changes.state().preferredNerd).toBeUndefined()
})

test('[SRV-03] a refused service rolls back with its reason; other changes continue (ux 35)', async () => {
  const { changes, sent, call, reloads } = aQueue()
  changes.setService('top_writer', true)
  changes.change({ subject: 'History' })
  await call(0).fail({ status: 503, text: 'Try again' })
  expect(changes.state()).toMatchObject({
    phase: 'saving',
    services: new Map(),
    serviceFault: { tag: 'top_writer', added: true, fault: { text: 'Try again' } },
  })
  expect(sent).toHaveLength(1)
  await reloads[0]?.()
  await call(1).answer({ version: 2 })
  expect(changes.state().phase).toBe('settled')
  changes.setService('top_writer', true)
  expect(changes.state().serviceFault).toBeNull()
})

test('[FLOW-18] text typed from an older version is sent with that version (ux 18)', async () => {
  const { changes, call, sent } = aQueue({ version: 5 })
  changes.setLoading(true)
  changes.change({ size: '3 Pages' })
  changes.change({ details: 'typed' }, 3)
  changes.setLoading(false)
  expect(call(0).change).toEqual({ size: '3 Pages', version: 5 })
  await call(0).answer({ version: 6 })
  expect(call(1).change).toEqual({ details: 'typed', version: 3 })
  // After another refusal its version stays; once stored, the next text is typed over it.
  await call(1).fail({ status: 422 })
  changes.change({ details: 'typed better' })
  expect(call(2).change).toEqual({ details: 'typed better', version: 3 })
  changes.change({ details: 'typed on' }, 3)
  await call(2).answer({ version: 7 })
  expect(call(3).change).toEqual({ details: 'typed on', version: 7 })
  await call(3).fail({ status: 409, error_type: 'order_changed' })
  changes.discard()
  expect(changes.state()).toMatchObject({ phase: 'settled', fields: {} })
  expect(sent).toHaveLength(4)
})

test('[FLOW-18] a caller that awaits the changes learns whether they are stored', async () => {
  const { changes, call } = aQueue()
  expect(await changes.settled()).toBe(true)
  changes.change({ size: '3 Pages' })
  const first = changes.settled()
  changes.change({ size: '4 Pages' })
  await call(0).answer({ version: 2 })
  await call(1).answer({ version: 3 })
  expect(await first).toBe(true)
  changes.change({ size: '5 Pages' })
  const second = changes.settled()
  await call(2).fail({ status: 0 })
  expect(await second).toBe(false)
  expect(changes.state()).toMatchObject({ phase: 'failed', isAwaited: true })
  changes.change({ size: '6 Pages' })
  await call(3).fail({ status: 0 })
  expect(changes.state()).toMatchObject({ phase: 'failed', isAwaited: false })
})

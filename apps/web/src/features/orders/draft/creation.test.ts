import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderCreation } from '@nerdify/contract/orders.ts'
import { expect, test } from 'vitest'
import { type Creation, createOnce } from './creation.ts'

const body: OrderCreation = { type: 'Essay (writing)', subject: 'History', size: '2 Pages' }
const fault = (status: number): CallError => ({ status, text: 'no', error_value: null })

/** A server that makes one order per key, loses answers on demand, and refuses some bodies. */
function aServer() {
  const orders = new Map<string, OrderCreation>()
  const paid = new Set<string>()
  const gone = new Set<string>()
  const lose: boolean[] = []
  let kept: Creation | undefined
  let keys = 0
  return {
    orders,
    paid,
    gone,
    lose,
    kept: () => kept,
    ports: {
      pending: () => kept,
      keep: (creation: Creation | undefined) => {
        kept = creation
      },
      newKey: () => `key ${++keys}`,
      send: async (sent: OrderCreation, key: string): Promise<Order> => {
        const first = orders.get(key)
        if (first !== undefined && first !== sent) throw fault(422)
        if (sent.deadline === 'past') throw fault(422)
        orders.set(key, sent)
        if (lose.shift()) throw fault(0)
        return { _id: key, isLocked: false } as Order
      },
      read: async (id: string): Promise<Order> => {
        if (lose.shift()) throw fault(0)
        if (gone.has(id)) throw fault(404)
        return { _id: id, isLocked: paid.has(id) } as Order
      },
    },
  }
}

test('[FLOW-30] a lost answer and a retry make one order; later changes remain to be sent', async () => {
  const { ports, orders, lose } = aServer()
  lose.push(true)
  await expect(createOnce(ports, body)).rejects.toMatchObject({ status: 0 })
  const { order, changes } = await createOnce(ports, { ...body, size: '3 Pages', details: 'Weigh the causes.' })
  expect(order._id).toBe('key 1')
  expect(changes).toEqual({ size: '3 Pages', details: 'Weigh the causes.' })
  expect(orders.size).toBe(1)
})

test('[FLOW-30] the key is kept before the call, so that a closed tab can retry with it', async () => {
  const { ports, kept } = aServer()
  let keptWhenSent: Creation | undefined
  await createOnce(
    {
      ...ports,
      send: (sent, key) => {
        keptWhenSent = kept()
        return ports.send(sent, key)
      },
    },
    body,
  )
  expect(keptWhenSent).toEqual({ key: 'key 1', body })
})

test('[FLOW-30] after a refusal the next try is a new creation', async () => {
  const { ports, kept, orders } = aServer()
  await expect(createOnce(ports, { ...body, deadline: 'past' })).rejects.toMatchObject({ status: 422 })
  expect(kept()).toBeUndefined()
  const { order, changes } = await createOnce(ports, body)
  expect(order._id).toBe('key 2')
  expect(changes).toEqual({})
  expect(orders.size).toBe(1)
})

test('[FLOW-30] an earlier creation that became impossible is replaced by the current one', async () => {
  const { ports, orders } = aServer()
  ports.keep({ key: 'old', body: { ...body, deadline: 'past' } })
  const { order } = await createOnce(ports, body)
  expect(order._id).toBe('key 1')
  expect([...orders.values()]).toEqual([body])
})

test('[FLOW-17][FLOW-30] after a lost answer’s order was paid, the current answers make another order', async () => {
  const { ports, orders, lose, paid } = aServer()
  lose.push(true)
  await expect(createOnce(ports, body)).rejects.toMatchObject({ status: 0 })
  paid.add('key 1')
  // First it must be known whether it is paid.
  lose.push(false, true)
  const next = { ...body, subject: 'Biology' }
  await expect(createOnce(ports, next)).rejects.toMatchObject({ status: 0 })
  expect(orders.size).toBe(1)
  const { order, changes } = await createOnce(ports, next)
  expect({ id: order._id, changes }).toEqual({ id: 'key 2', changes: {} })
  expect([...orders.values()]).toEqual([body, next])
})

test('[FLOW-17][FLOW-30] a deleted order of a lost answer is replaced by another one', async () => {
  const { ports, lose, gone } = aServer()
  lose.push(true)
  await expect(createOnce(ports, body)).rejects.toMatchObject({ status: 0 })
  gone.add('key 1')
  expect((await createOnce(ports, body)).order._id).toBe('key 2')
})

test('[FLOW-30][AUTH-23] a session’s end keeps the creation: no second order after sign-in', async () => {
  const { ports, orders, lose } = aServer()
  lose.push(true)
  await expect(createOnce(ports, body)).rejects.toMatchObject({ status: 0 })
  const signedOut = { ...ports, send: () => Promise.reject(fault(401)) }
  await expect(createOnce(signedOut, body)).rejects.toMatchObject({ status: 401 })
  expect((await createOnce(ports, body)).order._id).toBe('key 1')
  expect(orders.size).toBe(1)
})

test('[FLOW-30] a replacement that is refused rejects once, with its own reason', async () => {
  const { ports, kept } = aServer()
  ports.keep({ key: 'old', body: { ...body, deadline: 'past' } })
  let calls = 0
  const send: typeof ports.send = (sent, key) => {
    calls += 1
    return ports.send(sent, key)
  }
  await expect(createOnce({ ...ports, send }, { ...body, deadline: 'past' })).rejects.toMatchObject({ status: 422 })
  expect({ calls, kept: kept() }).toEqual({ calls: 2, kept: undefined })
})

import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderCreation } from '@nerdify/contract/orders.ts'
import { expect, test } from 'vitest'
import { type Creation, createOnce } from './creation.ts'

const body: OrderCreation = { type: 'Essay (writing)', subject: 'History', size: '2 Pages' }
const fault = (status: number): CallError => ({ status, text: 'no', error_value: null })

/** A server that makes one order for one key, loses the answers it is told to lose, and refuses some bodies. */
function aServer() {
  const orders = new Map<string, OrderCreation>()
  const lose: boolean[] = []
  let kept: Creation | undefined
  let keys = 0
  return {
    orders,
    lose,
    kept: () => kept,
    ports: {
      kept: () => kept,
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
        return { _id: key } as Order
      },
    },
  }
}

test('[FLOW-30] a lost answer and a retry make one order, and what was changed meanwhile is left to change', async () => {
  const { ports, orders, lose } = aServer()
  lose.push(true)
  await expect(createOnce(ports, body)).rejects.toMatchObject({ status: 0 })
  const { order, left } = await createOnce(ports, { ...body, size: '3 Pages', details: 'Weigh the causes.' })
  expect(order._id).toBe('key 1')
  expect(left).toEqual({ size: '3 Pages', details: 'Weigh the causes.' })
  expect(orders.size).toBe(1)
})

test('[FLOW-30] the key is kept before the call leaves, so that a closed tab can ask again with it', async () => {
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

test('[FLOW-30] a refusal frees the draft: the next try is a creation of its own', async () => {
  const { ports, kept, orders } = aServer()
  await expect(createOnce(ports, { ...body, deadline: 'past' })).rejects.toMatchObject({ status: 422 })
  expect(kept()).toBeUndefined()
  const { order, left } = await createOnce(ports, body)
  expect(order._id).toBe('key 2')
  expect(left).toEqual({})
  expect(orders.size).toBe(1)
})

test('[FLOW-30] what was sent before and can no longer be made gives way to what is wanted now', async () => {
  const { ports, orders } = aServer()
  ports.keep({ key: 'old', body: { ...body, deadline: 'past' } })
  const { order } = await createOnce(ports, body)
  expect(order._id).toBe('key 1')
  expect([...orders.values()]).toEqual([body])
})

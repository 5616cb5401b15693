import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EventCourier, startEventCourier } from './event-courier.ts'

const secret = 'whsec_courier'
/** The events that arrived, in order; the SDK checks their signatures. */
let arrived: string[] = []
let refusals = 0
const product = createServer(async (request, response) => {
  const { id } = Stripe.webhooks.constructEvent(
    await text(request),
    String(request.headers['stripe-signature']),
    secret,
  )
  refusals -= 1
  const refused = refusals >= 0
  if (!refused) arrived.push(id)
  response.writeHead(refused ? 500 : 200).end()
})

let list: Stripe.Event[] = []
const happens = (id: string, type = 'refund.created') =>
  list.unshift({ id, object: 'event', type, data: { object: { id: `of_${id}` } } } as Stripe.Event)
let courier: EventCourier

beforeAll(() => new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve)))
beforeEach(async () => {
  arrived = []
  refusals = 0
  list = []
  happens('evt_of_an_earlier_run')
  courier = await startEventCourier({
    list: async () => list,
    webhook: { url: `http://127.0.0.1:${(product.address() as AddressInfo).port}/`, secret },
    paceMs: 1,
    quietLooks: 3,
    withheld: ({ type }) => type === 'charge.dispute.created',
  })
})
afterEach(() => courier.stop())
afterAll(() => new Promise((resolve) => product.close(resolve)))

describe('a courier of events', () => {
  test('delivers new events of the list, oldest first, signed and once', async () => {
    happens('evt_1')
    happens('evt_2')
    await courier.untilIdle()
    happens('evt_3')
    await courier.untilIdle()
    expect(arrived).toEqual(['evt_1', 'evt_2', 'evt_3'])
  })

  test('delivers held events later, lost ones only if sent again', async () => {
    await courier.letTravel({ held: true })
    happens('evt_late')
    await courier.untilIdle()
    expect(arrived).toEqual([])
    await courier.letTravel({ lost: true })
    happens('evt_lost')
    // Also an event that shows in the list only after the switch.
    await courier.letTravel({})
    await courier.untilIdle()
    expect(arrived).toEqual(['evt_late'])
    const [lost] = list
    if (lost !== undefined) await courier.deliver(lost)
    expect(arrived).toEqual(['evt_late', 'evt_lost'])
  })

  test('copies overtake each other', async () => {
    await courier.letTravel({ copies: 5, jitterMs: 20 })
    const ids = ['evt_1', 'evt_2', 'evt_3', 'evt_4']
    for (const id of ids) happens(id)
    await courier.untilIdle()
    expect(arrived.toSorted()).toEqual(ids.flatMap((id) => Array.from({ length: 5 }, () => id)))
    expect(arrived).not.toEqual(arrived.toSorted())
  })

  test('retries a refused event until it is accepted', async () => {
    refusals = 3
    happens('evt_1')
    await courier.untilIdle()
    expect(arrived).toEqual(['evt_1'])
  })

  test('holds withheld events until their release', async () => {
    happens('evt_dispute', 'charge.dispute.created')
    happens('evt_1')
    await courier.untilIdle()
    expect(arrived).toEqual(['evt_1'])
    courier.release(({ id }) => id === 'evt_dispute')
    await courier.untilIdle()
    expect(arrived).toEqual(['evt_1', 'evt_dispute'])
  })
})

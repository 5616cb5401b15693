import { expect, test } from 'vitest'
import { offeredServices, type ServiceKey } from '../catalog/services.ts'
import {
  additionalServices,
  amountDue,
  isTooLateFor,
  type ServiceFacts,
  unownedServices,
} from './additional-services.ts'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { clientStatuses } from './order-status.ts'

const service = (change: Partial<ServiceFacts> = {}): ServiceFacts => ({
  added: true,
  paid: false,
  refunded: false,
  priceCents: 500,
  ...change,
})
const sold = service({ paid: true })
const free = service({ added: false })
/** Every offered service with these facts. */
const everyService = (facts: ServiceFacts) => Object.fromEntries(offeredServices.map((key) => [key, facts]))
const unboughtServices = everyService(free)

test('[FLOW-26] sells unpaid and refunded services on a paid order, and nothing on other orders', () => {
  const paid = anOrder().paid()
  expect(additionalServices(paid.facts, unboughtServices, orderTimes.createdAt)).toEqual(offeredServices)
  expect(additionalServices(paid.facts, { ...unboughtServices, top_writer: sold }, orderTimes.createdAt)).toEqual(
    offeredServices.filter((key) => key !== 'top_writer'),
  )
  expect(
    additionalServices(paid.facts, { top_writer: service({ paid: true, refunded: true }) }, orderTimes.createdAt),
  ).toContain('top_writer')
  for (const order of [anOrder(), anOrder().partlyPaid(), paid.refundRequested(), paid.deleted(), paid.declined()]) {
    expect(additionalServices(order.facts, unboughtServices, orderTimes.createdAt)).toEqual([])
  }
  expect(additionalServices(paid.refundDeclined().facts, unboughtServices, orderTimes.createdAt)).toEqual(
    offeredServices,
  )
  // Without a price, nothing is for sale.
  expect(additionalServices(paid.facts, {}, orderTimes.createdAt)).toEqual([])
  expect(unownedServices(everyService(sold))).toEqual([])
})

test('[FLOW-27] stops selling TOP Nerd, Prioritize and the preferred Nerd once a Nerd is found', () => {
  const searchServices: readonly ServiceKey[] = ['top_writer', 'prioritize_my_task', 'client_recomended_writer']
  for (const status of [null, ...clientStatuses]) {
    const late = status !== null && status !== 'In progress'
    for (const key of searchServices) expect(isTooLateFor(key, status), `${key} at ${status}`).toBe(late)
  }
  expect(additionalServices(anOrder().paid().nerdFound().facts, unboughtServices, orderTimes.createdAt)).toEqual(
    offeredServices.filter((key) => !searchServices.includes(key)),
  )
})

test('[FLOW-27] stops selling the report once the work is delivered, except during a revision', () => {
  const closed = clientStatuses.filter((status) => isTooLateFor('adv_plagreport', status))
  expect(closed).toEqual(['Sent', 'Revision sent', 'Completed'])
  expect(isTooLateFor('adv_plagreport', null)).toBe(false)
  expect(additionalServices(anOrder().paid().sent().facts, unboughtServices, orderTimes.createdAt)).toEqual([])
})

test('[PAY-06][PAY-08] charges the order first, and once it is paid only the services added since', () => {
  const order = anOrder()
  expect(amountDue(order.facts, { top_writer: service() }, orderTimes.createdAt)).toEqual({
    cents: 4000,
    services: undefined,
  })
  expect(amountDue(order.partlyPaid().facts, {}, orderTimes.createdAt)).toEqual({ cents: 2000, services: undefined })
  expect(amountDue(order.paid().facts, {}, orderTimes.createdAt)).toEqual({ cents: 0, services: [] })
  const chosen = { top_writer: service(), adv_plagreport: service({ priceCents: 800 }), prioritize_my_task: sold }
  expect(amountDue(order.paid().facts, chosen, orderTimes.createdAt)).toEqual({
    cents: 1300,
    services: ['top_writer', 'adv_plagreport'],
  })
  expect(amountDue(order.paid().nerdFound().facts, chosen, orderTimes.createdAt)).toEqual({
    cents: 800,
    services: ['adv_plagreport'],
  })
})

test('[PAY-08] counts overpaid money toward services, but not refunded money', () => {
  const paid = anOrder().paid()
  expect(amountDue(paid.with({ paidCents: 4300 }).facts, { top_writer: service() }, orderTimes.createdAt).cents).toBe(
    200,
  )
  expect(amountDue(paid.with({ paidCents: 9000 }).facts, { top_writer: service() }, orderTimes.createdAt).cents).toBe(0)
  // The client paid for a service of $5, got a refund, and buys it again.
  const repurchase = paid.with({ priceCents: 4500, paidCents: 4500, refundedCents: 500 })
  expect(amountDue(repurchase.facts, { top_writer: service() }, orderTimes.createdAt).cents).toBe(500)
})

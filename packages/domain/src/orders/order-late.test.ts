import { expect, test } from 'vitest'
import { additionalServices, amountDue } from './additional-services.ts'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { isWorkLate, workDue } from './order-late.ts'
import { clientStatuses } from './order-status.ts'

const { deadline, revisionDeadline } = orderTimes

test('[WAIT-04] is late a millisecond after the deadline, only in the statuses before delivery', () => {
  const inWork = ['In progress', 'Nerd found', 'Quality check', 'Final touches']
  for (const clientStatus of [null, ...clientStatuses]) {
    const order = anOrder().paid().with({ clientStatus, revisionDeadline: null }).facts
    expect(isWorkLate(order, deadline)).toBe(false)
    expect([clientStatus, isWorkLate(order, deadline + 1)]).toEqual([
      clientStatus,
      clientStatus !== null && inWork.includes(clientStatus),
    ])
  }
})

test('[WAIT-04] judges a revision by the revision’s own deadline, if set', () => {
  const order = anOrder()
    .paid()
    .with({ clientStatus: 'On revision', systemStatus: 'Revision Accepted', revisionDeadline })
  expect(workDue(order.facts)).toBe(revisionDeadline)
  expect(isWorkLate(order.facts, revisionDeadline + 1)).toBe(true)
  expect(workDue(order.with({ revisionDeadline: null }).facts)).toBeNull()
})

test('[WAIT-04] is not late while a refund is requested or granted, but again after a refusal', () => {
  const order = anOrder().paid().nerdFound()
  for (const systemStatus of ['Refund Requested', 'Refund Accepted'] as const) {
    expect(isWorkLate(order.with({ systemStatus }).facts, deadline + 1)).toBe(false)
  }
  expect(isWorkLate(order.with({ systemStatus: 'Refund Declined' }).facts, deadline + 1)).toBe(true)
})

test('[WAIT-04] sells nothing more on a late order', () => {
  const free = { added: false, paid: false, refunded: false, priceCents: 500 }
  const order = anOrder().paid().facts
  expect(additionalServices(order, { adv_plagreport: free }, deadline)).toEqual(['adv_plagreport'])
  expect(additionalServices(order, { adv_plagreport: free }, deadline + 1)).toEqual([])
  const added = { adv_plagreport: { ...free, added: true } }
  expect(amountDue(order, added, deadline)).toEqual({ cents: 500, services: ['adv_plagreport'] })
  expect(amountDue(order, added, deadline + 1)).toEqual({ cents: 0, services: [] })
  // The rest of an agreed price is no sale.
  const agreed = anOrder().paid().with({ cabinetPriceCents: 6_000, priceCents: 6_000 }).facts
  expect(amountDue(agreed, {}, deadline + 1).cents).toBe(6_000 - agreed.paidCents)
})

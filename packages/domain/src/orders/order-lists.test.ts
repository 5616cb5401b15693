import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnOrder, anOrder, orderTimes } from '../testing/an-order.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'
import {
  isInActiveList,
  isInCompletedList,
  isInList,
  isToContinue,
  type ListFilter,
  listFilters,
  orderToRate,
} from './order-lists.ts'
import { clientStatuses, systemStatuses } from './order-status.ts'

const now = orderTimes.createdAt
const afterDeadline = orderTimes.deadline + 1
const inWork = anOrder().paid()
const sent = inWork.sent()
const revisionRequested = sent.revisionRequested()
const onRevision = revisionRequested.onRevision()
const refunded = sent.refundRequested().refunded()

/** Any facts, reachable or not. */
const anyFacts: fc.Arbitrary<OrderFacts> = fc
  .record({
    systemStatus: fc.constantFrom(null, ...systemStatuses),
    clientStatus: fc.constantFrom(null, ...clientStatuses),
    priced: fc.boolean(),
    priceCents: fc.constantFrom(0, 4000),
    cabinetPriceCents: fc.constantFrom(0, 4000),
    paidCents: fc.constantFrom(0, 2000, 4000),
    deadline: fc.constantFrom(null, orderTimes.deadline),
    mark: fc.integer({ min: 0, max: 5 }),
    tags: fc.subarray(['client_accept', 'delete_order', 'no_feedback_1d']),
    profileArch: fc.boolean(),
    declined: fc.boolean(),
    revisionAcceptAt: fc.constantFrom(null, orderTimes.revisionAcceptAt),
  })
  .map((facts) => anOrder().with(facts).facts)

const filtersOf = (order: AnOrder, at: number): ListFilter[] =>
  listFilters.filter((filter) => isInList(order.facts, filter, at))

test('[STATE-16] continues an order without a price, unless it is locked', () => {
  const unpriced = anOrder().unpriced()
  expect(isToContinue(unpriced.facts)).toBe(true)
  for (const lock of [{ declined: true }, { profileArch: true }, { isPromo: true }, { isComplex: true }]) {
    expect(isToContinue(unpriced.with(lock).facts)).toBe(false)
  }
  expect(isToContinue(anOrder().facts)).toBe(false)
})

test('[STATE-16] never both lists and continues an order', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      expect(isToContinue(facts) && isInList(facts, undefined, now)).toBe(false)
    }),
  )
})

test('[STATE-14] lists unpaid orders with a future deadline as Active', () => {
  expect(isInActiveList(anOrder().facts, orderTimes.deadline - 1)).toBe(true)
  expect(isInActiveList(anOrder().facts, orderTimes.deadline)).toBe(false)
  expect(isInActiveList(anOrder().with({ deadline: null }).facts, now)).toBe(false)
})

test('[STATE-14] lists unrated, unrefunded paid orders as Active, whatever the deadline', () => {
  for (const order of [inWork, anOrder().partlyPaid(), sent, sent.accepted(), sent.refundRequested()]) {
    expect(isInActiveList(order.facts, afterDeadline)).toBe(true)
  }
  expect(isInActiveList(sent.rated(4).facts, now)).toBe(false)
  expect(isInActiveList(refunded.facts, now)).toBe(false)
})

test('[STATE-14] lists orders on revision or revision requested as Active, rated or not', () => {
  for (const order of [revisionRequested, onRevision]) {
    expect(isInActiveList(order.facts, afterDeadline)).toBe(true)
    expect(isInActiveList(order.rated(2).facts, afterDeadline)).toBe(true)
  }
})

test('[STATE-15] lists rated or refunded paid orders as Completed', () => {
  for (const order of [sent.rated(4), sent.accepted().rated(1), onRevision.revisionSent().rated(5), refunded]) {
    expect(isInCompletedList(order.facts)).toBe(true)
  }
  for (const order of [anOrder(), inWork, sent, onRevision.rated(4), refunded.with({ paidCents: 0 })]) {
    expect(isInCompletedList(order.facts)).toBe(false)
  }
})

test('[STATE-15] lists an order that fits both filters as Active', () => {
  expect(isInCompletedList(revisionRequested.rated(2).facts)).toBe(false)
  expect(isInCompletedList(refunded.with({ clientStatus: 'On revision' }).facts)).toBe(false)
})

test('[STATE-14][STATE-15] lists every paid order as either Active or Completed', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(now, afterDeadline), (facts, at) => {
      const lists = [isInActiveList(facts, at), isInCompletedList(facts)].filter(Boolean).length
      expect(lists).toBeLessThanOrEqual(1)
      if (orderIs.paid(facts)) expect(lists).toBe(1)
    }),
    { numRuns: 1000 },
  )
})

test('[STATE-18] splits all orders into paid and unpaid, expired ones included', () => {
  expect(filtersOf(anOrder(), now)).toEqual(['active', 'unpaid'])
  expect(filtersOf(anOrder(), afterDeadline)).toEqual(['unpaid'])
  expect(filtersOf(inWork, afterDeadline)).toEqual(['active', 'paid'])
  expect(filtersOf(anOrder().partlyPaid(), now)).toEqual(['active', 'paid'])
  expect(filtersOf(sent.rated(5), now)).toEqual(['completed', 'paid'])
})

test('[STATE-07] lists every order without a filter, except hidden ones', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      expect(isInList(facts, undefined, now)).toBe(!orderIs.hidden(facts))
      if (orderIs.hidden(facts)) for (const filter of listFilters) expect(isInList(facts, filter, now)).toBe(false)
    }),
  )
})

test('[STATE-13] asks to rate the latest accepted order', () => {
  const acceptedAt = (clientAcceptAt: number) => sent.accepted().tagged('no_feedback_1d').with({ clientAcceptAt })
  const older = acceptedAt(1000).facts
  const latest = acceptedAt(3000).facts
  const rated = acceptedAt(5000).rated(5).facts
  const shown = acceptedAt(6000).flagged('review_shown_on_client').facts
  const fresh = sent.accepted().with({ clientAcceptAt: 7000 }).facts
  const rejected = acceptedAt(8000).revisionRequested().facts
  expect(orderToRate([older, latest, rated, shown, fresh, rejected])).toBe(latest)
  expect(orderToRate([rated, shown, fresh, rejected])).toBeUndefined()
  expect(orderToRate([])).toBeUndefined()
})

test('[STATE-13] asks last to rate a delivered order that was never accepted', () => {
  const neverAccepted = sent.tagged('no_feedback_1d').facts
  const accepted = sent.accepted().tagged('no_feedback_1d').facts
  expect(orderToRate([neverAccepted, accepted])).toBe(accepted)
  expect(orderToRate([neverAccepted])).toBe(neverAccepted)
})

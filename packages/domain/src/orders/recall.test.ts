import { expect, test } from 'vitest'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { recallIsDue } from './recall.ts'

const hourMs = 3_600_000
const changedAt = orderTimes.createdAt
const due = (order: ReturnType<typeof anOrder>, now: number, recalledAt: number | null = null) =>
  recallIsDue(order.facts, { changedAt, recalledAt, now, sendAt: now })

test('[MSG-06] sends one reminder of an unpaid order, an hour after its last change', () => {
  expect(due(anOrder(), changedAt + hourMs - 1)).toBe(false)
  expect(due(anOrder(), changedAt + hourMs)).toBe(true)
  expect(due(anOrder(), changedAt + hourMs, changedAt + 1)).toBe(false)
})

test('[MSG-06] sends no reminder after the deadline or a week after the last change', () => {
  expect(due(anOrder(), orderTimes.deadline - 1)).toBe(true)
  expect(due(anOrder(), orderTimes.deadline)).toBe(false)
  expect(due(anOrder().with({ deadline: null }), changedAt + hourMs)).toBe(false)
  const distant = anOrder().with({ deadline: changedAt + 1000 * hourMs })
  expect(due(distant, changedAt + 7 * 24 * hourMs - 1)).toBe(true)
  expect(due(distant, changedAt + 7 * 24 * hourMs)).toBe(false)
})

test('[MSG-06] sends no reminder that quiet hours would delay beyond the deadline', () => {
  const dueAt = (sendAt: number) =>
    recallIsDue(anOrder().facts, { changedAt, recalledAt: null, now: changedAt + hourMs, sendAt })
  expect(dueAt(orderTimes.deadline - 1)).toBe(true)
  expect(dueAt(orderTimes.deadline)).toBe(false)
})

test.each([
  ['paid', anOrder().paid()],
  ['paid in part', anOrder().partlyPaid()],
  ['declined', anOrder().declined()],
  ['deleted', anOrder().deleted()],
  ['tagged as deleted', anOrder().tagged('delete_order')],
  ['without a price', anOrder().unpriced()],
])('[MSG-06] sends no reminder of an order that is %s', (_state, order) => {
  expect(due(order, changedAt + 2 * hourMs)).toBe(false)
})

import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { expect, test } from 'vitest'
import { lateCreditSteps } from './late-order.ts'
import { aPaidOrderAnswer } from '../testing/an-order-answer.ts'

const deadline = '2026-11-22T17:00:00.000Z'
const pacific = dateWords('America/Los_Angeles')
const hourMs = 3_600_000
const order = aPaidOrderAnswer({
  client_paid: 168,
  deadline,
  late_credit: [
    { hours_late: 0, percent: 10 },
    { hours_late: 12, percent: 25 },
    { hours_late: 24, percent: 50 },
  ],
})
const stepsAfter = (hours: number, change: Partial<typeof order> = {}) =>
  lateCreditSteps({ ...order, ...change }, Date.parse(deadline) + hours * hourMs + 1, pacific.time)

test('[WAIT-04][WAIT-05] lists the current and the later credits of a late order, with their times', () => {
  expect(stepsAfter(1)).toEqual([
    { amount: '$16.80', text: '10% now', isNow: true },
    { amount: '$42.00', text: '25% from today at 9:00\u00a0PM (Sun, Nov\u00a022)', isNow: false },
    { amount: '$84.00', text: '50% from tomorrow at 9:00\u00a0AM (Mon, Nov\u00a023)', isNow: false },
  ])
  expect(stepsAfter(12)).toEqual([
    { amount: '$42.00', text: '25% now', isNow: true },
    { amount: '$84.00', text: '50% from tomorrow at 9:00\u00a0AM (Mon, Nov\u00a023)', isNow: false },
  ])
  expect(stepsAfter(24)).toEqual([{ amount: '$84.00', text: '50% now', isNow: true }])
})

test('[WAIT-05] an order has no credit steps in time, on revision, without a promise, or fully refunded', () => {
  expect(lateCreditSteps(order, Date.parse(deadline))).toEqual([])
  expect(stepsAfter(1, { client_status: 'On revision', revision_deadline: deadline })).toEqual([])
  expect(stepsAfter(1, { late_credit: [] })).toEqual([])
  expect(stepsAfter(1, { refunded: 168 })).toEqual([])
})

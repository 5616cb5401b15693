import { type JobType, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { expect, test } from 'vitest'
import { type FormAnswers, formFaults } from './order-faults.ts'

const now = Date.UTC(2026, 10, 21, 12)
const terms = { premium: false }
const fine: FormAnswers = {
  jobType: jobTypes[0] as JobType,
  subject: 'History',
  size: { count: 2, measure: 'Pages' },
  deadline: deadlineFromHours(now, 12),
}
const faultsOf = (change: Partial<FormAnswers>) => formFaults({ ...fine, ...change }, now, terms)

test('an order that is fine has no faults', () => {
  expect(faultsOf({})).toEqual([])
})

test('[FLOW-05] without a subject the form says so', () => {
  expect(faultsOf({ subject: null })).toEqual([{ field: 'subject', text: 'Please choose subject from the list' }])
})

test('[FLOW-06] a size above the limit is an error of the size only, not also of the deadline', () => {
  expect(faultsOf({ size: { count: 51, measure: 'Pages' } })).toEqual([
    { field: 'size', text: 'This value must be below 50 pages' },
  ])
})

test('[FLOW-14] a deadline too short for the size blocks with the exact message', () => {
  expect(faultsOf({ deadline: deadlineFromHours(now, 3) })).toEqual([
    { field: 'deadline', text: 'Please, give your Nerd more time to complete your task' },
  ])
})

test('[FLOW-31] a stored deadline that has come too close is an error, in the server’s words', () => {
  expect(faultsOf({ deadline: now + 3_600_000 }).map(({ field }) => field)).toEqual(['deadline'])
  expect(faultsOf({ deadline: now - 1 }).map(({ field }) => field)).toEqual(['deadline'])
})

test('[FLOW-33][PRICE-12] an unchanged deadline may be the quote’s time below the shortest choice', () => {
  const storedFaults = (change: Partial<FormAnswers>) =>
    formFaults({ ...fine, ...change }, now, terms, { asStored: true })
  const onePage = { count: 1, measure: 'Pages' } as const
  expect(storedFaults({ size: onePage, deadline: now + 2.25 * 3_600_000 })).toEqual([])
  expect(storedFaults({ size: onePage, deadline: now + 2.24 * 3_600_000 })).toEqual([
    { field: 'deadline', text: 'This deadline is too close. Please choose a later one.' },
  ])
  expect(storedFaults({ size: onePage, deadline: now }).map(({ field }) => field)).toEqual(['deadline'])
  expect(storedFaults({ deadline: now + 3_600_000 }).map(({ field }) => field)).toEqual(['deadline'])
})

test('[OPS-05][FLOW-33] an agreed price keeps its size and deadline free of errors until the deadline', () => {
  const faultsOfAgreed = (deadline: number, asStored = true) =>
    formFaults({ ...fine, size: { count: 8, measure: 'Pages' }, deadline }, now, terms, { asStored, priceFixed: true })
  expect(faultsOfAgreed(now + 5 * 3_600_000)).toEqual([])
  expect(faultsOfAgreed(now + 5 * 3_600_000, false).map(({ field }) => field)).toEqual(['deadline'])
  expect(faultsOfAgreed(now).map(({ field }) => field)).toEqual(['deadline'])
})

test('all missing answers are errors at once, in the order of the questions (ux 30)', () => {
  const faults = faultsOf({ subject: null, size: { count: 0, measure: 'Pages' }, deadline: now })
  expect(faults.map(({ field }) => field)).toEqual(['subject', 'size', 'deadline'])
})

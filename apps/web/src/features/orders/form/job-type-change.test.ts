import { type JobType, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { expect, test } from 'vitest'
import { draftForJobType, jobTypeChange } from './job-type-change.ts'

const now = Date.UTC(2026, 10, 21, 12)
const at = { now, terms: { premium: false } }
const inHours = (hours: number) => new Date(deadlineFromHours(now, hours)).toISOString()
const jobType = (id: string) => jobTypes.find((each) => each.id === id) as JobType

test('[FLOW-02] a job type that takes the size and the deadline changes nothing else', () => {
  const order = { size: '2 Pages', deadline: inHours(12) }
  expect(jobTypeChange(order, jobType('editing'), at)).toEqual({ type: 'Essay (editing)' })
})

test('[FLOW-02] a size that the job type does not take is converted', () => {
  const order = { size: '2 Pages', deadline: inHours(12) }
  expect(jobTypeChange(order, jobType('quiz'), at)).toEqual({ type: 'Quiz', size: '120 Minutes' })
  expect(jobTypeChange({ size: null, deadline: null }, jobType('quiz'), at)).toEqual({ type: 'Quiz' })
})

test('[FLOW-02] a missing or too short deadline becomes the shortest that fits', () => {
  const twoHours = { size: '60 Minutes', deadline: inHours(2) }
  expect(jobTypeChange(twoHours, jobType('writing'), at)).toEqual({
    type: 'Essay (writing)',
    size: '1 Pages',
    deadline: inHours(3),
  })
  const twoSlides = { size: '2 Slides', deadline: inHours(3) }
  expect(jobTypeChange(twoSlides, jobType('writing'), at)).toEqual({
    type: 'Essay (writing)',
    size: '2 Pages',
    deadline: inHours(6),
  })
})

test('[EASE-09] a draft of another job type keeps subject, deadline and converted size', () => {
  const draft = {
    subject: 'History',
    size: { count: 3, measure: 'Pages' },
    deadline: { hours: 24 },
    details: 'Rome',
  } as const
  expect(draftForJobType(draft, jobType('presentation'), at.terms)).toEqual({
    ...draft,
    size: { count: 3, measure: 'Slides' },
  })
  expect(draftForJobType(draft, jobType('quiz'), at.terms).size).toEqual({ count: 180, measure: 'Minutes' })
  // An essay takes three hours at least.
  const urgent = { size: { count: 60, measure: 'Minutes' }, deadline: { hours: 2 } } as const
  expect(draftForJobType(urgent, jobType('writing'), at.terms)).toEqual({
    size: { count: 1, measure: 'Pages' },
    deadline: { hours: 3 },
  })
  const date = { deadline: { date: { year: 2026, month: 12, day: 1 } } } as const
  expect(draftForJobType(date, jobType('quiz'), at.terms)).toEqual(date)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JobType, jobTypes } from '../catalog/job-types.ts'
import { sizeForJobType } from './size-for-job-type.ts'
import { sizeFault } from './size-limits.ts'
import type { Size } from './units.ts'

const jobType = (id: string) => jobTypes.find((each) => each.id === id) as JobType

test('[FLOW-02] keeps a size that the other job type accepts, and converts any other', () => {
  const twoPages: Size = { count: 2, measure: 'Pages' }
  expect(sizeForJobType(twoPages, jobType('editing'))).toEqual(twoPages)
  expect(sizeForJobType(twoPages, jobType('presentation'))).toEqual({ count: 2, measure: 'Slides' })
  expect(sizeForJobType(twoPages, jobType('quiz'))).toEqual({ count: 120, measure: 'Minutes' })
  expect(sizeForJobType({ count: 50, measure: 'Pages' }, jobType('task'))).toEqual({ count: 1440, measure: 'Minutes' })
  expect(sizeForJobType({ count: 400, measure: 'Words' }, jobType('task'))).toEqual({ count: 120, measure: 'Minutes' })
})

test('[FLOW-02] converts every size of one job type to a valid size of another', () => {
  const orderable = fc
    .constantFrom(...jobTypes)
    .chain((from) =>
      fc.record({
        from: fc.constant(from),
        count: fc.integer({ min: 1, max: 15_000 }),
        measure: fc.constantFrom(...from.measures),
      }),
    )
    .filter(({ from, count, measure }) => sizeFault(from, { count, measure }) === undefined)
  fc.assert(
    fc.property(orderable, fc.constantFrom(...jobTypes), ({ count, measure }, to) => {
      expect(sizeFault(to, sizeForJobType({ count, measure }, to))).toBeUndefined()
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JobType, jobTypeById, jobTypes } from '../catalog/job-types.ts'
import {
  defaultSize,
  minuteOptions,
  pagesRange,
  roundedToStep,
  sizeFault,
  slidesRange,
  wordsRange,
} from './size-limits.ts'
import type { Measure } from './units.ts'

const jobType = (id: string): JobType => jobTypeById(id) as JobType
const faultOf = (id: string, count: number, measure: Measure) => sizeFault(jobType(id), { count, measure })

test('[FLOW-06] accepts 1 to 50 pages, both included', () => {
  expect(faultOf('writing', 1, 'Pages')).toBeUndefined()
  expect(faultOf('writing', 50, 'Pages')).toBeUndefined()
  expect(faultOf('writing', 0, 'Pages')).toEqual({
    kind: 'below_minimum',
    text: 'This value must be at least 1 page',
  })
  expect(faultOf('editing', 51, 'Pages')).toEqual({
    kind: 'above_maximum',
    text: 'This value must be below 50 pages',
  })
})

test('[FLOW-06] refuses a fractional size in words', () => {
  expect(faultOf('writing', 2.5, 'Pages')).toEqual({ kind: 'not_whole', text: 'Whole pages only' })
  expect(faultOf('writing', 650.5, 'Words')?.text).toBe('Whole words only')
  expect(faultOf('presentation', Number.NaN, 'Slides')?.text).toBe('Whole slides only')
  expect(faultOf('quiz', 15.5, 'Minutes')?.text).toBe('Whole minutes only')
})

test('[EASE-08] rounds words up to hundreds, and keeps pages', () => {
  const rounded = (count: number, measure: Measure) => roundedToStep({ count, measure })
  expect(rounded(650, 'Words')).toEqual({ count: 700, measure: 'Words' })
  expect(rounded(40, 'Words').count).toBe(100)
  expect(rounded(700, 'Words').count).toBe(700)
  expect(rounded(0, 'Words').count).toBe(0)
  expect(rounded(7, 'Pages').count).toBe(7)
})

test('[FLOW-07] accepts 100 to 15000 words in steps of 100, and refuses more with the text for pages', () => {
  expect(wordsRange).toEqual({ min: 100, max: 15_000, step: 100 })
  expect(faultOf('writing', 100, 'Words')).toBeUndefined()
  expect(faultOf('writing', 15_000, 'Words')).toBeUndefined()
  expect(faultOf('writing', 0, 'Words')?.kind).toBe('below_minimum')
  expect(faultOf('editing', 15_100, 'Words')).toEqual({
    kind: 'above_maximum',
    text: 'This value must be below 50 pages',
  })
  expect(faultOf('writing', 250, 'Words')).toEqual({
    kind: 'not_a_step',
    text: 'This value must be in steps of 100 words',
  })
})

test('[FLOW-08] accepts 1 to 50 slides', () => {
  expect(slidesRange).toMatchObject({ min: 1, max: 50 })
  expect(faultOf('presentation', 1, 'Slides')).toBeUndefined()
  expect(faultOf('presentation', 50, 'Slides')).toBeUndefined()
  expect(faultOf('presentation', 0, 'Slides')?.kind).toBe('below_minimum')
  expect(faultOf('presentation', 51, 'Slides')).toEqual({
    kind: 'above_maximum',
    text: 'This value must be below 50 slides',
  })
})

test('[FLOW-09] accepts minutes in quarter hours, more than 0 and at most 24 hours', () => {
  expect(minuteOptions).toEqual([0, 15, 30, 45])
  for (const id of ['problems', 'quiz', 'task']) {
    expect(faultOf(id, 15, 'Minutes')).toBeUndefined()
    expect(faultOf(id, 24 * 60, 'Minutes')).toBeUndefined()
    expect(faultOf(id, 0, 'Minutes')).toEqual({
      kind: 'below_minimum',
      text: 'This value must be at least 15 minutes',
    })
    expect(faultOf(id, 24 * 60 + 15, 'Minutes')).toEqual({
      kind: 'above_maximum',
      text: 'This value must be below 24 hours',
    })
    expect(faultOf(id, 20, 'Minutes')?.kind).toBe('not_a_step')
  }
})

test("[FLOW-03] accepts only the job type's own measures, and names them", () => {
  expect(faultOf('presentation', 2, 'Pages')).toEqual({
    kind: 'not_a_measure',
    text: 'Presentation is measured in slides',
  })
  expect(faultOf('writing', 2, 'Slides')?.text).toBe('Essay writing is measured in pages or words')
  for (const type of jobTypes) {
    expect(sizeFault(type, { count: 2, measure: 'Sources' })?.kind).toBe('not_a_measure')
  }
})

test('[FLOW-06][FLOW-07][FLOW-09] accepts only whole sizes in steps within the range', () => {
  const ranges = {
    Pages: { ...pagesRange, step: 1 },
    Words: wordsRange,
    Slides: { ...slidesRange, step: 1 },
    Minutes: { min: 15, max: 1440, step: 15 },
  }
  const anyCount = fc.oneof(fc.integer({ min: -10, max: 20_000 }), fc.double())
  fc.assert(
    fc.property(fc.constantFrom(...jobTypes), anyCount, (type, count) => {
      for (const measure of type.measures) {
        const { min, max, step } = ranges[measure as keyof typeof ranges]
        const fits = Number.isInteger(count / step) && count >= min && count <= max
        expect(sizeFault(type, { count, measure }) === undefined).toBe(fits)
      }
    }),
  )
})

test('[FLOW-06] starts the form with 2 pages, or as much in another measure', () => {
  expect(pagesRange.default).toBe(2)
  expect(defaultSize('Pages')).toEqual({ count: 2, measure: 'Pages' })
  expect(defaultSize('Words')).toEqual({ count: 600, measure: 'Words' })
  for (const type of jobTypes) {
    for (const measure of type.measures) expect(sizeFault(type, defaultSize(measure))).toBeUndefined()
  }
})

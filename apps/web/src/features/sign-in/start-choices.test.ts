import { type JobType, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { aPriceTable } from '@nerdify/domain/testing/a-price-table.ts'
import { isTooShort } from '@nerdify/domain/pricing/deadline-limits.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import { sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { expect, test } from 'vitest'
import { begunOrderIn } from '../../begun-order.ts'
import {
  begunOrderOf,
  choicesOf,
  firstChoices,
  startPrice,
  startSizes,
  startStops,
  withChoice,
} from './start-choices.ts'

const now = Date.UTC(2026, 10, 21, 12)

test('[DOOR-01] every choice can be ordered, and has a price', () => {
  for (const { id } of jobTypes) {
    const ofType = withChoice(firstChoices, { jobType: id })
    for (const size of startSizes(ofType)) {
      for (const hours of startStops(ofType)) {
        const choices = withChoice(ofType, { size: sizeToWire(size), hours })
        expect(choices.size).toEqual(size)
        expect(sizeFault(choices.jobType, choices.size)).toBeUndefined()
        expect(isTooShort(choices.size, choices.hours)).toBe(false)
        expect(startPrice(choices, aPriceTable, { now, isFriend: false })?.totalCents).toBeGreaterThan(0)
      }
    }
  }
})

test('[DOOR-01][FLOW-13] a deadline that is too short becomes the shortest that fits', () => {
  const eightPages = withChoice(firstChoices, { size: '8 Pages', hours: 12 })
  expect(eightPages.hours).toBe(12)
  expect(withChoice(eightPages, { size: '9 Pages' }).hours).toBe(18)
  expect(withChoice(firstChoices, { jobType: 'quiz' })).toMatchObject({
    size: { count: 120, measure: 'Minutes' },
    hours: 12,
  })
  expect(withChoice(firstChoices, { jobType: 'nonsense', size: 'a lot', hours: 7 })).toEqual({
    ...firstChoices,
    hours: 6,
  })
})

test('[DOOR-01][REF-04] a friend’s gift reduces the price, at most to zero', () => {
  const ofFriend = (choices: typeof firstChoices) => startPrice(choices, aPriceTable, { now, isFriend: true })
  expect(ofFriend(firstChoices)).toMatchObject({ quoteCents: 4000, discountCents: 2000, totalCents: 2000 })
  const onePage = withChoice(firstChoices, { size: '1 Pages', hours: 48 })
  expect(ofFriend(onePage)).toMatchObject({ quoteCents: 1205, discountCents: 1205, totalCents: 0 })
  expect(startPrice({ ...firstChoices, jobType: jobTypes[4] as JobType }, {}, { now, isFriend: true })).toBeUndefined()
})

test('[DOOR-01] a type refuses a size of another measure, which the page before hydration may offer', () => {
  for (const { id } of jobTypes) {
    const { jobType, size } = withChoice(firstChoices, { jobType: id, size: '2 Pages' })
    expect([id, jobType.measures.includes(size.measure)]).toEqual([id, true])
  }
})

test('[DOOR-02] the choices, and nothing else, survive the history entry unchanged', () => {
  const choices = withChoice(firstChoices, { jobType: 'presentation', size: '7 Slides', hours: 48 })
  // An older version also kept words, and the key of files.
  const older = { details: 'Seven slides on tides', begunFiles: 'a set' }
  const begun = begunOrderIn(structuredClone({ begun: { ...begunOrderOf(choices), ...older } }))
  expect(begun).toEqual({ jobType: 'presentation', size: '7 Slides', deadline: { hours: 48 } })
  expect(begun && choicesOf(begun)).toEqual(choices)
  for (const state of [
    null,
    'text',
    {},
    { begun: null },
    { begun: { jobType: 'essay', size: '1 Pages', deadline: { hours: 3 } } },
  ]) {
    expect(begunOrderIn(state)).toBeUndefined()
  }
})

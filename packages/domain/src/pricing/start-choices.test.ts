import { type JobType, jobTypes } from '../catalog/job-types.ts'
import { aPriceTable } from '../testing/a-price-table.ts'
import { isTooShort } from './deadline-limits.ts'
import { sizeFault } from './size-limits.ts'
import { sizeToWire } from './units.ts'
import { expect, test } from 'vitest'
import { defaultChoices, isDefaultChoice, startPrice, startSizes, startStops, withChoice } from './start-choices.ts'

const now = Date.UTC(2026, 10, 21, 12)

test('[DOOR-01] every choice can be ordered, and has a price', () => {
  for (const { id } of jobTypes) {
    const typeChoices = withChoice(defaultChoices, { jobType: id })
    for (const size of startSizes(typeChoices)) {
      for (const hours of startStops(typeChoices)) {
        const choices = withChoice(typeChoices, { size: sizeToWire(size), hours })
        expect(choices.size).toEqual(size)
        expect(sizeFault(choices.jobType, choices.size)).toBeUndefined()
        expect(isTooShort(choices.size, choices.hours)).toBe(false)
        expect(startPrice(choices, aPriceTable, { now, isFriend: false })?.totalCents).toBeGreaterThan(0)
      }
    }
  }
})

test('[DOOR-01][FLOW-13] a deadline that is too short becomes the shortest that fits', () => {
  const eightPages = withChoice(defaultChoices, { size: '8 Pages', hours: 12 })
  expect(eightPages.hours).toBe(12)
  expect(withChoice(eightPages, { size: '9 Pages' }).hours).toBe(18)
  expect(withChoice(defaultChoices, { jobType: 'quiz' })).toMatchObject({
    size: { count: 120, measure: 'Minutes' },
    hours: 12,
  })
  expect(withChoice(defaultChoices, { jobType: 'nonsense', size: 'a lot', hours: 7 })).toEqual({
    ...defaultChoices,
    hours: 6,
  })
})

test('[DOOR-01][REF-04] a friend’s gift reduces the price, at most to zero', () => {
  const friendPrice = (choices: typeof defaultChoices) => startPrice(choices, aPriceTable, { now, isFriend: true })
  expect(friendPrice(defaultChoices)).toMatchObject({ quoteCents: 4000, discountCents: 2000, totalCents: 2000 })
  const onePage = withChoice(defaultChoices, { size: '1 Pages', hours: 48 })
  expect(friendPrice(onePage)).toMatchObject({ quoteCents: 1205, discountCents: 1205, totalCents: 0 })
  expect(
    startPrice({ ...defaultChoices, jobType: jobTypes[4] as JobType }, {}, { now, isFriend: true }),
  ).toBeUndefined()
})

test('[DOOR-01] a type ignores a size of another measure, which the page may offer before hydration', () => {
  for (const { id } of jobTypes) {
    const { jobType, size } = withChoice(defaultChoices, { jobType: id, size: '2 Pages' })
    expect([id, jobType.measures.includes(size.measure)]).toEqual([id, true])
  }
})

test('[DOOR-01] recognizes the default choices of the page, also in a copy', () => {
  expect(isDefaultChoice(withChoice(defaultChoices, { jobType: 'writing', size: '2 Pages', hours: 12 }))).toBe(true)
  for (const change of [{ jobType: 'presentation' }, { size: '3 Pages' }, { hours: 24 }]) {
    expect(isDefaultChoice(withChoice(defaultChoices, change))).toBe(false)
  }
})

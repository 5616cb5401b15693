import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysSinceEpoch, isCalendarDate } from './calendar-date.ts'

const anyNumbers = fc.record({
  year: fc.integer({ min: 1900, max: 2400 }),
  month: fc.integer({ min: -1, max: 14 }),
  day: fc.integer({ min: -1, max: 33 }),
})

test('[FLOW-11] accepts exactly the dates that the platform keeps unchanged', () => {
  fc.assert(
    fc.property(anyNumbers, ({ year, month, day }) => {
      const date = new Date(Date.UTC(year, month - 1, day))
      const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      expect(isCalendarDate({ year, month, day })).toBe(same)
    }),
  )
})

test('[FLOW-11] counts days as the platform does', () => {
  fc.assert(
    fc.property(anyNumbers.filter(isCalendarDate), (date) => {
      expect(daysSinceEpoch(date) * 86_400_000).toBe(Date.UTC(date.year, date.month - 1, date.day))
    }),
  )
})

test.each([
  { year: 2027, month: 2, day: 29 },
  { year: 2027, month: 4, day: 31 },
  { year: 2027, month: 13, day: 1 },
  { year: 2027, month: 1.5, day: 1 },
  { year: 999_999, month: 1, day: 1 },
  { year: 0, month: 1, day: 1 },
  { year: Number.NaN, month: 1, day: 1 },
])('[FLOW-11] refuses the date $year-$month-$day', (date) => {
  expect(isCalendarDate(date)).toBe(false)
})

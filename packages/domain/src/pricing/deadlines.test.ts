import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobTypes } from '../catalog/job-types.ts'
import { isCalendarDate } from './calendar-date.ts'
import {
  beyondStopsLabel,
  calendarDateAllowed,
  deadlineFault,
  deadlineFromHours,
  deadlineStops,
  defaultDeadlineHours,
  hoursToDeadline,
  pacificNineAm,
  quarterHourMs,
  snapToStop,
  stopLabel,
} from './deadlines.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2027-01-20T18:30:00Z')
const regular = { premium: false }
const premium = { premium: true }
const otherTypes = jobTypes.map((jobType) => jobType.id).filter((id) => id !== 'writing')
const anyInstant = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2060-01-01T00:00:00Z') })

test('[FLOW-10] starts writing at 3 hours, every other type at 2', () => {
  expect(deadlineStops('writing', regular)).toEqual([3, 6, 12, 18, 24, 48, 72, 96, 120])
  for (const id of otherTypes) expect(deadlineStops(id, regular)).toEqual([2, 3, 6, 12, 18, 24, 48, 72, 96, 120])
})

test('[PRICE-10] gives premium subscribers a shorter stop: writing 2 hours, other types 1 hour', () => {
  expect(deadlineStops('writing', premium)).toEqual([2, 3, 6, 12, 18, 24, 48, 72, 96, 120])
  for (const id of otherTypes) expect(deadlineStops(id, premium)).toEqual([1, 2, 3, 6, 12, 18, 24, 48, 72, 96, 120])
})

test('[FLOW-10] labels the stops in hours, then in days, the last one "4+ days"', () => {
  expect(deadlineStops('quiz', premium).map(stopLabel)).toEqual([
    '1 hour',
    '2 hours',
    '3 hours',
    '6 hours',
    '12 hours',
    '18 hours',
    '1 day',
    '2 days',
    '3 days',
    '4 days',
    '4+ days',
  ])
  expect(beyondStopsLabel).toBe('4+ days')
})

test('[FLOW-10] defaults to 12 hours, a stop of every type', () => {
  expect(defaultDeadlineHours).toBe(12)
  for (const { id } of jobTypes) {
    expect(deadlineStops(id, regular)).toContain(defaultDeadlineHours)
    expect(deadlineStops(id, premium)).toContain(defaultDeadlineHours)
  }
})

test.each([
  [0, 3],
  [3, 3],
  [4, 6],
  [30, 48],
  [120, 120],
  [500, 120],
])('[FLOW-10] snaps %i hours to the stop of %i', (hours, stop) => {
  expect(snapToStop(hours, deadlineStops('writing', regular))).toBe(stop)
})

test('[FLOW-12] turns a number of hours into now + hours − 0.25 h', () => {
  expect(deadlineFromHours(now, 3)).toBe(Date.parse('2027-01-20T21:15:00Z'))
  expect(quarterHourMs).toBe(15 * 60 * 1000)
})

test('[FLOW-12] rounds hours to a deadline up, 0 if past', () => {
  expect(hoursToDeadline(now, now + 1)).toBe(1)
  expect(hoursToDeadline(now, now + 2 * hour)).toBe(2)
  expect(hoursToDeadline(now, now + 2 * hour + 1)).toBe(3)
  expect(hoursToDeadline(now, now)).toBe(0)
  expect(hoursToDeadline(now, now - 1)).toBe(0)
  expect(hoursToDeadline(now, now - 10 * day)).toBe(0)
})

test('[FLOW-12] keeps a chosen number of hours for three quarters of an hour', () => {
  fc.assert(
    fc.property(
      anyInstant,
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 0, max: 45 * 60_000 - 1 }),
      (at, hours, wait) => {
        expect(hoursToDeadline(at + wait, deadlineFromHours(at, hours))).toBe(hours)
      },
    ),
  )
})

test.each([
  ['the day before daylight saving starts', [2027, 3, 13], '2027-03-13T17:00:00Z'],
  ['the day daylight saving starts', [2027, 3, 14], '2027-03-14T16:00:00Z'],
  ['the day before daylight saving ends', [2027, 11, 6], '2027-11-06T16:00:00Z'],
  ['the day daylight saving ends', [2027, 11, 7], '2027-11-07T17:00:00Z'],
  ['midsummer', [2027, 7, 1], '2027-07-01T16:00:00Z'],
  ['new year', [2028, 1, 1], '2028-01-01T17:00:00Z'],
  ['a leap day', [2028, 2, 29], '2028-02-29T17:00:00Z'],
] as const)('[FLOW-11] (abuse 41) 9 AM Pacific on %s', (_, [year, month, dayOfMonth], instant) => {
  expect(pacificNineAm(year, month, dayOfMonth)).toBe(Date.parse(instant))
})

test('[FLOW-11] shows 9 AM Pacific as 9 AM of that date on a clock in Los Angeles', () => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Los_Angeles',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const anyDate = fc
    .record({
      year: fc.integer({ min: 2020, max: 2060 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    })
    .filter(isCalendarDate)
  fc.assert(
    fc.property(anyDate, (date) => {
      const twoDigits = (value: number) => String(value).padStart(2, '0')
      expect(clock.format(pacificNineAm(date.year, date.month, date.day))).toBe(
        `${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)} 09:00:00`,
      )
    }),
  )
})

test('[FLOW-11] offers calendar dates whose 9 AM Pacific is 24 hours ahead or more', () => {
  const nineAm = Date.parse('2027-01-21T17:00:00Z')
  const date = { year: 2027, month: 1, day: 21 }
  expect(calendarDateAllowed(nineAm - day, date)).toBe(true)
  expect(calendarDateAllowed(nineAm - day + 1, date)).toBe(false)
})

test('[FLOW-11] (abuse 41) counts 24 hours, not a calendar day, across clock changes', () => {
  const shortNight = { year: 2027, month: 3, day: 14 }
  expect(calendarDateAllowed(Date.parse('2027-03-13T16:00:00Z'), shortNight)).toBe(true) // 8 AM the day before
  expect(calendarDateAllowed(Date.parse('2027-03-13T17:00:00Z'), shortNight)).toBe(false) // 9 AM the day before
  const longNight = { year: 2027, month: 11, day: 7 }
  expect(calendarDateAllowed(Date.parse('2027-11-06T17:00:00Z'), longNight)).toBe(true) // 10 AM the day before
  expect(calendarDateAllowed(Date.parse('2027-11-06T17:00:01Z'), longNight)).toBe(false)
})

test('[FLOW-31] offers no date more than 90 days ahead, and no impossible date', () => {
  const at = pacificNineAm(2027, 1, 20)
  expect(calendarDateAllowed(at, { year: 2027, month: 3, day: 13 })).toBe(true) // 52 days
  expect(calendarDateAllowed(at, { year: 2027, month: 4, day: 20 })).toBe(true) // an hour less than 90 days
  expect(calendarDateAllowed(at, { year: 2027, month: 4, day: 21 })).toBe(false)
  expect(calendarDateAllowed(at, { year: 2027, month: 2, day: 30 })).toBe(false)
  expect(calendarDateAllowed(at, { year: 999_999, month: 2, day: 1 })).toBe(false)
})

test('[FLOW-31][FLOW-12] accepts a stop just chosen, and still 44 minutes later', () => {
  for (const { id } of jobTypes) {
    for (const terms of [regular, premium]) {
      for (const stop of deadlineStops(id, terms)) {
        const deadline = deadlineFromHours(now, stop)
        expect(deadlineFault(now, deadline, id, terms)).toBeUndefined()
        expect(deadlineFault(now + 44 * 60_000, deadline, id, terms)).toBeUndefined()
      }
    }
  }
})

test('[FLOW-31] refuses a deadline under the client’s shortest stop as too soon', () => {
  const inTwoHours = deadlineFromHours(now, 2)
  expect(deadlineFault(now, inTwoHours, 'writing', regular)).toBe('too_soon')
  expect(deadlineFault(now, inTwoHours, 'writing', premium)).toBeUndefined()
  expect(deadlineFault(now, inTwoHours, 'quiz', regular)).toBeUndefined()
  expect(deadlineFault(now, deadlineFromHours(now, 1), 'quiz', regular)).toBe('too_soon')
  expect(deadlineFault(now, deadlineFromHours(now, 1), 'quiz', premium)).toBeUndefined()
  expect(deadlineFault(now, now, 'quiz', premium)).toBe('too_soon')
  expect(deadlineFault(now, now - day, 'quiz', premium)).toBe('too_soon')
})

test('[FLOW-31] refuses a deadline more than 90 days ahead as too far', () => {
  expect(deadlineFault(now, now + 90 * day, 'writing', regular)).toBeUndefined()
  expect(deadlineFault(now, now + 90 * day + 1, 'writing', regular)).toBe('too_far')
})

test('[FLOW-11][FLOW-31] accepts on the server every date that the calendar offers', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 0, max: 92 }), fc.constantFrom(...jobTypes), (at, ahead, { id }) => {
      const utc = new Date(at + ahead * day)
      const date = { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() }
      const offered = calendarDateAllowed(at, date)
      const nineAm = pacificNineAm(date.year, date.month, date.day)
      if (offered) expect(deadlineFault(at, nineAm, id, regular)).toBeUndefined()
      expect(offered).toBe(nineAm - at >= day && nineAm - at <= 90 * day)
    }),
  )
})

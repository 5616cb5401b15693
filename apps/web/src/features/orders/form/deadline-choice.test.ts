import {
  calendarDateAllowed,
  deadlineStops,
  hoursToDeadline,
  pacificNineAm,
} from '@nerdify/domain/pricing/deadlines.ts'
import { expect, test } from 'vitest'
import { calendarBounds, chosenDate, dateFromText, dateToText, deadlineOf, stopIndexOf } from './deadline-choice.ts'

const now = Date.UTC(2026, 10, 21, 12, 0, 0)
const stops = deadlineStops('task', { premium: false })

test('[FLOW-12] chosen hours count from now, less a quarter of an hour, and select their own stop', () => {
  for (const [index, hours] of stops.entries()) {
    const deadline = deadlineOf({ hours }, now)
    expect(deadline).toBe(now + hours * 3_600_000 - 900_000)
    expect(hoursToDeadline(now, deadline)).toBe(hours)
    expect(stopIndexOf({ hours }, stops, now)).toBe(index)
    expect(stopIndexOf({ at: deadline }, stops, now)).toBe(index)
  }
})

test('[FLOW-10] a stored deadline snaps to the first stop that is at least as long', () => {
  const inElevenHours = { at: now + 11 * 3_600_000 }
  expect(stops[stopIndexOf(inElevenHours, stops, now)]).toBe(12)
  expect(stopIndexOf({ at: now - 1 }, stops, now)).toBe(0)
  expect(stopIndexOf({ at: now + 900 * 3_600_000 }, stops, now)).toBe(stops.length - 1)
})

test('[FLOW-11] a date means its 9 AM Pacific and selects the last stop, also once it is stored', () => {
  const date = { year: 2026, month: 11, day: 23 }
  const at = deadlineOf({ date }, now)
  expect(at).toBe(pacificNineAm(2026, 11, 23))
  expect(stopIndexOf({ date }, stops, now)).toBe(stops.length - 1)
  expect(stopIndexOf({ at }, stops, now)).toBe(stops.length - 1)
  expect(chosenDate({ at })).toEqual(date)
  expect(chosenDate({ at: at + 1 })).toBeUndefined()
})

test('[FLOW-11] the calendar’s limits are its first and last available date, on any day of the year', () => {
  const dayMs = 24 * 3_600_000
  for (let hour = 0; hour < 366 * 24; hour += 7) {
    const at = now + hour * 3_600_000
    const { first, last } = calendarBounds(at)
    const nineAm = (date: typeof first) => pacificNineAm(date.year, date.month, date.day)
    expect(calendarDateAllowed(at, first)).toBe(true)
    expect(calendarDateAllowed(at, last)).toBe(true)
    expect(nineAm(first) - at).toBeLessThan(2 * dayMs + 3_600_001)
    expect(nineAm(last) - at).toBeGreaterThan(89 * dayMs - 3_600_001)
  }
})

test('[FLOW-11] a date can be typed as well (ux 21)', () => {
  expect(dateFromText('2027-03-09')).toEqual({ year: 2027, month: 3, day: 9 })
  expect(dateToText({ year: 2027, month: 3, day: 9 })).toBe('2027-03-09')
  expect(dateFromText('2027-02-30')).toBeUndefined()
  expect(dateFromText('')).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTimeZone } from '../pricing/zoned-time.ts'
import { afterBusinessDays, afterCompanyHours, defaultCompanyZone, messageAnswerText } from './business-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const pacific = 'America/Los_Angeles'
/** Zones with clock changes in both hemispheres, without them, and with offsets of 30 and 45 minutes. */
const zones = [pacific, 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']

/** Instants near clock changes, weekends, and ends of months and years. */
const someInstant = fc
  .tuple(
    fc.constantFrom(
      '2027-03-14',
      '2027-11-07',
      '2027-03-28',
      '2027-10-31',
      '2027-04-04',
      '2027-10-03',
      '2027-02-28',
      '2028-01-01',
    ),
    fc.integer({ min: -6 * 24 * 60, max: 6 * 24 * 60 }),
  )
  .map(([date, minutes]) => Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs)

const iso = (at: number) => new Date(at).toISOString()
const parseUtc = (text: string) => Date.parse(text)

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ]),
)

/** A zone's wall clock from the platform: "2027-03-14", "Sun", "08:30". */
function zonedTime(at: number, zone: string) {
  const parts = clocks.get(zone)?.formatToParts(at) ?? []
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: part('weekday'),
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Reference: steps by quarter hours and counts business days. */
function businessDaysSlowly(at: number, days: number, zone: string): number {
  const { time } = zonedTime(at, zone)
  let date = zonedTime(at, zone).date
  let remaining = days
  for (let now = at; ; now += 15 * minuteMs) {
    const current = zonedTime(now, zone)
    if (current.date !== date) {
      date = current.date
      if (current.weekday !== 'Sat' && current.weekday !== 'Sun') remaining -= 1
    }
    if (remaining > 0 || current.date !== date) continue
    if (current.time === time) return now
    // A skipped time moves by the size of the jump.
    if (current.time > time) return businessDaysSlowly(at - 2 * hourMs, days, zone) + 2 * hourMs
  }
}

/** Reference: steps by five minutes and counts those within company hours. */
function companyHoursSlowly(at: number, hours: number, zone: string): number {
  let remaining = hours * 12
  let now = at
  while (remaining > 0) {
    const { time } = zonedTime(now, zone)
    if (time >= '08:00' && time < '20:00') remaining -= 1
    now += 5 * minuteMs
  }
  return now
}

test.each([
  ['2026-11-16T18:00:00Z', 1, '2026-11-17T18:00:00Z'],
  ['2026-11-20T18:00:00Z', 1, '2026-11-23T18:00:00Z'],
  ['2026-11-21T18:00:00Z', 2, '2026-11-24T18:00:00Z'],
  ['2026-11-19T18:00:00Z', 5, '2026-11-26T18:00:00Z'],
  ['2026-11-22T18:00:00Z', 0, '2026-11-22T18:00:00Z'],
  // Friday in Los Angeles, Saturday in UTC.
  ['2026-11-21T02:00:00Z', 1, '2026-11-24T02:00:00Z'],
  // Noon stays noon across both clock changes.
  ['2027-03-12T20:00:00Z', 1, '2027-03-15T19:00:00Z'],
  ['2027-11-05T19:00:00Z', 1, '2027-11-08T20:00:00Z'],
  ['2027-12-31T20:00:00Z', 1, '2028-01-03T20:00:00Z'],
  ['2028-02-28T20:00:00Z', 2, '2028-03-01T20:00:00Z'],
])('[WAIT-01][RATE-04] %s plus %i business days in Los Angeles is %s', (at, days, end) => {
  expect(iso(afterBusinessDays(parseUtc(at), days, { zone: pacific, holidays: [] }))).toBe(iso(parseUtc(end)))
})

test.each([
  // Thanksgiving, and Christmas with the day after it, by the date in Los Angeles.
  ['2026-11-25T18:00:00Z', 1, '2026-11-27T18:00:00Z'],
  ['2026-11-26T18:00:00Z', 1, '2026-11-27T18:00:00Z'],
  ['2026-11-26T05:00:00Z', 1, '2026-11-28T05:00:00Z'],
  ['2027-12-22T20:00:00Z', 3, '2027-12-28T20:00:00Z'],
])('[WAIT-01] %s plus %i business days skips the company’s holidays: %s', (at, days, end) => {
  const holidays = ['2026-11-26', '2027-12-24']
  expect(iso(afterBusinessDays(parseUtc(at), days, { zone: pacific, holidays }))).toBe(iso(parseUtc(end)))
})

test.each([
  ['within the day', '2026-11-23T17:00:00Z', '2026-11-23T21:00:00Z'],
  ['until the last minute', '2026-11-24T00:00:00Z', '2026-11-24T04:00:00Z'],
  ['overnight', '2026-11-24T02:00:00Z', '2026-11-24T18:00:00Z'],
  ['starting at night', '2026-11-24T05:00:00Z', '2026-11-24T20:00:00Z'],
  ['on a Saturday as on any day', '2026-11-21T17:00:00Z', '2026-11-21T21:00:00Z'],
  ['over the night in which clocks go forward', '2027-03-14T03:00:00Z', '2027-03-14T18:00:00Z'],
  ['over the night in which clocks go back', '2027-11-07T02:00:00Z', '2027-11-07T19:00:00Z'],
])('[WAIT-01] four company hours, %s: from %s until %s', (_, at, end) => {
  expect(iso(afterCompanyHours(parseUtc(at), 4, pacific))).toBe(iso(parseUtc(end)))
})

describe('against a slow reference', () => {
  test('[WAIT-01] adds business days', () => {
    fc.assert(
      fc.property(someInstant, fc.integer({ min: 1, max: 6 }), fc.constantFrom(...zones), (instant, days, zone) => {
        const at = instant - (instant % (15 * minuteMs))
        expect(iso(afterBusinessDays(at, days, { zone, holidays: [] }))).toBe(iso(businessDaysSlowly(at, days, zone)))
      }),
      { numRuns: 200 },
    )
  })

  test('[WAIT-01] adds company hours', () => {
    fc.assert(
      fc.property(someInstant, fc.integer({ min: 1, max: 20 }), fc.constantFrom(...zones), (instant, hours, zone) => {
        const at = instant - (instant % (5 * minuteMs))
        expect(iso(afterCompanyHours(at, hours, zone))).toBe(iso(companyHoursSlowly(at, hours, zone)))
      }),
      { numRuns: 200 },
    )
  })
})

test('[WAIT-01] recognizes a zone by its name', () => {
  expect(['America/Los_Angeles', 'UTC', 'Pacific', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

test.each([
  [defaultCompanyZone, 'within 4 hours, 8\u00A0AM to 8\u00A0PM Pacific'],
  ['America/New_York', 'within 4 hours, 8\u00A0AM to 8\u00A0PM Eastern'],
])('[WAIT-01] shows clients the answer hours by the clock of %s', (zone, text) => {
  expect(messageAnswerText(zone)).toBe(text)
})

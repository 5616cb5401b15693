import { expect, test } from 'vitest'
import { dateWords } from './date-words.ts'

const pacific = dateWords('America/Los_Angeles')
const at = (text: string) => Date.parse(text)

test.each([
  // Across midnight: counts days of the reader's calendar, not hours.
  ['2026-11-23T03:11:00-08:00', '2026-11-22T23:59:59-08:00', 'tomorrow (Mon, Nov 23), 3:11\u00a0AM PST'],
  ['2026-11-23T03:11:00-08:00', '2026-11-23T00:00:00-08:00', 'today (Mon, Nov 23), 3:11\u00a0AM PST'],
  ['2026-11-22T23:59:59-08:00', '2026-11-23T00:00:00-08:00', 'yesterday (Sun, Nov 22), 11:59\u00a0PM PST'],
  ['2026-11-24T00:00:00-08:00', '2026-11-22T23:59:59-08:00', 'Tue, Nov 24, 12:00\u00a0AM PST'],
  // Across New Year: shows a different year, unless the day has a name such as "tomorrow".
  ['2027-01-01T09:00:00-08:00', '2026-12-31T23:00:00-08:00', 'tomorrow (Fri, Jan 1), 9:00\u00a0AM PST'],
  ['2027-01-02T09:00:00-08:00', '2026-12-31T23:00:00-08:00', 'Sat, Jan 2, 2027, 9:00\u00a0AM PST'],
  ['2026-12-30T09:00:00-08:00', '2027-01-01T00:00:00-08:00', 'Wed, Dec 30, 2026, 9:00\u00a0AM PST'],
  ['2026-12-31T17:00:00-08:00', '2026-01-01T00:00:00-08:00', 'Thu, Dec 31, 5:00\u00a0PM PST'],
  // The two days of clock changes, 23 and 25 hours long.
  ['2027-03-14T01:59:00-08:00', '2027-03-13T12:00:00-08:00', 'tomorrow (Sun, Mar 14), 1:59\u00a0AM PST'],
  ['2027-03-14T03:00:00-07:00', '2027-03-13T12:00:00-08:00', 'tomorrow (Sun, Mar 14), 3:00\u00a0AM PDT'],
  ['2027-03-15T00:30:00-07:00', '2027-03-13T23:45:00-08:00', 'Mon, Mar 15, 12:30\u00a0AM PDT'],
  ['2027-11-07T01:30:00-07:00', '2027-11-07T00:00:00-07:00', 'today (Sun, Nov 7), 1:30\u00a0AM PDT'],
  ['2027-11-07T01:30:00-08:00', '2027-11-07T00:00:00-07:00', 'today (Sun, Nov 7), 1:30\u00a0AM PST'],
  ['2027-11-07T23:30:00-08:00', '2027-11-06T23:45:00-07:00', 'tomorrow (Sun, Nov 7), 11:30\u00a0PM PST'],
])('[EASE-07] (ux 22) %s reads at %s: %s', (instant, now, text) => {
  expect(pacific.instant(at(instant), at(now))).toBe(text)
  expect(pacific.time(at(instant), at(now))).toBe(text.replace(/ P[SD]T$/, ''))
  expect(pacific.day(at(instant), at(now))).toBe(text.replace(/, \d+:\d\d\u00a0.M P[SD]T$/, ''))
  expect(pacific.date(at(instant), at(now)).replace(/, \d{4}$/, '')).toBe(/\w{3}, \w{3} \d+/.exec(text)?.[0])
  expect(text.endsWith(pacific.timeOfZone(at(instant)))).toBe(true)
})

test('[EASE-07] uses the reader’s own day', () => {
  const now = at('2026-11-22T12:00:00Z')
  expect(dateWords('Asia/Tokyo').day(at('2026-11-22T20:00:00Z'), now)).toBe('tomorrow (Mon, Nov 23)')
  expect(dateWords('Europe/Paris').day(at('2026-11-22T20:00:00Z'), now)).toBe('today (Sun, Nov 22)')
})

import { expect, test } from 'vitest'
import { capitalized, dateWords } from './date-words.ts'

const pacific = dateWords('America/Los_Angeles')
const at = (text: string) => Date.parse(text)

test.each([
  // Across midnight: counts days of the reader's calendar, not hours.
  ['2026-11-23T03:11:00-08:00', '2026-11-22T23:59:59-08:00', 'tomorrow by 3:11\u00a0AM PST (Mon, Nov\u00a023)'],
  ['2026-11-23T03:11:00-08:00', '2026-11-23T00:00:00-08:00', 'today by 3:11\u00a0AM PST (Mon, Nov\u00a023)'],
  ['2026-11-22T23:59:59-08:00', '2026-11-23T00:00:00-08:00', 'yesterday by 11:59\u00a0PM PST (Sun, Nov\u00a022)'],
  ['2026-11-24T00:00:00-08:00', '2026-11-22T23:59:59-08:00', 'Tue, Nov\u00a024 by 12:00\u00a0AM PST'],
  // Across New Year: shows a different year, unless the day has a name such as "tomorrow".
  ['2027-01-01T09:00:00-08:00', '2026-12-31T23:00:00-08:00', 'tomorrow by 9:00\u00a0AM PST (Fri, Jan\u00a01)'],
  ['2027-01-02T09:00:00-08:00', '2026-12-31T23:00:00-08:00', 'Sat, Jan\u00a02, 2027 by 9:00\u00a0AM PST'],
  ['2026-12-30T09:00:00-08:00', '2027-01-01T00:00:00-08:00', 'Wed, Dec\u00a030, 2026 by 9:00\u00a0AM PST'],
  ['2026-12-31T17:00:00-08:00', '2026-01-01T00:00:00-08:00', 'Thu, Dec\u00a031 by 5:00\u00a0PM PST'],
  // The two days of clock changes, 23 and 25 hours long.
  ['2027-03-14T01:59:00-08:00', '2027-03-13T12:00:00-08:00', 'tomorrow by 1:59\u00a0AM PST (Sun, Mar\u00a014)'],
  ['2027-03-14T03:00:00-07:00', '2027-03-13T12:00:00-08:00', 'tomorrow by 3:00\u00a0AM PDT (Sun, Mar\u00a014)'],
  ['2027-03-15T00:30:00-07:00', '2027-03-13T23:45:00-08:00', 'Mon, Mar\u00a015 by 12:30\u00a0AM PDT'],
  ['2027-11-07T01:30:00-07:00', '2027-11-07T00:00:00-07:00', 'today by 1:30\u00a0AM PDT (Sun, Nov\u00a07)'],
  ['2027-11-07T01:30:00-08:00', '2027-11-07T00:00:00-07:00', 'today by 1:30\u00a0AM PST (Sun, Nov\u00a07)'],
  ['2027-11-07T23:30:00-08:00', '2027-11-06T23:45:00-07:00', 'tomorrow by 11:30\u00a0PM PST (Sun, Nov\u00a07)'],
])('[EASE-07] (ux 22) %s reads at %s: %s', (instant, now, text) => {
  expect(pacific.instant(at(instant), at(now))).toBe(text)
  expect(pacific.time(at(instant), at(now))).toBe(text.replace(' by ', ' at ').replace(/ P[SD]T/, ''))
  const day = text.replace(/ P[SD]T|$/, '').replace(/ \(.*\)$/, '')
  expect(pacific.brief(at(instant), at(now))).toBe(day.replace(' by ', /^[A-Z]/.test(text) ? ', ' : ' '))
  expect(pacific.day(at(instant), at(now))).toBe(text.replace(/ by \d+:\d\d\u00a0.M P[SD]T/, ''))
  expect(pacific.date(at(instant), at(now)).replace(/, \d{4}$/, '')).toBe(/\w{3}, \w{3}\u00a0\d+/.exec(text)?.[0])
  expect(text).toContain(pacific.timeOfZone(at(instant)))
})

test('[EASE-07] uses the reader’s own day', () => {
  const now = at('2026-11-22T12:00:00Z')
  expect(dateWords('Asia/Tokyo').day(at('2026-11-22T20:00:00Z'), now)).toBe('tomorrow (Mon, Nov\u00a023)')
  expect(dateWords('Europe/Paris').day(at('2026-11-22T20:00:00Z'), now)).toBe('today (Sun, Nov\u00a022)')
})

test('[EASE-07] capitalizes the value of a cell', () => {
  expect(capitalized('today by 9:54\u00a0PM PST (Wed, Nov\u00a025)')).toBe(
    'Today by 9:54\u00a0PM PST (Wed, Nov\u00a025)',
  )
})

test('[DESK-08] creates the formats of a zone once for all rows of a table', () => {
  expect(dateWords('America/Los_Angeles')).toBe(pacific)
  expect(dateWords('America/New_York')).not.toBe(pacific)
})

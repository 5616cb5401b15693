import { expect, test } from 'vitest'
import { fullDates } from './full-dates.ts'

test('[EASE-07] names the year, and the zone of an instant', () => {
  const pacific = fullDates('America/Los_Angeles')
  const at = Date.parse('2026-11-23T03:11:00-08:00')
  expect(pacific.date(at)).toBe('Mon, Nov 23, 2026')
  expect(pacific.instant(at)).toBe('Mon, Nov 23, 2026, 3:11\u00a0AM PST')
  expect(pacific.dateOfZone(at)).toBe('Mon, Nov 23, 2026 (PST)')
  expect(fullDates('Asia/Tokyo').date(at)).toBe('Mon, Nov 23, 2026')
})

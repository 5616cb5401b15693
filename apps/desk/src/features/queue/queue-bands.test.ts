import { expect, test } from 'vitest'
import { bandsOf } from './queue-bands.ts'

const now = Date.parse('2026-11-24T05:30:00Z')
const at = (due: string | null, late = false) => bandsOf([{ due, late }], now, 'America/Los_Angeles')[0]?.name

test('[DESK-01] puts a row into its band by the company’s day', () => {
  expect(at('2026-11-24T05:00:00Z', true)).toBe('late')
  expect(at('2026-11-24T06:30:00Z')).toBe('hour')
  // 11 PM in Los Angeles, where it is still the same day.
  expect(at('2026-11-24T07:00:00Z')).toBe('today')
  expect(at('2026-11-24T08:01:00Z')).toBe('later')
  expect(at(null)).toBe('never')
})

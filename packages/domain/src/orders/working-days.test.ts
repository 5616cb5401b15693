import { expect, test } from 'vitest'
import { afterWorkingDays } from './working-days.ts'

test.each([
  ['2026-11-16T10:00:00Z', 1, '2026-11-17T10:00:00Z'],
  ['2026-11-20T10:00:00Z', 1, '2026-11-23T10:00:00Z'],
  ['2026-11-21T10:00:00Z', 2, '2026-11-24T10:00:00Z'],
  ['2026-11-19T10:00:00Z', 5, '2026-11-26T10:00:00Z'],
  ['2026-11-22T10:00:00Z', 0, '2026-11-22T10:00:00Z'],
])('[RATE-04] %s and %i working days is %s', (at, days, end) => {
  expect(new Date(afterWorkingDays(Date.parse(at), days)).toISOString()).toBe(new Date(end).toISOString())
})

import { expect, test } from 'vitest'
import { periodOf, periodsOf } from './period.ts'

// Nov 26 in Los Angeles is already Nov 27 in UTC.
const now = Date.parse('2026-11-27T05:00:00Z')
const { week, month, quarter } = periodsOf(now, 'America/Los_Angeles')

test('[DESK-06] periods end today in the company’s zone', () => {
  expect([week, month, quarter]).toEqual([
    { from: '2026-11-20', to: '2026-11-26' },
    { from: '2026-11-01', to: '2026-11-26' },
    { from: '2026-08-29', to: '2026-11-26' },
  ])
})

test.each([
  ['', month],
  ['from=2026-10-01', { from: '2026-10-01', to: '2026-11-26' }],
  ['from=2026-02-30&to=yesterday', month],
  ['from=2026-12-24&to=2026-12-01', { from: '2026-12-24', to: '2026-12-01' }],
])('[DESK-06] the address "%s" has its period', (search, period) => {
  expect(periodOf(new URLSearchParams(search), month)).toEqual(period)
})

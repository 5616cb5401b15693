import { expect, test } from 'vitest'
import { newStaffMark, readSince } from './tell-staff.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const now = Date.UTC(2026, 0, 2)

test('[WAIT-03] a round reads causes that are new since its mark, and once an hour all of a day', () => {
  const mailedUntil = now - 1_000
  const since = (readAllAt: number) => now - readSince({ mailedUntil, readAllAt }, now)
  expect(now - readSince(newStaffMark(), now)).toBe(dayMs)
  // Slow transactions and clocks that are behind have ten minutes.
  expect(since(now - minuteMs)).toBe(10 * minuteMs + 1_000)
  expect(since(now - 60 * minuteMs)).toBe(dayMs)
  // The clock was set back meanwhile.
  expect(since(now + minuteMs)).toBe(dayMs)
})

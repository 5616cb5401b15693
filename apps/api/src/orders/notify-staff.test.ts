import { expect, test } from 'vitest'
import { newStaffMark, readSince } from './notify-staff.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const now = Date.UTC(2026, 0, 2)

test('[WAIT-03] a round reads causes since its mark, and once an hour those of a whole day', () => {
  const mailedUntil = now - 1_000
  const since = (readAllAt: number) => now - readSince({ mailedUntil, readAllAt }, now)
  expect(now - readSince(newStaffMark(), now)).toBe(dayMs)
  // Allows ten minutes for slow transactions and slow clocks.
  expect(since(now - minuteMs)).toBe(10 * minuteMs + 1_000)
  expect(since(now - 60 * minuteMs)).toBe(dayMs)
  // The clock was set back in between.
  expect(since(now + minuteMs)).toBe(dayMs)
})

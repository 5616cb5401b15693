import { expect, test } from 'vitest'
import { zonesOf } from './client-clock.ts'

const at = Date.UTC(2026, 10, 24, 4, 5)
const clockIn = (timeZone: string) => new Date(at).toLocaleTimeString('en-US', { timeZone, timeStyle: 'short' })

test('[DESK-02] knows each time that the clocks of a country show, west to east', () => {
  expect(zonesOf('GB', at)).toEqual(['Europe/London'])
  const times = zonesOf('AU', at).map(clockIn)
  expect(times.length).toBeGreaterThan(3)
  expect(new Set(times).size).toBe(times.length)
  expect(zonesOf(null, at)).toEqual([])
  expect(zonesOf('nowhere', at)).toEqual([])
})

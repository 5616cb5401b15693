import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochOfTimestamp } from './value-types.ts'

const instant = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

test('reads a timestamp as PostgreSQL writes it, without trailing zeros of its fraction', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const written = at
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '+00')
      expect(epochOfTimestamp(written)).toBe(at.getTime())
    }),
  )
  expect(epochOfTimestamp('2026-11-21 05:10:33.123456+00')).toBe(Date.UTC(2026, 10, 21, 5, 10, 33, 123))
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantText } from './instant-text.ts'

test('[API-12] an instant reads as Date writes it', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (at) => {
      expect(instantText(at.getTime())).toBe(at.toISOString())
    }),
  )
  for (let day = 0; day < 1000; day += 1) {
    const at = new Date(Date.UTC(2026, 0, day, 23, 59, 59, 999))
    expect(instantText(at.getTime())).toBe(at.toISOString())
  }
})

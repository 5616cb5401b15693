import fc from 'fast-check'
import { expect, test } from 'vitest'
import { couponCodeFrom, couponCodeMissingText } from './coupon-code.ts'

test.each([
  ['nerd10', 'NERD10'],
  ['  Nerd 10 ', 'NERD10'],
  ['\tNE RD\n10\u00A0', 'NERD10'],
  ['', ''],
  [' \n ', ''],
])('[DISC-02] normalizes %j to %j', (typed, code) => {
  expect(couponCodeFrom(typed)).toBe(code)
})

test('[DISC-02] normalizes any text to a code without spaces, and a code to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const code = couponCodeFrom(typed)
      expect(code).not.toMatch(/\s/)
      expect(couponCodeFrom(` ${code.toLowerCase()} `)).toBe(couponCodeFrom(code.toLowerCase()))
      expect(couponCodeFrom(code)).toBe(code)
    }),
  )
})

test('[DISC-02] has a text for an empty input', () => {
  expect(couponCodeMissingText).toBe('Please, enter a coupon code.')
})

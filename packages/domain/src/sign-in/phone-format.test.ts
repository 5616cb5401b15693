import { phoneDigits } from './phone.ts'
import { describe, expect, test } from 'vitest'
import { formatPhone } from './phone-format.ts'

describe('formatPhone', () => {
  test.each([
    ['+14155550103', '+1 415 555 0103'],
    ['+1 (415) 555-0100', '+1 415 555 0100'],
    ['+61412345678', '+614 1234 5678'],
  ])('[AUTH-03] groups %s as %s (ux 2)', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown)
  })

  test.each(['', 'call me', '+1 415', '4155550100', '+49 30 1234567'])('leaves %j as it was typed (ux 2)', (typed) => {
    expect(formatPhone(typed)).toBe(typed)
  })

  test.each(['+14155550103', '415.555.0100', ' +1 415 555 0103 ', '+61412345678'])(
    '[AUTH-03] never changes the number that %j stands for',
    (typed) => {
      expect(phoneDigits(formatPhone(typed))).toBe(phoneDigits(typed))
    },
  )
})

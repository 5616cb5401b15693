import { phoneDigits } from './phone.ts'
import { describe, expect, test } from 'vitest'
import { formatPhone } from './phone-format.ts'

describe('formatPhone', () => {
  test.each([
    ['+14155550103', '+1 415 555 0103'],
    ['+1 (415) 555-0100', '+1 415 555 0100'],
    ['+61412345678', '+614 1234 5678'],
  ])('[AUTH-03] (ux 2) groups %s as %s', (typed, grouped) => {
    expect(formatPhone(typed)).toBe(grouped)
  })

  test.each(['', 'call me', '+1 415', '4155550100', '+49 30 1234567'])('(ux 2) leaves %j as typed', (typed) => {
    expect(formatPhone(typed)).toBe(typed)
  })

  test.each(['+14155550103', '415.555.0100', ' +1 415 555 0103 ', '+61412345678'])(
    '[AUTH-03] never changes the number in %j',
    (typed) => {
      expect(phoneDigits(formatPhone(typed))).toBe(phoneDigits(typed))
    },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneDigits, phoneFaultText } from './phone.ts'

test.each([
  ['+1 (415) 555-0100', '+14155550100'],
  ['415.555.0100', '4155550100'],
  ['4155550100', '4155550100'],
  ['  +1 415 555 0100  ', '+14155550100'],
  ['[+44] 20 7946 0958', '+442079460958'],
  ['+1\u00a0415\u2011555\u20130100', '+14155550100'],
  ['\u202a+1 415 555 0100\u202c', '+14155550100'],
  ['12345678901234', '12345678901234'],
])('[AUTH-03] (ux 2) %j is the number %s', (text, number) => {
  expect(phoneDigits(text)).toBe(number)
})

test.each([
  '',
  '+',
  '415555010',
  '123456789012345',
  '++14155550100',
  '1+4155550100',
  '4155550100+',
  '415555010a',
  '415 555 0100 ext 2',
  '+1/415/555/0100',
  'x4155550100',
])('[AUTH-03] %j is no phone number', (text) => {
  expect(phoneDigits(text)).toBeUndefined()
})

test('[AUTH-03] 10 to 14 digits are a number however they are punctuated, a plus is kept, any other count is none', () => {
  // A zero in front may be an international prefix, one in brackets is left out.
  const digits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 18 })
  const separator = fc.constantFrom('', ' ', '.', '-', '(', ')', '\u2013', '\u00a0')
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('', '+'),
      fc.array(separator, { minLength: 18, maxLength: 18 }),
      (ds, plus, marks) => {
        const text = plus + ds.map((digit, index) => `${marks[index]}${digit}`).join('')
        const fits = ds.length >= 10 && ds.length <= 14
        expect(phoneDigits(text)).toBe(fits ? plus + ds.join('') : undefined)
      },
    ),
  )
})

test('[AUTH-03] a number that is read is read again as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-.a') }), (text) => {
      const number = phoneDigits(text)
      if (number !== undefined) expect(phoneDigits(number)).toBe(number)
    }),
  )
})

test('[AUTH-03] the message for a mistyped number', () => {
  expect(phoneFaultText).toBe('Looks like you have mistyped your phone number. Please check and re-enter it.')
})

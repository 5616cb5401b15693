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
])('[AUTH-03] (ux 2) reads %j as %s', (text, number) => {
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
])('[AUTH-03] refuses %j', (text) => {
  expect(phoneDigits(text)).toBeUndefined()
})

test('[AUTH-03] accepts 10 to 14 digits in any punctuation, and keeps the plus', () => {
  // A leading zero may start an international prefix; a zero in brackets is dropped.
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

test('[AUTH-03] reads a parsed number as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-.a') }), (text) => {
      const number = phoneDigits(text)
      if (number !== undefined) expect(phoneDigits(number)).toBe(number)
    }),
  )
})

test('[AUTH-03] has a message for a mistyped number', () => {
  expect(phoneFaultText).toBe('Looks like you have mistyped your phone number. Please check and re-enter it.')
})

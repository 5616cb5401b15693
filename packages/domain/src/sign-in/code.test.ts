import { expect, test } from 'vitest'
import { codeFaultText, codeFromText, codeLength } from './code.ts'

const sms = 'Nerdify: your code is 12345. It is good for 10 minutes.\n\n@nerdify.example #12345'

test.each([
  ['five digits', '12345'],
  ['a space', '12 345'],
  ['a dash', '12-345'],
  ['a long dash', '12–345'],
  ['blanks around', ' 12345\n'],
  ['the whole SMS', sms],
  ['the whole SMS with a line break at its end', `${sms}\r\n`],
  ['the SMS without its line breaks', sms.replaceAll('\n', '')],
  ['the SMS with spaces for its line breaks', sms.replaceAll('\n', ' ')],
  ['an SMS from a host with a port', 'Your code\n@localhost:3000 #12345'],
])('[AUTH-07] (ux 5) reads 12345 from %s', (_, text) => {
  expect(codeFromText(text)).toBe('12345')
})

test('[AUTH-07] (ux 5) keeps leading zeros', () => {
  expect(codeFromText('00 042')).toBe('00042')
})

test.each(['', '1234', '123456', '1234a', '12.345', '@nerdify.example #123456', '@nerdify.example #1234'])(
  '[AUTH-04] refuses %j as a code: it must have exactly 5 digits',
  (text) => {
    expect(codeFromText(text)).toBeUndefined()
  },
)

test('[AUTH-04][AUTH-05] has codes of 5 digits, and a message for a wrong one', () => {
  expect(codeLength).toBe(5)
  expect(codeFaultText).toBe('Looks like you have mistyped the verification code. Please check and re-enter it.')
})

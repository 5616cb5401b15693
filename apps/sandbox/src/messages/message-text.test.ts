import { expect, test } from 'vitest'
import { codeIn, webAddress } from './message-text.ts'

test('[SBX-02] only http and https addresses become links', () => {
  const text = 'See https://shop.test/a?b=1, http://127.0.0.1:3000/x). Not javascript:alert(1).'
  const links = text.split(webAddress).filter((_, index) => index % 2 === 1)
  expect(links).toEqual(['https://shop.test/a?b=1', 'http://127.0.0.1:3000/x'])
})

test.each([
  ['Your code is 12345.', '12345'],
  ['Your Nerdify code: 00123', '00123'],
  ['12345 is your Nerdify code', '12345'],
  ['Sign in\n\n@shop.test #54321', '54321'],
  ['Order No. 48213 is ready. It cost $27.00', undefined],
  ['Call +1 415 555 0103', undefined],
])('[SBX-02] the code in "%s" is %s', (text, code) => {
  expect(codeIn(text)).toBe(code)
})

import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [48 * 60, '2 days'],
  [48 * 60 - 1, '47 hours'],
  [119, '1 hour'],
  [60, '1 hour'],
  [59, '59 minutes'],
  [1, '1 minute'],
  [0.9, undefined],
  [-5, undefined],
])('[EASE-04] formats %f minutes as %s', (minutes, text) => {
  expect(timeLeft(minutes * 60_000, 0)).toBe(text)
})

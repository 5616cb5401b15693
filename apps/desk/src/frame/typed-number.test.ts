import { expect, test } from 'vitest'
import { numberOf } from './typed-number.ts'

test.each([
  ['1200.50', 1_200.5],
  ['$1,200.50', 1_200.5],
  [' $ 1,234,567 ', 1_234_567],
  ['12 %', 12],
  ['.5', 0.5],
  ['5.', 5],
  ['0', 0],
  ['-5', -5],
])('[DESK-02][DESK-05] reads %j as %d', (typed, number) => {
  expect(numberOf(typed)).toBe(number)
})

test.each(['', ' ', '$', '.', '-', '1200,5', '1,20', '12,3456', '1.200,50', '1 200', '1e3', '0x1F', 'Infinity', 'ten'])(
  '[DESK-02][DESK-05] does not guess a number from %j',
  (typed) => {
    expect(numberOf(typed)).toBeNaN()
  },
)

import { expect, test } from 'vitest'
import { tipOptions } from './tip-options.ts'

test.each([
  [4_800, [300, 500, 800]],
  [4_000, [200, 400, 600]],
  [4_001, [300, 500, 700]],
  [500, [100, 100, 100]],
  [0, [100, 100, 100]],
])('[RATE-05] for an order of %i cents the tips are rounded up to whole dollars, at least one', (price, cents) => {
  expect(tipOptions(price).map((option) => option.cents)).toEqual(cents)
  expect(tipOptions(price).map((option) => option.percent)).toEqual([5, 10, 15])
})

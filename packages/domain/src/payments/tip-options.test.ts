import { expect, test } from 'vitest'
import { tipOptions } from './tip-options.ts'

test.each([
  [4_800, [300, 500, 800]],
  [4_000, [200, 400, 600]],
  [4_001, [300, 500, 700]],
  [500, [100, 200, 300]],
  [2_100, [200, 300, 400]],
  [0, [100, 200, 300]],
])(
  '[RATE-05] an order of %i cents offers tips in whole dollars, each at least one dollar above the last',
  (price, cents) => {
    expect(tipOptions(price).map((option) => option.cents)).toEqual(cents)
    expect(tipOptions(price).map((option) => option.percent)).toEqual([5, 10, 15])
  },
)

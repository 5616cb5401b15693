import { expect, test } from 'vitest'
import { lostDiscountText } from './lost-discount.ts'

test('[DISC-16][HOLD-09] explains why a payment lost its discount, and ignores other coupon errors', () => {
  expect(lostDiscountText('paid_orders_max')).toContain('for a first order')
  expect(lostDiscountText('used')).toContain('Another order')
  expect([null, 'min_price', 'toString'].map(lostDiscountText)).toEqual([undefined, undefined, undefined])
})

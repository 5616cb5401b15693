import { expect, test } from 'vitest'
import { lostDiscountText } from './lost-discount.ts'

test('[DISC-16][HOLD-09] a payment that loses its discount says why, and other errors of a coupon say nothing', () => {
  expect(lostDiscountText('paid_orders_max')).toContain('for a first order')
  expect(lostDiscountText('used')).toContain('Another order')
  expect([null, 'min_price', 'toString'].map(lostDiscountText)).toEqual([undefined, undefined, undefined])
})

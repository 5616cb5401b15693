import type { DiscountInfo } from '@nerdify/contract/orders.ts'
import { expect, test } from 'vitest'
import { couponSaving } from './coupon-saving.ts'

const entry = (change: Partial<DiscountInfo>): DiscountInfo => ({
  code: 'X',
  value: 10,
  discount_type: 'percent',
  quote_amount: 0,
  cashback_amount: 0,
  ...change,
})

test.each([
  [[entry({ quote_amount: 4.8 })], '$4.80 off this order'],
  [[entry({ discount_type: 'amount', quote_amount: 5 })], '$5.00 off this order'],
  [[entry({ discount_type: 'cashback', cashback_amount: 7.2 })], '$7.20 back to your balance after you pay'],
  [[entry({ discount_type: 'top_writer' })], 'TOP Nerd for free'],
  [
    [entry({ discount_type: 'adv_plagreport' }), entry({ discount_type: 'vip_support' })],
    'Plagiarism Report for free, VIP support for free',
  ],
])('[DISC-14] describes a coupon’s gift in words', (discountInfo, words) => {
  expect(couponSaving({ discountInfo })).toBe(words)
})

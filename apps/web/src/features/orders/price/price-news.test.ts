import { expect, test } from 'vitest'
import { anOrderAnswer } from '../../../testing/an-order-answer.ts'
import { priceNewsOf } from './price-news.ts'

const before = anOrderAnswer({ version: 3, quote_price: 40, price: 40 })

test('[PRICE-12] a service added after the quote’s 30 minutes reports a new price', () => {
  const changed = { ...before, version: 4, price: 45, service_price: 5 }
  expect(priceNewsOf(before, changed)).toBeUndefined()
  expect(priceNewsOf(before, { ...changed, quote_price: 48, price: 53 })).toBe('quote_lapsed')
})

test('[PRICE-12] a price change by size, type or deadline is not reported', () => {
  for (const chosen of [{ size: '3 Pages' }, { priceName: 'Quiz' }, { deadline: '2026-11-23T17:00:00.000Z' }]) {
    expect(priceNewsOf(before, { ...before, ...chosen, version: 4, quote_price: 60 })).toBeUndefined()
  }
})

test('[DISC-15][PRICE-12] a lost coupon is the reason, also when the quote had lapsed', () => {
  const withCoupon = { ...before, discountCode: 'SAVE5', discount_amount: 5, price: 35 }
  const lost = { ...before, version: 4, discountErrorType: 'min_price', discountErrorValue: 30, quote_price: 24 }
  expect(priceNewsOf(withCoupon, lost)).toBe('coupon_lost')
  expect(priceNewsOf(withCoupon, { ...before, version: 4 })).toBeUndefined()
})

test('(abuse 40) an order with more changes than our own was changed elsewhere', () => {
  expect(priceNewsOf(before, { ...before, version: 6, quote_price: 48, price: 48 })).toBe('changed_elsewhere')
})

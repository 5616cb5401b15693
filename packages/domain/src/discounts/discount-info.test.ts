import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CouponGift, type FreeAddOn, freeAddOnNames } from './coupon.ts'
import { cashbackCentsOf, discountCentsOf } from './discount-amount.ts'
import { discountInfoOf, giftOfDiscountInfo } from './discount-info.ts'

const infoOf = (gift: CouponGift, quoteCents: number) =>
  discountInfoOf({
    code: 'CODE',
    gift,
    discountCents: discountCentsOf(gift, quoteCents),
    cashbackCents: cashbackCentsOf(gift, quoteCents),
    worthCents: (addOn) => (addOn === 'vip_support' ? 0 : 960),
  })

test.each([
  [{ kind: 'percent', percent: 10 }, [{ value: 10, discount_type: 'percent', quote_amount: 4.8, cashback_amount: 0 }]],
  [
    { kind: 'amount', amountCents: 550 },
    [{ value: 5.5, discount_type: 'amount', quote_amount: 5.5, cashback_amount: 0 }],
  ],
  [
    { kind: 'cashback', percent: 15 },
    [{ value: 15, discount_type: 'cashback', quote_amount: 0, cashback_amount: 7.2 }],
  ],
  [
    { kind: 'free', addOns: ['top_writer', 'vip_support'] },
    [
      { value: 9.6, discount_type: 'top_writer', quote_amount: 0, cashback_amount: 0 },
      { value: 0, discount_type: 'vip_support', quote_amount: 0, cashback_amount: 0 },
    ],
  ],
] as [CouponGift, object[]][])('[DISC-14] writes the entries of a discount on $48: %j', (gift, entries) => {
  expect(infoOf(gift, 4800)).toEqual(entries.map((entry) => ({ code: 'CODE', ...entry })))
})

test('[DISC-14][FLOW-15] reads the gift back from its entries, so that browser and server price alike', () => {
  const anyPercent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
  const anyGift: fc.Arbitrary<CouponGift> = fc.oneof(
    fc.record({ kind: fc.constantFrom('percent' as const, 'cashback' as const), percent: anyPercent }),
    fc.record({ kind: fc.constant('amount' as const), amountCents: fc.integer({ min: 0, max: 100_000 }) }),
    fc.record({
      kind: fc.constant('free' as const),
      addOns: fc.subarray(Object.keys(freeAddOnNames) as FreeAddOn[], { minLength: 1 }),
    }),
  )
  fc.assert(
    fc.property(anyGift, fc.integer({ min: 0, max: 500_000 }), (gift, quoteCents) => {
      expect(giftOfDiscountInfo(infoOf(gift, quoteCents))).toEqual(gift)
    }),
    { numRuns: 1000 },
  )
  expect(giftOfDiscountInfo([])).toBeUndefined()
})

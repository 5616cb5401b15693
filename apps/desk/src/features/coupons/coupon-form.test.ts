import type { Discount } from '@nerdify/contract/operations.ts'
import { aPriceTable, someServicePrices } from '@nerdify/domain/testing/a-price-table.ts'
import { expect, test } from 'vitest'
import { checked } from '../../frame/use-edit.ts'
import { sampleCents, sampleOrders } from '../prices/sample-orders.ts'
import { cellsOfCoupon, couponFaults, couponOf, couponToTry, fieldOfRefusal, newCouponCells } from './coupon-form.ts'

const zone = 'America/Los_Angeles'
const facts = { code: 'ESSAY10', version: 'v1', used: 1, left: 4, over: false }
const terms = {
  gift: { kind: 'percent', percent: 10 },
  expires_at: '2026-12-01T07:59:59.999Z',
  once_a_client: true,
  most_uses: 5,
  price_names: ['Essay (writing)'],
  least_paid_orders: 0,
  least_quote_price: 30.5,
} satisfies Omit<Discount, keyof typeof facts>
const coupon: Discount = { ...facts, ...terms }

test('[DESK-05] sends every term of a coupon back from its cells, an untouched end to the millisecond', () => {
  const cells = cellsOfCoupon(coupon, zone)
  expect(cells['expires_at']).toBe('2026-11-30T23:59')
  expect(couponOf(cells, coupon, zone)).toEqual(terms)
  const later = couponOf({ ...cells, expires_at: '2026-12-24T18:00' }, coupon, zone)
  expect(later.expires_at).toBe('2026-12-25T02:00:00.000Z')
  expect(couponOf({ ...cells, expires_at: '' }, coupon, zone)).not.toHaveProperty('expires_at')
  const free: Discount = { ...facts, gift: { kind: 'free', add_ons: ['draft_needed', 'vip_support'] } }
  expect(couponOf(cellsOfCoupon(free, zone), free, zone)).toEqual({ gift: free.gift })
})

test('[DESK-05] reads the numbers of a coupon as people write amounts', () => {
  const typed = { ...newCouponCells, code: 'TEN', value: '10%', most_uses: '1,000' }
  expect(couponFaults(typed, true)).toEqual({})
  expect(couponOf(typed, undefined, zone)).toEqual({ gift: { kind: 'percent', percent: 10 }, most_uses: 1_000 })
})

test('[DESK-05] asks for the code, the amount or the free extras of a coupon, each at its field', () => {
  expect(Object.keys(couponFaults(newCouponCells, true))).toEqual(['code', 'value'])
  expect(Object.keys(couponFaults({ kind: 'free', most_uses: 'x' }, false))).toEqual(['extras', 'most_uses'])
  expect(couponFaults({ kind: 'free', vip_support: checked }, false)).toEqual({})
  expect(['gift.percent', 'gift.add_ons', 'most_uses'].map(fieldOfRefusal)).toEqual(['value', 'extras', 'most_uses'])
})

test('[DESK-05] tries a coupon on sample orders, and changes only those that it is for and that cost enough', () => {
  const prices = { rates: aPriceTable, services: someServicePrices }
  const totals = (cells: Record<string, string>) =>
    sampleOrders.map((sample) => {
      const typed = couponToTry({ ...newCouponCells, ...cells })
      return (sampleCents(sample, prices, typed) ?? 0) - (sampleCents(sample, prices) ?? 0)
    })
  const half = totals({ value: '50' })
  expect(half.every((change) => change < 0)).toBe(true)
  expect(totals({ value: '50', Problems: checked })).toEqual([0, 0, half[2]])
  expect(totals({ value: '50', least_quote_price: '100000' })).toEqual([0, 0, 0])
  expect(totals({ kind: 'cashback', value: '50' })).toEqual([0, 0, 0])
  expect(totals({ kind: 'amount', value: '5' })).toEqual([-500, -500, -500])
  // The sample has a draft already.
  expect(totals({ kind: 'free', draft_needed: checked })[1]).toBe(0)
})

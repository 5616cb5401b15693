import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceNames } from '../catalog/job-types.ts'
import { serviceKeys } from '../catalog/services.ts'
import { type Coupon, type FreeAddOn, freeAddOns } from './coupon.ts'
import {
  dependsOnEarlierOrders,
  type CouponErrorType,
  couponRefusal,
  couponRuleNames,
  couponRules,
  type CouponSituation,
} from './coupon-rules.ts'

const now = Date.parse('2027-01-20T18:30:00Z')

/** An essay of $48 in 24 hours; the client has no plan and one paid order. */
const situation: CouponSituation = {
  now,
  priceName: 'Essay (writing)',
  quoteCents: 4800,
  hours: 24,
  paidOrders: 1,
  earlierOrders: 0,
  usedByClient: false,
  usedUp: false,
  chosenServices: [],
  planAddOns: [],
}
test.each([
  [{}, false],
  [{ mostPaidOrders: 0 }, true],
  [{ forNewPeople: true }, true],
  [{ forNewPeople: false }, false],
])('[HOLD-09] the coupon %j depends on orders of erased accounts: %s', (coupon, depends) => {
  expect(dependsOnEarlierOrders(coupon)).toBe(depends)
})

const tenPercent: Coupon = { code: 'TEN', gift: { kind: 'percent', percent: 10 } }
const free = (...addOns: FreeAddOn[]): Coupon => ({ code: 'FREE', gift: { kind: 'free', addOns } })

/** For each error type: a coupon, a situation that it refuses, and a similar one that it accepts. */
const cases: Record<
  CouponErrorType,
  { coupon: Coupon | undefined; refused: Partial<CouponSituation>; accepted: Partial<CouponSituation>; value?: unknown }
> = {
  expiration: { coupon: { ...tenPercent, expiresAt: now }, refused: {}, accepted: { now: now - 1 } },
  gift_used: {
    coupon: { ...tenPercent, onceAClient: true, forNewPeople: true },
    refused: { usedByClient: true },
    accepted: { paidOrders: 7 },
  },
  used: { coupon: { ...tenPercent, onceAClient: true }, refused: { usedByClient: true }, accepted: { usedUp: true } },
  used_up: { coupon: { ...tenPercent, mostUses: 1 }, refused: { usedUp: true }, accepted: { usedByClient: true } },
  paid_orders_max: { coupon: { ...tenPercent, mostPaidOrders: 0 }, refused: {}, accepted: { paidOrders: 0 } },
  paid_orders: {
    coupon: { ...tenPercent, leastPaidOrders: 3 },
    refused: { paidOrders: 2 },
    accepted: { paidOrders: 3 },
  },
  order_type: {
    coupon: { ...tenPercent, priceNames: ['Essay (writing)'] },
    refused: { priceName: 'Essay (editing)' },
    accepted: {},
  },
  service_allready_sub: {
    coupon: free('adv_plagreport'),
    refused: { planAddOns: ['adv_plagreport'] },
    accepted: { planAddOns: ['top_writer'], chosenServices: ['adv_plagreport'] },
    value: 'Plagiarism Report',
  },
  min_price: {
    coupon: { ...tenPercent, leastQuoteCents: 3050 },
    refused: { quoteCents: 3049 },
    accepted: { quoteCents: 3050 },
    value: 30.5,
  },
  service_top_writer: {
    coupon: free('top_writer'),
    refused: { chosenServices: ['top_writer'] },
    accepted: { chosenServices: ['draft_needed'] },
  },
  service_draft: {
    coupon: free('draft_needed'),
    refused: { chosenServices: ['draft_needed'] },
    accepted: { chosenServices: ['top_writer'] },
  },
  draft_deadline: { coupon: free('draft_needed'), refused: { hours: 23 }, accepted: { hours: 24 } },
  unknown_code: { coupon: undefined, refused: {}, accepted: {} },
}

describe('each rule', () => {
  test.each(couponRuleNames)('[DISC-17][DISC-11] %s refuses its case and accepts a similar one', (errorType) => {
    const { coupon, refused, accepted, value = null } = cases[errorType]
    expect(couponRefusal(coupon, { ...situation, ...refused })).toEqual({ errorType, errorValue: value })
    expect(couponRefusal(coupon, { ...situation, ...accepted })).toBeUndefined()
  })

  test('[DISC-11] refuses an unknown code', () => {
    expect(couponRefusal(undefined, situation)).toEqual({ errorType: 'unknown_code', errorValue: null })
  })
})

const anySituation: fc.Arbitrary<CouponSituation> = fc.record({
  now: fc.integer({ min: now - 10, max: now + 10 }),
  priceName: fc.constantFrom(...priceNames),
  quoteCents: fc.integer({ min: 0, max: 10_000 }),
  hours: fc.integer({ min: 0, max: 200 }),
  paidOrders: fc.nat(5),
  earlierOrders: fc.nat(5),
  usedByClient: fc.boolean(),
  usedUp: fc.boolean(),
  chosenServices: fc.subarray([...serviceKeys]),
  planAddOns: fc.subarray([...freeAddOns]),
})
const anyAddOns = fc.subarray([...freeAddOns], { minLength: 1 })
const anyConditions = fc.record(
  {
    expiresAt: fc.integer({ min: now - 10, max: now + 10 }),
    onceAClient: fc.boolean(),
    mostUses: fc.integer({ min: 1, max: 3 }),
    priceNames: fc.subarray([...priceNames]),
    leastPaidOrders: fc.nat(5),
    mostPaidOrders: fc.nat(5),
    leastQuoteCents: fc.integer({ min: 0, max: 10_000 }),
  },
  { requiredKeys: [] },
)
const anyCoupon: fc.Arbitrary<Coupon> = fc
  .tuple(anyAddOns, fc.boolean(), anyConditions)
  .map(([addOns, isFree, conditions]) => ({ ...(isFree ? free(...addOns) : tenPercent), ...conditions }))

test('[HOLD-09] counts orders of erased accounts for first-order codes only', () => {
  const first: Coupon = { ...tenPercent, mostPaidOrders: 1 }
  const errorTypeOf = (coupon: Coupon, paidOrders: number, earlierOrders: number) =>
    couponRefusal(coupon, { ...situation, paidOrders, earlierOrders })?.errorType
  expect(errorTypeOf(first, 1, 0)).toBeUndefined()
  expect(errorTypeOf(first, 0, 1)).toBeUndefined()
  expect(errorTypeOf(first, 1, 1)).toBe('paid_orders_max')
  expect(errorTypeOf(first, 0, 7)).toBe('paid_orders_max')
  expect(errorTypeOf({ ...tenPercent, leastPaidOrders: 3 }, 0, 7)).toBe('paid_orders')
})

test('[DISC-04][DISC-11] reports the first rule in the table that refuses', () => {
  fc.assert(
    fc.property(anyCoupon, anySituation, (coupon, facts) => {
      const refusing = couponRuleNames.filter((name) => couponRules[name](coupon, facts))
      expect(couponRefusal(coupon, facts)?.errorType).toBe(refusing[0])
    }),
    { numRuns: 1000 },
  )
})

test('[DISC-14] never refuses a discount without conditions', () => {
  fc.assert(
    fc.property(anySituation, (facts) => {
      expect(couponRefusal(tenPercent, facts)).toBeUndefined()
      expect(couponRefusal(free('vip_support'), { ...facts, planAddOns: [] })).toBeUndefined()
    }),
  )
})

test('[DISC-10] names VIP support if the plan includes it', () => {
  expect(couponRefusal(free('vip_support'), { ...situation, planAddOns: ['vip_support'] })).toEqual({
    errorType: 'service_allready_sub',
    errorValue: 'VIP Support',
  })
})

test('[DISC-17] refuses a coupon of several free services only if the plan includes all of them', () => {
  const both = free('adv_plagreport', 'prioritize_my_task')
  expect(couponRefusal(both, { ...situation, planAddOns: ['prioritize_my_task'] })).toBeUndefined()
  expect(couponRefusal(both, { ...situation, planAddOns: ['prioritize_my_task', 'adv_plagreport'] })).toEqual({
    errorType: 'service_allready_sub',
    errorValue: 'Plagiarism Report',
  })
})

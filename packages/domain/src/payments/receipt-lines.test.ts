import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobTypes } from '../catalog/job-types.ts'
import { offeredServices } from '../catalog/services.ts'
import { priceOf } from '../pricing/price.ts'
import { referralCoupon } from '../referrals/referral.ts'
import { lineAmount, receiptLines, serviceLines } from './receipt-lines.ts'
import { paidLines, settledLines } from './settled-lines.ts'

const size = { count: 2, measure: 'Pages' } as const
const shown = (lines: readonly { text: string; cents: number }[]) =>
  lines.map((line) => `${line.text}: ${lineAmount(line)}`)

test('[EASE-06][PRICE-11] names the task, each service with why it is free, and the discount by its code', () => {
  const quote = {
    quoteCents: 4000,
    services: {
      prioritize_my_task: { listCents: 500, inPlan: true },
      top_writer: { listCents: 800, inPlan: false },
      adv_plagreport: { listCents: 800, inPlan: false },
    },
  }
  const gift = { kind: 'percent', percent: 10 } as const
  const price = priceOf(quote, { added: ['prioritize_my_task', 'top_writer'], gift })
  expect(shown(receiptLines({ ...price, task: 'Essay writing', size, discountCode: 'NERD10' }))).toEqual([
    'Essay writing, 2 pages: $40.00',
    'TOP Nerd: $8.00',
    'Prioritize my Task (with your plan): Free',
    'Coupon NERD10: −$4.00',
  ])
  const referredOrder = { ...price, task: undefined, size: null, discountCode: referralCoupon.code }
  expect(shown(receiptLines(referredOrder)).at(-1)).toBe('From your friend: −$4.00')
  expect(shown(receiptLines(referredOrder))[0]).toBe('Task: $40.00')
})

test('[EASE-06] names a discount of one cent', () => {
  const price = priceOf({ quoteCents: 4000, services: {} }, { added: [], gift: { kind: 'amount', amountCents: 1 } })
  expect(shown(receiptLines({ ...price, task: 'Essay', size, discountCode: null }))).toEqual([
    'Essay, 2 pages: $40.00',
    'Discount: −$0.01',
  ])
})

test('[PAY-16] names the card by brand and digits, as far as they are known', () => {
  const paidBy = (card: { cardBrand?: string; cardLast4?: string }) =>
    paidLines({ cardCents: 3800, balanceCents: 0, ...card })[0]?.text
  expect(paidBy({ cardBrand: 'visa', cardLast4: '4242' })).toBe('Paid by Visa 4242')
  expect(paidBy({ cardBrand: 'amex', cardLast4: '0005' })).toBe('Paid by American Express 0005')
  expect(paidBy({ cardBrand: 'unknown', cardLast4: '0005' })).toBe('Paid by card ending in 0005')
  expect(paidBy({})).toBe('Paid by card')
})

test('[EASE-06][PAY-10] shows payments, refunds and the tip below the total', () => {
  expect(shown(paidLines({ cardCents: 3800, cardLast4: '4242', balanceCents: 1000 }))).toEqual([
    'From your balance: −$10.00',
    'Paid by card ending in 4242: $38.00',
  ])
  expect(paidLines({ cardCents: 0, balanceCents: 0 })).toEqual([])
  expect(shown(settledLines({ totalCents: 5300, paidCents: 4800, refundedCents: 0, tipCents: 0 }))).toEqual([
    'Paid: $48.00',
    'To pay: $5.00',
  ])
  expect(settledLines({ totalCents: 4800, paidCents: 0, refundedCents: 0, tipCents: 0 })).toEqual([])
  expect(shown(settledLines({ totalCents: 4800, paidCents: 4800, refundedCents: 0, tipCents: 0 }))).toEqual([
    'Paid: $48.00',
  ])
  expect(shown(settledLines({ totalCents: 4800, paidCents: 4800, refundedCents: 300, tipCents: 500 }))).toEqual([
    'Paid: $48.00',
    'Refunded: $3.00',
    'Tip for your Nerd: $5.00',
  ])
})

test('[EASE-06][HOLD-06] deducts earlier payments that count for a service', () => {
  const services = { adv_plagreport: { added: true, priceCents: 800, freeReason: null } }
  expect(shown(serviceLines({ services }, ['adv_plagreport'], 600))).toEqual([
    'Plagiarism Report: $8.00',
    'Already paid: −$2.00',
  ])
  expect(shown(serviceLines({ services }, ['adv_plagreport'], 800))).toEqual(['Plagiarism Report: $8.00'])
})

test('[EASE-06][PRICE-05] adds up to the total of any price', () => {
  const prices = fc.record({
    quoteCents: fc.integer({ min: 0, max: 500_000 }),
    listCents: fc.integer({ min: 0, max: 50_000 }),
    inPlan: fc.boolean(),
    added: fc.subarray([...offeredServices]),
    gift: fc.option(
      fc.record({ kind: fc.constant('amount' as const), amountCents: fc.integer({ min: 1, max: 9000 }) }),
      {
        nil: undefined,
      },
    ),
    jobType: fc.constantFrom(...jobTypes),
  })
  fc.assert(
    fc.property(prices, ({ quoteCents, listCents, inPlan, added, gift, jobType }) => {
      const services = Object.fromEntries(offeredServices.map((key) => [key, { listCents, inPlan }]))
      const price = priceOf({ quoteCents, services }, { added, gift })
      const lines = receiptLines({ ...price, task: jobType.name, size, discountCode: null })
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(price.totalCents)
    }),
  )
})

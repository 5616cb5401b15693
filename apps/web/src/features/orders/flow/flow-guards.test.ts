import type { Order } from '@nerdify/contract/orders.ts'
import { expect, test } from 'vitest'
import { type FlowPage, flowStateOf, redirectFor } from './flow-guards.ts'

const now = Date.UTC(2026, 10, 21, 12)
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

const ready = {
  _id: 'o1',
  isLocked: false,
  isPromo: false,
  is_complex: false,
  type: 'Essay (writing)',
  service_type: 'writing',
  priceName: 'Essay (writing)',
  details: 'Causes of the war',
  attachments: [] as Order['attachments'],
  honour_code_agreed: true,
  subject: 'History',
  size: '2 Pages',
  deadline: inHours(12),
} as Order

const stateOf = (change: Partial<Order>) => flowStateOf({ ...ready, ...change }, now, { premium: false })
const pages: FlowPage[] = ['job-type', 'form', 'details', 'extra-services', 'payment', 'thank-you']
const placesOf = (change: Partial<Order>) => pages.map((page) => redirectFor(page, stateOf(change), 'o1') ?? 'stays')

test('[FLOW-19] promo, Complex and paid orders lead from the form to the cabinet', () => {
  for (const change of [{ isPromo: true }, { is_complex: true }, { type: 'Complex' }, { isLocked: true }]) {
    expect(redirectFor('form', stateOf(change), 'o1')).toBe('/orders')
  }
})

test('[FLOW-24] a paid order continues from the payment page to its thank-you page', () => {
  expect(redirectFor('payment', stateOf({ isLocked: true }), 'o1')).toBe('/order/o1/thank-you')
  expect(redirectFor('payment', stateOf({ isLocked: true, isPromo: true }), 'o1')).toBe('/order/o1/thank-you')
})

test('[FLOW-02] an order without a service type goes to its job type', () => {
  expect(redirectFor('form', stateOf({ service_type: null }), 'o1')).toBe('/order/o1/jobtype')
})

test('an incomplete order, or one with a past or too short deadline, goes to the form', () => {
  const lacking = [
    { subject: null },
    { size: null },
    { deadline: null },
    { deadline: inHours(-1) },
    { size: '20 Pages', deadline: inHours(12) },
  ]
  for (const change of lacking) {
    expect(stateOf(change)).toBe('unfinished')
    expect(redirectFor('payment', stateOf(change), 'o1')).toBe('/order/o1')
  }
})

test('[FLOW-26] further services are for paid orders; all others lead home', () => {
  expect(redirectFor('additional-services', stateOf({ isLocked: true }), 'o1')).toBeUndefined()
  for (const change of [{}, { size: null }, { service_type: null }, { isPromo: true }]) {
    expect(redirectFor('additional-services', stateOf(change), 'o1')).toBe('/')
  }
})

test('[FLOW-32] an order without a description or honor code goes to its details before payment', () => {
  for (const change of [{ details: null }, { details: ' ' }, { honour_code_agreed: false }]) {
    for (const page of ['extra-services', 'payment'] as const) {
      expect(redirectFor(page, stateOf(change), 'o1')).toBe('/order/o1/details?before=payment')
    }
    expect(redirectFor('details', stateOf(change), 'o1')).toBeUndefined()
  }
  expect(stateOf({ details: null, attachments: [{ id: 'f1' }] as Order['attachments'] })).toBe('ready')
})

test('[FLOW-33] a deadline nearer than every choice leads to the form, except a plan’s own choice', () => {
  const near = { size: '1 Pages', deadline: inHours(2) }
  expect(redirectFor('payment', stateOf(near), 'o1')).toBe('/order/o1')
  expect(flowStateOf({ ...ready, ...near }, now, { premium: true })).toBe('ready')
  expect(stateOf({ size: '1 Pages', deadline: inHours(2.3) })).toBe('ready')
})

test('[OPS-05][FLOW-33] an order whose price is agreed can be paid until its deadline', () => {
  const agreed = { size: '8 Pages', deadline: inHours(5), price_fixed: true }
  expect(stateOf(agreed)).toBe('ready')
  expect(stateOf({ ...agreed, price_fixed: false })).toBe('unfinished')
  expect(stateOf({ ...agreed, deadline: inHours(0) })).toBe('unfinished')
})

test('[FLOW-19] the table of pages and states', () => {
  expect({
    ready: placesOf({}),
    undescribed: placesOf({ details: null }),
    unfinished: placesOf({ size: null }),
    untyped: placesOf({ service_type: null }),
    promo: placesOf({ isPromo: true }),
    paid: placesOf({ isLocked: true }),
  }).toEqual({
    ready: ['stays', 'stays', 'stays', 'stays', 'stays', 'stays'],
    undescribed: [
      'stays',
      'stays',
      'stays',
      '/order/o1/details?before=payment',
      '/order/o1/details?before=payment',
      'stays',
    ],
    unfinished: ['stays', 'stays', 'stays', '/order/o1', '/order/o1', 'stays'],
    untyped: ['stays', '/order/o1/jobtype', '/order/o1/jobtype', '/order/o1/jobtype', '/order/o1/jobtype', 'stays'],
    promo: ['/orders', '/orders', '/orders', '/orders', 'stays', 'stays'],
    paid: ['/orders', '/orders', '/orders', '/orders', '/order/o1/thank-you', 'stays'],
  })
})

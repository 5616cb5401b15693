import { stepCount } from '@nerdify/domain/orders/order-steps.ts'
import { expect, test } from 'vitest'
import { stepPath, stepTermsOf } from './flow-place.ts'

test('[FLOW-28] each step has its address, for a draft and for an order', () => {
  const steps = ['job-type', 'form', 'details', 'extra-services'] as const
  expect(steps.map((step) => stepPath(step, { jobType: 'quiz' }))).toEqual([
    '/neworder',
    '/neworder/quiz',
    '/neworder/quiz/details',
    '/neworder/quiz/extra-services',
  ])
  expect(steps.map((step) => stepPath(step, { orderId: 'o1' }))).toEqual([
    '/order/o1/jobtype',
    '/order/o1',
    '/order/o1/details',
    '/order/o1/extra-services',
  ])
})

test('[FLOW-28] there are 3 steps in the add-ons experiment with a lapsed subscription, else 4', () => {
  const addons = { subscription_nerdy: 'addons' }
  const count = (tags: string[], exp_data: object = addons) => stepCount(stepTermsOf({ exp_data, tags }))
  expect(count(['subscription_inactive'])).toBe(3)
  expect(count(['subscription_pastdue', 'subscription_active'])).toBe(3)
  expect(count(['subscription_active'])).toBe(4)
  expect(count([])).toBe(4)
  expect(count(['subscription_inactive'], {})).toBe(4)
  expect(stepCount(stepTermsOf(undefined))).toBe(4)
})

import { expect, test } from 'vitest'
import { anOrderAnswer } from '../../testing/an-order-answer.ts'
import { payDifference } from './pay-difference.ts'

const { services } = anOrderAnswer()
const added = { ...services.prioritize_my_task, price: 8, added: true }

test.each([
  [{}, 0, undefined],
  [{ price: 35, services: { ...services, prioritize_my_task: added } }, 0, '$27.00 plus Prioritize my Task $8.00.'],
  [{ client_paid: 10, isLocked: true }, 0, '$27.00 less $10.00 that you paid.'],
  [{ use_balance: true }, 5, '$27.00 less $5.00 from your balance.'],
  [{ use_balance: false }, 5, undefined],
  [
    { price: 35, services: { ...services, prioritize_my_task: added }, use_balance: true },
    5,
    '$27.00 plus Prioritize my Task $8.00, less $5.00 from your balance.',
  ],
  [{ price: 35, services: { ...services, prioritize_my_task: added }, actions: [] }, 0, undefined],
] as const)('[CAB-04] case %#: the card says what makes price and pay button differ', (change, available, text) => {
  const order = anOrderAnswer({ ...change, actions: 'actions' in change ? [] : ['pay'] })
  expect(payDifference(order, available)).toBe(text)
})

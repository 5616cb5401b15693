import { expect, test } from 'vitest'
import { nextCharge, planDay, planPrice } from './plan-words.ts'

test('[SUB-11] prices of plans are whole dollars', () => {
  expect(planPrice(700)).toBe('$7')
  expect(planPrice(2750)).toBe('$27.50')
})

test.each([
  [new Date(2027, 0, 31, 10), undefined, new Date(2027, 1, 28)],
  [new Date(2026, 11, 5, 10), undefined, new Date(2027, 0, 5)],
  [new Date(2026, 10, 21, 10), 30, new Date(2026, 11, 21)],
])('[SUB-11] begun on %s with a trial of %s days it is charged on %s', (begun, days, charged) => {
  expect(nextCharge(begun.getTime(), days)).toBe(planDay(charged.toISOString(), begun.getTime()))
})

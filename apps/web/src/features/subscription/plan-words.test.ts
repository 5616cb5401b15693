import { expect, test } from 'vitest'
import { nextCharge, planDay, planPrice } from './plan-words.ts'

test('[SUB-11] prices of plans are whole dollars', () => {
  expect(planPrice(700)).toBe('$7')
  expect(planPrice(2750)).toBe('$27.50')
})

test.each([
  ['2027-01-31T18:00Z', undefined, '2027-02-28T18:00Z'],
  ['2026-12-05T18:00Z', undefined, '2027-01-05T18:00Z'],
  ['2026-11-21T18:00Z', 30, '2026-12-21T18:00Z'],
  // 30 January in America is 31 January for the provider.
  ['2027-01-31T04:00Z', undefined, '2027-02-28T04:00Z'],
  ['2027-05-01T03:00Z', undefined, '2027-06-01T03:00Z'],
])('[SUB-11] begun at %s with a trial of %s days it is charged at %s', (begun, days, charged) => {
  expect(nextCharge(Date.parse(begun), days)).toBe(planDay(charged, Date.parse(begun)))
})

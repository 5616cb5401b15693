import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  lateCreditAfterPause,
  lateCreditCents,
  lateCreditFault,
  lateCreditPercent,
  lateCreditPromised,
} from './late-credit.ts'

const hourMs = 3_600_000
const deadline = Date.parse('2027-01-11T10:00:00Z')
const steps = [
  { hours_late: 0, percent: 10 },
  { hours_late: 12, percent: 25 },
  { hours_late: 24, percent: 50 },
]

test.each([
  ['an hour early', -hourMs, 0],
  ['at the deadline', 0, 0],
  ['a millisecond late', 1, 10],
  ['just under 12 hours late', 12 * hourMs - 1, 10],
  ['12 hours late', 12 * hourMs, 25],
  ['24 hours late', 24 * hourMs, 50],
  ['a year late', 8_760 * hourMs, 50],
])('[WAIT-05] credits work that is delivered %s', (_when, late, percent) => {
  expect(lateCreditPercent(steps, { deadline, at: deadline + late })).toBe(percent)
  expect(lateCreditPercent([], { deadline, at: deadline + late })).toBe(0)
  expect(lateCreditPercent(steps, { deadline: null, at: deadline + late })).toBe(0)
})

test('[WAIT-05] promises nothing to an order that is paid after its deadline', () => {
  expect(lateCreditPromised(steps, { deadline, paidAt: deadline })).toEqual(steps)
  expect(lateCreditPromised(steps, { deadline, paidAt: deadline + 1 })).toEqual([])
  expect(lateCreditPromised(steps, { deadline: null, paidAt: deadline })).toEqual(steps)
})

test('[WAIT-05] the full hours of a pause do not count as late', () => {
  expect(lateCreditAfterPause(steps, hourMs - 1)).toEqual(steps)
  const paused = lateCreditAfterPause(steps, 3 * hourMs)
  expect(paused.map(({ hours_late, percent }) => [hours_late, percent])).toEqual([
    [3, 10],
    [15, 25],
    [27, 50],
  ])
})

test('[WAIT-05] allows first late hours without a credit', () => {
  const graceSteps = [{ hours_late: 2, percent: 20 }]
  expect(lateCreditPercent(graceSteps, { deadline, at: deadline + hourMs })).toBe(0)
  expect(lateCreditPercent(graceSteps, { deadline, at: deadline + 2 * hourMs })).toBe(20)
})

test('[WAIT-05] credits a percentage of the payment less refunds, to the cent, and never more', () => {
  const at = deadline + 12 * hourMs
  expect(lateCreditCents(steps, { deadline, at, paidCents: 8_600, refundedCents: 0 })).toBe(2_150)
  expect(lateCreditCents(steps, { deadline, at, paidCents: 8_600, refundedCents: 600 })).toBe(2_000)
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: -100, max: 1_000 }), (paidCents, refundedCents, hours) => {
      const money = { paidCents, refundedCents }
      const credit = lateCreditCents(steps, { deadline, at: deadline + hours * hourMs, ...money })
      expect(credit).toBeGreaterThanOrEqual(0)
      expect(credit).toBeLessThanOrEqual(Math.max(0, paidCents - refundedCents))
    }),
  )
})

test('[WAIT-05] lowers the credit with every refunded cent', () => {
  const delivery = { deadline, at: deadline + 24 * hourMs, paidCents: 5_500 }
  const creditAfter = (refundedCents: number) => lateCreditCents(steps, { ...delivery, refundedCents })
  expect([0, 1_500, 5_499, 5_500].map(creditAfter)).toEqual([2_750, 2_000, 1, 0])
})

test('[WAIT-05] refuses a table that does not rise, and names the step', () => {
  expect(lateCreditFault(steps)).toBeUndefined()
  expect(lateCreditFault([])).toBeUndefined()
  expect(lateCreditFault(steps.toReversed())).toMatchObject({ field: 'steps.1' })
  expect(lateCreditFault([...steps, { hours_late: 48, percent: 50 }])).toMatchObject({ field: 'steps.3' })
})

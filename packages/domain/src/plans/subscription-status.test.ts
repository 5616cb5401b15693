import { expect, test } from 'vitest'
import { isRefusedTrial } from './subscription-status.ts'

const now = Date.UTC(2026, 10, 21)
const dayMs = 86_400_000

test.each([
  ['canceled', now + 30 * dayMs, true],
  ['canceled', now - dayMs, false],
  ['canceled', null, false],
  ['trialing', now + 30 * dayMs, false],
] as const)('[SUB-06] %s with its trial end at %s is a refused trial: %s', (status, trialEnd, isRefused) => {
  expect(isRefusedTrial(status, trialEnd, now)).toBe(isRefused)
})

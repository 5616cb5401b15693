import type { TestProject } from 'vitest/node'
import { testModeKey } from './test-mode-key.ts'

/** Hands STRIPE_TEST_KEY to the tests; throws for anything that is no key of a test mode, before a test has begun. */
export function setup(project: TestProject): void {
  project.provide('stripeTestKey', testModeKey(process.env.STRIPE_TEST_KEY))
}

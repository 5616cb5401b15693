import type { TestProject } from 'vitest/node'
import { testModeKey } from './test-mode-key.ts'

/** Passes STRIPE_TEST_KEY to the tests; throws unless it is a test mode's key, before any test begins. */
export function setup(project: TestProject): void {
  project.provide('stripeTestKey', testModeKey(process.env.STRIPE_TEST_KEY))
}

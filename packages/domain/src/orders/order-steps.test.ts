import { expect, test } from 'vitest'
import {
  isInAddonsExperiment,
  nextStep,
  previousStep,
  type StepId,
  type StepTerms,
  type SubscriptionStanding,
  stepCount,
  stepNumber,
  stepsOf,
} from './order-steps.ts'

const everyStanding: SubscriptionStanding[] = ['none', 'active', 'inactive', 'past_due']
const fourSteps: StepTerms = { addonsExperiment: false, subscription: 'none' }
const threeSteps: StepTerms = { addonsExperiment: true, subscription: 'inactive' }

/** Follows the next links from the first step. */
function walk(terms: StepTerms): string[] {
  const steps: string[] = []
  let step: StepId | 'payment' = 'job-type'
  while (step !== 'payment') {
    steps.push(`${stepNumber(step)} of ${stepCount(terms)}: ${step}`)
    step = nextStep(step, terms)
  }
  return [...steps, step]
}

test('[FLOW-28] goes from job type to form, details, extra services and payment', () => {
  expect(walk(fourSteps)).toEqual([
    '1 of 4: job-type',
    '2 of 4: form',
    '3 of 4: details',
    '4 of 4: extra-services',
    'payment',
  ])
})

test('[FLOW-28][FLOW-29] skips extra services in the experiment without a live subscription', () => {
  expect(walk(threeSteps)).toEqual(['1 of 3: job-type', '2 of 3: form', '3 of 3: details', 'payment'])
})

test('[FLOW-28] has 3 steps with an inactive or past-due subscription in the experiment, else 4', () => {
  const counts = (addonsExperiment: boolean) =>
    everyStanding.map((subscription) => stepCount({ addonsExperiment, subscription }))
  expect(counts(true)).toEqual([4, 4, 3, 3])
  expect(counts(false)).toEqual([4, 4, 4, 4])
})

test('[FLOW-29] excludes extra services from 3 steps, and leads from them to the payment', () => {
  expect(stepsOf(threeSteps)).not.toContain('extra-services')
  expect(nextStep('extra-services', threeSteps)).toBe('payment')
})

test('[FLOW-28] links back to the previous step', () => {
  const steps = stepsOf(fourSteps)
  expect(steps.map(previousStep)).toEqual([undefined, 'job-type', 'form', 'details'])
  for (const step of steps) {
    const back = previousStep(step)
    if (back !== undefined) expect(nextStep(back, fourSteps)).toBe(step)
  }
})

test('[FLOW-29] recognizes the experiment by the test group "addons"', () => {
  expect(isInAddonsExperiment('addons')).toBe(true)
  for (const group of ['control', '', null, undefined]) expect(isInAddonsExperiment(group)).toBe(false)
})

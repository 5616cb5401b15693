/** A step of placing an order (FLOW-28). */
export type StepId = 'job-type' | 'form' | 'details' | 'extra-services'

/** How a client's subscription stands. */
export type SubscriptionStanding = 'none' | 'active' | 'inactive' | 'past_due'

/** What the number of steps depends on. */
export interface StepTerms {
  /** The client is in the add-ons experiment (see `isInAddonsExperiment`). */
  addonsExperiment: boolean
  subscription: SubscriptionStanding
}

const everyStep: readonly StepId[] = ['job-type', 'form', 'details', 'extra-services']
const withoutExtraServices = everyStep.slice(0, -1)

/** Whether this value of `exp_data.subscription_nerdy` puts a client into the add-ons experiment (FLOW-29). */
export function isInAddonsExperiment(subscriptionNerdy: string | null | undefined): boolean {
  return subscriptionNerdy === 'addons'
}

/**
 * The client's steps in their order. In the add-ons experiment with an inactive or past-due subscription there are no
 * extra services, and that step's address goes to `/orders` (FLOW-28, FLOW-29).
 */
export function stepsOf({ addonsExperiment, subscription }: StepTerms): readonly StepId[] {
  const lapsed = subscription === 'inactive' || subscription === 'past_due'
  return addonsExperiment && lapsed ? withoutExtraServices : everyStep
}

/** The m of "Step n of m" (FLOW-28). */
export function stepCount(terms: StepTerms): number {
  return stepsOf(terms).length
}

/** The n of "Step n of m": 1 job type, 2 form, 3 details, 4 extra services (FLOW-28). */
export function stepNumber(step: StepId): number {
  return everyStep.indexOf(step) + 1
}

/** The step that the back link leads to; undefined at the first (FLOW-28). */
export function previousStep(step: StepId): StepId | undefined {
  return everyStep[everyStep.indexOf(step) - 1]
}

/** Where a step leads on: to the next one, from the last one to the payment (FLOW-23, FLOW-29). */
export function nextStep(step: StepId, terms: StepTerms): StepId | 'payment' {
  const next = everyStep[everyStep.indexOf(step) + 1]
  return next !== undefined && stepsOf(terms).includes(next) ? next : 'payment'
}

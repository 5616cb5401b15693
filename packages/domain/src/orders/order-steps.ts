/** A step of placing an order (FLOW-28). */
export type StepId = 'job-type' | 'form' | 'details' | 'extra-services'

/** The standing of a client's subscription. */
export type SubscriptionStanding = 'none' | 'active' | 'inactive' | 'past_due'

/** The facts that decide a client's steps. */
export interface StepTerms {
  /** See `isInAddonsExperiment`. */
  addonsExperiment: boolean
  subscription: SubscriptionStanding
}

const allSteps: readonly StepId[] = ['job-type', 'form', 'details', 'extra-services']
const withoutExtraServices = allSteps.slice(0, -1)

/** Whether this value of `exp_data.subscription_nerdy` puts a client into the add-ons experiment (FLOW-29). */
export function isInAddonsExperiment(subscriptionNerdy: string | null | undefined): boolean {
  return subscriptionNerdy === 'addons'
}

/**
 * The client's steps in order. In the add-ons experiment, an inactive or past-due subscription has no extra-services
 * step, and the step's address redirects to `/orders` (FLOW-28, FLOW-29).
 */
export function stepsOf({ addonsExperiment, subscription }: StepTerms): readonly StepId[] {
  const lapsed = subscription === 'inactive' || subscription === 'past_due'
  return addonsExperiment && lapsed ? withoutExtraServices : allSteps
}

/** The m of "Step n of m" (FLOW-28). */
export function stepCount(terms: StepTerms): number {
  return stepsOf(terms).length
}

/** The n of "Step n of m": 1 job type, 2 form, 3 details, 4 extra services (FLOW-28). */
export function stepNumber(step: StepId): number {
  return allSteps.indexOf(step) + 1
}

/** The target of the back link; undefined at the first step (FLOW-28). */
export function previousStep(step: StepId): StepId | undefined {
  return allSteps[allSteps.indexOf(step) - 1]
}

/** The step that follows; payment follows the last (FLOW-23, FLOW-29). */
export function nextStep(step: StepId, terms: StepTerms): StepId | 'payment' {
  const next = allSteps[allSteps.indexOf(step) + 1]
  return next !== undefined && stepsOf(terms).includes(next) ? next : 'payment'
}

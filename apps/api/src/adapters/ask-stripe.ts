import Stripe from 'stripe'
import { CardsUnavailable } from '../ports.ts'

/**
 * Asks the provider; what only a later try can mend becomes {@link CardsUnavailable}. The SDK takes any JSON for an
 * answer, so the kind of object is checked.
 */
export async function ask<Answer extends { object: string }>(
  kind: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer
  try {
    answer = await call()
  } catch (error) {
    const passing =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    if (passing) throw new CardsUnavailable(`the card provider did not answer: ${error.message}`)
    throw error
  }
  if (answer?.object !== kind) throw new CardsUnavailable(`the card provider answered with no ${kind}`)
  return answer
}

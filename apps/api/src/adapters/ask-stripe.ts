import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { isUuid } from '../database/uuid.ts'
import { CardCallRefused, CardCustomerGone, CardObjectGone, CardsUnavailable } from '../ports.ts'

const require = createRequire(import.meta.url)

/** The card provider's SDK, loaded by the first call that needs it: a start need not wait for it, nor hold it. */
export const stripeSdk = (): typeof Stripe => require('stripe') as typeof Stripe

/** What an error becomes that only a later try can mend. */
function unavailable(error: unknown): CardsUnavailable | undefined {
  const passing =
    error instanceof stripeSdk().errors.StripeConnectionError ||
    error instanceof stripeSdk().errors.StripeAPIError ||
    error instanceof stripeSdk().errors.StripeRateLimitError
  return passing ? new CardsUnavailable(`the card provider did not answer: ${error.message}`) : undefined
}

/** What an error becomes that says that there is no such object, or not the customer whom a call names. */
function gone(error: unknown): CardObjectGone | CardCustomerGone | undefined {
  if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) return undefined
  if (error.code === 'resource_missing' && error.param === 'customer') {
    return new CardCustomerGone(`the card provider has the customer no more: ${error.message}`, { cause: error })
  }
  if (error.statusCode !== 404) return undefined
  return new CardObjectGone(`the card provider does not know it: ${error.message}`, { cause: error })
}

/**
 * Asks the provider; what only a later try can mend becomes {@link CardsUnavailable}, what is not there {@link
 * CardObjectGone}. The SDK takes any JSON for an answer, so the kind of object is checked.
 */
export async function ask<Answer extends { object: string }>(
  kind: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer
  try {
    answer = await call()
  } catch (error) {
    throw unavailable(error) ?? gone(error) ?? error
  }
  if (answer?.object !== kind) throw new CardsUnavailable(`the card provider answered with no ${kind}`)
  return answer
}

/** Reads a list page by page, with the failures of {@link ask}. */
export async function* askForList<Item>(list: AsyncIterable<Item>): AsyncIterable<Item> {
  try {
    yield* list
  } catch (error) {
    throw unavailable(error) ?? error
  }
}

/**
 * A call that the provider may refuse permanently, such as one for a page in the past: throws {@link CardCallRefused}.
 */
export async function askOrBeRefused<Answer extends { object: string }>(
  kind: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(kind, call)
  } catch (error) {
    if (!(error instanceof stripeSdk().errors.StripeError && error.statusCode === 400)) throw error
    throw new CardCallRefused(`the card provider refused the ${kind}: ${error.message}`, { cause: error })
  }
}

/** A key of ours that the provider keeps for us; null for anything else, as the account may serve others too. */
export const ourKey = (kept: string | null | undefined): string | null =>
  kept !== null && kept !== undefined && isUuid(kept) ? kept : null

/** Whether the provider says that it has no such object, or no such customer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CardObjectGone ||
  error instanceof CardCustomerGone ||
  (error instanceof stripeSdk().errors.StripeInvalidRequestError && error.code === 'resource_missing')

/** The provider's answer; undefined where it has no such object. */
export async function undefinedIfMissing<Answer>(pending: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await pending
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
}

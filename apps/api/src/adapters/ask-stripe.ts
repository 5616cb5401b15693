import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { isUuid } from '../database/uuid.ts'
import { CardCallRefused, CardCustomerGone, CardObjectGone, CardsUnavailable } from '../ports.ts'

const require = createRequire(import.meta.url)

/**
 * The card provider's SDK, loaded by the first call that needs it: a start neither waits for it nor holds it in memory.
 */
export const stripeSdk = (): typeof Stripe => require('stripe') as typeof Stripe

/** Maps a transient error to {@link CardsUnavailable}. */
function unavailable(error: unknown): CardsUnavailable | undefined {
  const isTransient =
    error instanceof stripeSdk().errors.StripeConnectionError ||
    error instanceof stripeSdk().errors.StripeAPIError ||
    error instanceof stripeSdk().errors.StripeRateLimitError
  return isTransient ? new CardsUnavailable(`the card provider did not answer: ${error.message}`) : undefined
}

/** Maps the error of a missing object, or of a missing customer in a call. */
function gone(error: unknown): CardObjectGone | CardCustomerGone | undefined {
  if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) return undefined
  if (error.code === 'resource_missing' && error.param === 'customer') {
    return new CardCustomerGone(`the card provider has the customer no more: ${error.message}`, { cause: error })
  }
  if (error.statusCode !== 404) return undefined
  return new CardObjectGone(`the card provider does not know it: ${error.message}`, { cause: error })
}

/**
 * Calls the provider; a transient failure becomes {@link CardsUnavailable}, a missing object {@link CardObjectGone}.
 * The SDK accepts any JSON as an answer, so this checks the kind of object.
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

/** Reads a list page by page; fails like {@link ask}. */
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

/** A key of ours in the provider's metadata; null for any other text, as the account may serve other products too. */
export const ourKey = (kept: string | null | undefined): string | null =>
  kept !== null && kept !== undefined && isUuid(kept) ? kept : null

/** Whether the provider reports a missing object or customer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CardObjectGone ||
  error instanceof CardCustomerGone ||
  (error instanceof stripeSdk().errors.StripeInvalidRequestError && error.code === 'resource_missing')

/** The provider's answer; undefined if the object is missing. */
export async function undefinedIfMissing<Answer>(pending: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await pending
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
}

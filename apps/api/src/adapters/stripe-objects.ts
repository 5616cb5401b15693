import type Stripe from 'stripe'
import { ask, undefinedIfMissing, isMissing, stripeSdk } from './ask-stripe.ts'

/** The parameters of a list call: the largest page that the provider allows. */
export const listParams = { limit: 100 } as const
const secondOf = (at: number): number => Math.floor(at / 1000)

/** The parameters for the objects created since an instant, and before another (epoch milliseconds). */
export const listParamsSince = (since: number, until?: number) => ({
  ...listParams,
  created: { gte: secondOf(since), ...(until !== undefined && { lt: secondOf(until) }) },
})

/** A page charges dollars alone (PAY-01): by default the provider offers visitors their own currency, with a fee. */
export const inDollars = { adaptive_pricing: { enabled: false } } as const

/** A reference that a call expanded; undefined without one, or if it is only an id. */
export const expanded = <T extends object>(reference: string | T | null | undefined): T | undefined =>
  typeof reference === 'string' ? undefined : (reference ?? undefined)

/** The id of a reference, expanded or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** A page of the provider; a deleted one has only its id and state. */
export type HostedPage = Pick<Stripe.Checkout.Session, 'id' | 'status'> & Partial<Stripe.Checkout.Session>

/** Neither complete nor expired means open. */
export function statusOf({ status }: HostedPage): 'complete' | 'expired' | 'open' {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

/** The current state of a page; a deleted one counts as expired. */
export async function currentPage(stripe: Stripe, id: string, expand: string): Promise<HostedPage> {
  const page = ask('checkout.session', () => stripe.checkout.sessions.retrieve(id, { expand: [expand] }))
  return (await undefinedIfMissing(page)) ?? { id, status: 'expired' }
}

/** Expires an open page; returns its final state, since it may have been paid just before. */
export async function expirePage(stripe: Stripe, id: string, expand: string): Promise<HostedPage> {
  try {
    await ask('checkout.session', () => stripe.checkout.sessions.expire(id))
  } catch (error) {
    if (!isMissing(error) && !(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error
  }
  return currentPage(stripe, id, expand)
}

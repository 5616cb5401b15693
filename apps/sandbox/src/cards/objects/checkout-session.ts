import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf, Shown } from './stored.ts'

/** What a checkout is for. */
export type CheckoutModeName = 'payment' | 'setup' | 'subscription'

/** A visit to the hosted card page, as the API shows it. Amounts are cents, times are seconds. */
export type CheckoutSession = Shown<
  Stripe.Checkout.Session,
  ReturnType<typeof newCheckoutSession>,
  { mode: CheckoutModeName; status: 'open' | 'complete' | 'expired'; success_url: string }
>

/** What a caller says about a checkout, and what follows from it. */
export interface CheckoutDetails {
  readonly amount_total: number | null
  readonly cancel_url: string | null
  readonly client_reference_id: string | null
  readonly currency: string | null
  readonly customer: string | null
  readonly expires_at: number
  readonly metadata: Record<string, string>
  readonly mode: CheckoutModeName
  readonly payment_status: 'no_payment_required' | 'paid' | 'unpaid'
  readonly saved_payment_method_options: { allow_redisplay_filters: ('always' | 'limited' | 'unspecified')[] } | null
  readonly success_url: string
}

/** A line of a checkout: one of something. */
export interface CheckoutLine {
  readonly name: string
  /** What stands in small print below it. */
  readonly about: string | null
  readonly price: Price
}

/** What only the provider knows about a checkout. */
export interface CheckoutSecrets {
  readonly lines: readonly CheckoutLine[]
  /** Metadata of what it makes: the payment, the saving of a card, or the subscription. */
  readonly metadata: Record<string, string>
  /** Days of a subscription that cost nothing. */
  readonly trialDays?: number | undefined
  /** The payment or the saving of a card that the first submit began. */
  readonly begun?: string
  /** When it expires by the clock of the sandbox, in milliseconds. */
  readonly dueAt: number
  /** The card that waits for its holder's confirmation (3-D Secure). */
  readonly authenticating?: string | undefined
}

/** An open checkout with a page of its own under `pageOrigin`. */
export function newCheckoutSession(details: CheckoutDetails, pageOrigin: string, createdAt: number) {
  const id = randomId('cs_test_', 58)
  return {
    id,
    object: 'checkout.session',
    created: createdAt,
    payment_intent: null,
    payment_method_types: ['card'],
    setup_intent: null,
    status: 'open',
    subscription: null,
    ui_mode: 'hosted_page',
    url: `${pageOrigin}/c/pay/${id}`,
    ...details,
  } satisfies PartOf<Stripe.Checkout.Session>
}

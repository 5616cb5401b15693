import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf, ApiObject } from './stored.ts'

export type CheckoutModeName = 'payment' | 'setup' | 'subscription'

/** A visit to the hosted card page, as the API shows it. Amounts are cents, times are seconds. */
export type CheckoutSession = ApiObject<
  Stripe.Checkout.Session,
  ReturnType<typeof newCheckoutSession>,
  { mode: CheckoutModeName; status: 'open' | 'complete' | 'expired'; success_url: string }
>

/** A caller's facts of a checkout, and the values derived from them. */
export interface CheckoutDetails {
  readonly adaptive_pricing: { enabled: boolean } | null
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

/** A line of a checkout, always of one item. */
export interface CheckoutLine {
  readonly name: string
  /** The small print below the line. */
  readonly about: string | null
  readonly price: Price
}

/** The fields of a checkout that only the provider knows. */
export interface CheckoutSecrets {
  readonly lines: readonly CheckoutLine[]
  /** Metadata of the object that it creates: the payment, the setup intent, or the subscription. */
  readonly metadata: Record<string, string>
  /** Free days of a subscription. */
  readonly trialDays?: number | undefined
  /** The payment or setup intent that the first submit created. */
  readonly begun?: string
  /** When it expires by the clock of the sandbox, in milliseconds. */
  readonly dueAt: number
  /** The card that waits for 3-D Secure. */
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

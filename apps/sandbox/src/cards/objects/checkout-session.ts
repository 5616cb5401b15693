import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { LineItem } from './line-item.ts'
import type { PaymentDetails } from './payment-intent.ts'
import type { SetupDetails } from './setup-intent.ts'
import type { Stored } from './stored.ts'

/** What a checkout is for. */
export type CheckoutModeName = 'payment' | 'setup' | 'subscription'

/** A visit to the hosted card page, as the API shows it. Amounts are cents, times are seconds. */
export type CheckoutSession = Stored<
  Pick<
    Stripe.Checkout.Session,
    | 'id'
    | 'object'
    | 'allowed_payment_method_types'
    | 'amount_subtotal'
    | 'amount_total'
    | 'automatic_tax'
    | 'cancel_url'
    | 'client_reference_id'
    | 'client_secret'
    | 'created'
    | 'currency'
    | 'custom_fields'
    | 'customer'
    | 'customer_creation'
    | 'customer_details'
    | 'customer_email'
    | 'expires_at'
    | 'invoice'
    | 'livemode'
    | 'locale'
    | 'metadata'
    | 'payment_intent'
    | 'payment_link'
    | 'payment_method_types'
    | 'payment_status'
    | 'recovered_from'
    | 'saved_payment_method_options'
    | 'setup_intent'
    | 'shipping_options'
    | 'submit_type'
    | 'subscription'
    | 'total_details'
    | 'ui_mode'
    | 'url'
  >
> & { mode: CheckoutModeName; status: 'open' | 'complete' | 'expired'; success_url: string }

/** What a caller says about a checkout. */
export type CheckoutDetails = Pick<
  CheckoutSession,
  | 'allowed_payment_method_types'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'currency'
  | 'customer'
  | 'customer_creation'
  | 'customer_email'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'saved_payment_method_options'
  | 'submit_type'
  | 'success_url'
>

/** What a caller may say about the subscription of a checkout. */
export interface SubscriptionDetails {
  readonly metadata?: Record<string, string>
  /** Days that cost nothing. */
  readonly trialDays?: number | undefined
}

/** What only the provider knows about a checkout. */
export interface CheckoutSecrets {
  readonly lineItems: readonly LineItem[]
  /** A second line of text for each of them, where the caller gave one. */
  readonly lineNotes: readonly (string | null)[]
  /** For the payment that the first submit makes. */
  readonly paymentDetails: PaymentDetails
  /** For the saving of a card, in setup mode. */
  readonly setupDetails: SetupDetails
  /** For the subscription that it begins. */
  readonly subscriptionDetails: SubscriptionDetails
  /** The payment or the saving that the first submit began, where the API does not show it with the checkout. */
  readonly begun?: string
  /** When it expires by the clock of the sandbox, in milliseconds. */
  readonly dueAt: number
  /** The card that waits for its holder's confirmation (3-D Secure). */
  readonly authenticating?: string
}

/** An open checkout with a page of its own under `pageOrigin`. */
export function newCheckoutSession(details: CheckoutDetails, pageOrigin: string, createdAt: number): CheckoutSession {
  const id = randomId('cs_test_', 58)
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: details.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    created: createdAt,
    custom_fields: [],
    customer_details: null,
    invoice: null,
    livemode: false,
    payment_intent: null,
    payment_link: null,
    payment_method_types: ['card'],
    recovered_from: null,
    setup_intent: null,
    shipping_options: [],
    status: 'open',
    subscription: null,
    total_details: details.amount_total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${pageOrigin}/c/pay/${id}`,
    ...details,
  } satisfies CheckoutSession
}

import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { LineItem } from './line-item.ts'
import type { PartOf, Shown, Stored } from './stored.ts'

/** What a checkout is for. */
export type CheckoutModeName = 'payment' | 'setup' | 'subscription'

/** A visit to the hosted card page, as the API shows it. Amounts are cents, times are seconds. */
export type CheckoutSession = Shown<
  Stripe.Checkout.Session,
  ReturnType<typeof newCheckoutSession>,
  { mode: CheckoutModeName; status: 'open' | 'complete' | 'expired'; success_url: string }
>

/** What a caller says about a checkout. */
export type CheckoutDetails = Stored<
  Pick<
    Stripe.Checkout.Session,
    | 'allowed_payment_method_types'
    | 'amount_total'
    | 'cancel_url'
    | 'client_reference_id'
    | 'currency'
    | 'customer'
    | 'expires_at'
    | 'metadata'
    | 'payment_status'
    | 'saved_payment_method_options'
  >
> & { mode: CheckoutModeName; success_url: string }

/** What only the provider knows about a checkout. */
export interface CheckoutSecrets {
  readonly lineItems: readonly LineItem[]
  /** Metadata of what it makes: the payment, the saving of a card, or the subscription. */
  readonly metadata: Record<string, string>
  /** Days of a subscription that cost nothing. */
  readonly trialDays?: number | undefined
  /** The payment or the saving of a card that the first submit began. */
  readonly begun?: string
  /** When it expires by the clock of the sandbox, in milliseconds. */
  readonly dueAt: number
  /** The card that waits for its holder's confirmation (3-D Secure). */
  readonly authenticating?: string
}

/** An open checkout with a page of its own under `pageOrigin`. */
export function newCheckoutSession(details: CheckoutDetails, pageOrigin: string, createdAt: number) {
  const id = randomId('cs_test_', 58)
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: details.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    created: createdAt,
    custom_fields: [],
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    invoice: null,
    livemode: false,
    locale: null,
    payment_intent: null,
    payment_link: null,
    payment_method_types: ['card'],
    recovered_from: null,
    setup_intent: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: details.amount_total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${pageOrigin}/c/pay/${id}`,
    ...details,
  } satisfies PartOf<Stripe.Checkout.Session>
}

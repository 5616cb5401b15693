import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, Shown } from './stored.ts'

/** A payment in whatever state, as the API shows it. Amounts are cents. */
export type PaymentIntent = Shown<
  Stripe.PaymentIntent,
  ReturnType<typeof newPaymentIntent>,
  {
    amount: number
    customer: string | null
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
    last_payment_error: PaymentError | null
  }
>

/** Why the last try failed. */
export type PaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'message' | 'type'> & {
  charge?: string
  message: string
}

/** What may be said about the payment behind a checkout. */
export interface PaymentDetails {
  readonly description?: string
  readonly metadata?: Record<string, string>
  readonly setup_future_usage?: 'off_session'
}

/** A payment that waits for its first card. */
export function newPaymentIntent(
  sum: { readonly amount: number; readonly currency: string; readonly customer: string | null },
  details: PaymentDetails,
  createdAt: number,
) {
  const id = randomId('pi_3')
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: randomId(`${id}_secret_`),
    confirmation_method: 'automatic',
    created: createdAt,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: null,
    setup_future_usage: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    ...sum,
    ...details,
  } satisfies PartOf<Stripe.PaymentIntent>
}

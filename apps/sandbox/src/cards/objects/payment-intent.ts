import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Stored } from './stored.ts'

/** A payment in whatever state, as the API shows it. Amounts are cents. */
export type PaymentIntent = Stored<
  Pick<
    Stripe.PaymentIntent,
    | 'id'
    | 'object'
    | 'amount'
    | 'amount_capturable'
    | 'amount_received'
    | 'canceled_at'
    | 'cancellation_reason'
    | 'capture_method'
    | 'client_secret'
    | 'confirmation_method'
    | 'created'
    | 'currency'
    | 'customer'
    | 'description'
    | 'latest_charge'
    | 'livemode'
    | 'metadata'
    | 'next_action'
    | 'payment_method'
    | 'payment_method_types'
    | 'receipt_email'
    | 'setup_future_usage'
    | 'statement_descriptor'
    | 'statement_descriptor_suffix'
  >
> & {
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
  last_payment_error: PaymentError | null
}

/** Why the last try failed. */
export type PaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'message' | 'type'> & {
  charge?: string
  message: string
}

/** What a caller may say about the payment behind a checkout. */
export type PaymentDetails = Partial<
  Pick<
    PaymentIntent,
    | 'description'
    | 'metadata'
    | 'receipt_email'
    | 'setup_future_usage'
    | 'statement_descriptor'
    | 'statement_descriptor_suffix'
  >
>

/** A payment that waits for its first card. */
export function newPaymentIntent(
  sum: Pick<PaymentIntent, 'amount' | 'currency' | 'customer'>,
  details: PaymentDetails,
  createdAt: number,
): PaymentIntent {
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
  } satisfies PaymentIntent
}

import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A payment in any state, as the API shows it. Amounts are cents. */
export type PaymentIntent = ApiObject<
  Stripe.PaymentIntent,
  ReturnType<typeof newPaymentIntent>,
  {
    amount: number
    customer: string | null
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
    last_payment_error: PaymentError | null
  }
>

/** Why the last attempt failed. */
export type PaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'message' | 'type'>

/** A caller's facts of a payment. */
interface PaymentDetails {
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly metadata?: Record<string, string>
  readonly setup_future_usage?: 'off_session'
}

/** A payment without a card yet. */
export function newPaymentIntent(details: PaymentDetails, createdAt: number) {
  return {
    id: randomId('pi_3'),
    object: 'payment_intent',
    amount_received: 0,
    created: createdAt,
    last_payment_error: null,
    latest_charge: null,
    metadata: {},
    payment_method: null,
    setup_future_usage: null,
    status: 'requires_payment_method',
    ...details,
  } satisfies PartOf<Stripe.PaymentIntent>
}

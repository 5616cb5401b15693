import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PaymentError, PaymentIntent } from './payment-intent.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A request to save a card for later charges, as the API shows it. */
export type SetupIntent = ApiObject<
  Stripe.SetupIntent,
  ReturnType<typeof newSetupIntent>,
  { customer: string | null; last_setup_error: PaymentError | null; status: PaymentIntent['status'] }
>

/** A setup intent without a card yet. */
export function newSetupIntent(customer: string | null, metadata: Record<string, string>, createdAt: number) {
  return {
    id: randomId('seti_1'),
    object: 'setup_intent',
    created: createdAt,
    customer,
    last_setup_error: null,
    metadata,
    payment_method: null,
    status: 'requires_payment_method',
  } satisfies PartOf<Stripe.SetupIntent>
}

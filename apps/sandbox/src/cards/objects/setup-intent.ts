import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PaymentError } from './payment-intent.ts'
import type { PartOf, Shown } from './stored.ts'

/** A card that is to be saved for later charges, as the API shows it. */
export type SetupIntent = Shown<
  Stripe.SetupIntent,
  ReturnType<typeof newSetupIntent>,
  {
    customer: string | null
    last_setup_error: PaymentError | null
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  }
>

/** A wish to save a card that waits for one. */
export function newSetupIntent(customer: string | null, metadata: Record<string, string>, createdAt: number) {
  const id = randomId('seti_1')
  return {
    id,
    object: 'setup_intent',
    application: null,
    cancellation_reason: null,
    client_secret: randomId(`${id}_secret_`),
    created: createdAt,
    customer,
    description: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  } satisfies PartOf<Stripe.SetupIntent>
}

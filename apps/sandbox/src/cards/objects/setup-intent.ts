import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PaymentError } from './payment-intent.ts'
import type { Stored } from './stored.ts'

/** A card that is to be saved for later charges, as the API shows it. */
export type SetupIntent = Stored<
  Pick<
    Stripe.SetupIntent,
    | 'id'
    | 'object'
    | 'application'
    | 'cancellation_reason'
    | 'client_secret'
    | 'created'
    | 'customer'
    | 'description'
    | 'latest_attempt'
    | 'livemode'
    | 'mandate'
    | 'metadata'
    | 'next_action'
    | 'payment_method'
    | 'payment_method_types'
    | 'usage'
  >
> & {
  last_setup_error: PaymentError | null
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
}

/** What a caller may say about the saving of a card. */
export type SetupDetails = Partial<Pick<SetupIntent, 'description' | 'metadata'>>

/** A wish to save a card that waits for one. */
export function newSetupIntent(customer: string | null, details: SetupDetails, createdAt: number): SetupIntent {
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
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
    ...details,
  } satisfies SetupIntent
}

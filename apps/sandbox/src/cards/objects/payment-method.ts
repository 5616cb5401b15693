import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import { type CardBehaviour, cardFingerprint, type TestCard } from '../test-cards.ts'
import type { Stored } from './stored.ts'

/** A card that was used, as the API shows it. */
export type PaymentMethod = Stored<
  Pick<
    Stripe.PaymentMethod,
    'id' | 'object' | 'allow_redisplay' | 'billing_details' | 'created' | 'customer' | 'livemode' | 'metadata' | 'type'
  >
> & {
  card: Pick<
    Stripe.PaymentMethod.Card,
    'brand' | 'country' | 'display_brand' | 'exp_month' | 'exp_year' | 'fingerprint' | 'funding' | 'last4'
  >
}

/** How the card behaves. The number itself is kept nowhere. */
export interface PaymentMethodSecrets {
  readonly behaviour: CardBehaviour
}

/** What was typed on the card page, checked. */
export interface TypedCard {
  readonly card: TestCard
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly name: string | null
  readonly email: string | null
}

/** The payment method of a typed card; it belongs to no customer yet. */
export function newPaymentMethod(typed: TypedCard, createdAt: number): PaymentMethod {
  return {
    id: randomId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: typed.email, name: typed.name, phone: null, tax_id: null },
    card: {
      brand: typed.card.brand,
      country: 'US',
      display_brand: typed.card.brand,
      exp_month: typed.expiryMonth,
      exp_year: typed.expiryYear,
      fingerprint: cardFingerprint(typed.card),
      funding: 'credit',
      last4: typed.card.number.slice(-4),
    },
    created: createdAt,
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies PaymentMethod
}

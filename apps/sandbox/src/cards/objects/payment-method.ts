import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import { type CardBehaviour, cardFingerprint, type TestCard } from '../test-cards.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A used card, as the API shows it. */
export type PaymentMethod = ApiObject<Stripe.PaymentMethod, ReturnType<typeof newPaymentMethod>>

/** How the card behaves. The number itself is not stored. */
export interface PaymentMethodSecrets {
  readonly behaviour: CardBehaviour
}

/** The checked fields of the card page. */
export interface TypedCard {
  readonly card: TestCard
  readonly expiryMonth: number
  readonly expiryYear: number
}

/** The payment method of a typed card, without a customer yet. */
export function newPaymentMethod(typed: TypedCard, createdAt: number) {
  return {
    id: randomId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    card: {
      brand: typed.card.brand,
      exp_month: typed.expiryMonth,
      exp_year: typed.expiryYear,
      fingerprint: cardFingerprint(typed.card),
      last4: typed.card.number.slice(-4),
    },
    created: createdAt,
    customer: null,
    type: 'card',
  } satisfies PartOf<Stripe.PaymentMethod>
}

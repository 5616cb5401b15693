import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PaymentIntent } from './payment-intent.ts'
import type { PaymentMethod } from './payment-method.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** One attempt to take money, as the API shows it. Amounts are cents. */
export type Charge = ApiObject<Stripe.Charge, ReturnType<typeof newCharge>, { payment_intent: string }>

/** The charge of a payment, successful or failed. */
export function newCharge(payment: PaymentIntent, method: PaymentMethod, paid: boolean, createdAt: number) {
  const { brand, fingerprint, last4 } = method.card
  return {
    id: randomId('ch_3'),
    object: 'charge',
    amount: payment.amount,
    amount_captured: paid ? payment.amount : 0,
    amount_refunded: 0,
    created: createdAt,
    currency: payment.currency,
    customer: payment.customer,
    disputed: false,
    paid,
    payment_intent: payment.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: { brand, fingerprint, last4 } },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  } satisfies PartOf<Stripe.Charge>
}

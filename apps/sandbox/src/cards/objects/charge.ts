import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Decline } from '../test-cards.ts'
import type { PaymentIntent } from './payment-intent.ts'
import type { PaymentMethod } from './payment-method.ts'
import type { PartOf, Shown } from './stored.ts'

/** One try to take money, as the API shows it. Amounts are cents. */
export type Charge = Shown<Stripe.Charge, ReturnType<typeof newCharge>, { payment_intent: string }>

const outcomeOf = (decline: Decline | null) => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

/** The charge of a payment: a success, or a failure when a decline is given. */
export function newCharge(payment: PaymentIntent, method: PaymentMethod, decline: Decline | null, createdAt: number) {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card
  return {
    id: randomId('ch_3'),
    object: 'charge',
    amount: payment.amount,
    amount_captured: decline ? 0 : payment.amount,
    amount_refunded: 0,
    balance_transaction: decline ? null : randomId('txn_3'),
    billing_details: method.billing_details,
    captured: !decline,
    created: createdAt,
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: payment.metadata,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: payment.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: { brand, country, exp_month, exp_year, fingerprint, funding, last4 },
    },
    receipt_email: payment.receipt_email,
    receipt_url: null,
    refunded: false,
    statement_descriptor: payment.statement_descriptor,
    status: decline ? 'failed' : 'succeeded',
  } satisfies PartOf<Stripe.Charge>
}

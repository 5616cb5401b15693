import { Type } from 'typebox'
import { refusedByState } from '../api/api-error.ts'
import { cardCall } from '../api/card-call.ts'
import { changedMetadata, metadata, optional, text } from '../api/schemas.ts'
import { refundCharge } from '../payments/refund-charge.ts'

const takes = { payment_intent: text(), ...optional({ amount: Type.Integer({ minimum: 1 }), metadata }) }

/** Refunds a payment, or a part of it. */
export const createRefund = cardCall(
  'POST',
  '/refunds',
  takes,
  (provider, { amount, payment_intent: id, metadata: entries }) => {
    const { status, latest_charge: charge } = provider.paymentIntents.get(id, 'payment_intent')
    if (status !== 'succeeded' || charge === null) {
      const message = `This PaymentIntent (${id}) does not have a successful charge to refund.`
      throw refusedByState(message, 'payment_intent_unexpected_state')
    }
    const refund = { amount, metadata: changedMetadata({}, entries) }
    return refundCharge(provider, provider.charges.get(charge), refund)
  },
)

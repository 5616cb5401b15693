import { integer, oneOf, required, text } from '../../http/parameters.ts'
import { refusedByState } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { refundCharge } from '../payments/refund-charge.ts'
import { listRoute, readRoute } from './read-routes.ts'

const details = {
  ...expandParameter,
  amount: integer({ minimum: 1 }),
  metadata,
  payment_intent: required(text()),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

/** Refunds of payments: create, read, list. */
export const refundRoutes = [
  apiRoute('POST', '/refunds', details, (provider, { amount, payment_intent: id, reason = null, metadata: given }) => {
    const { status, latest_charge: charge } = provider.paymentIntents.get(id, 'payment_intent').wire
    if (status !== 'succeeded' || charge === null) {
      const message = `This PaymentIntent (${id}) does not have a successful charge to refund.`
      throw refusedByState(message, 'payment_intent_unexpected_state')
    }
    const wanted = { amount, metadata: changedMetadata({}, given), reason }
    return refundCharge(provider, provider.charges.get(charge).wire, wanted)
  }),
  readRoute('/refunds', 'refunds'),
  listRoute('/refunds', 'refunds', 'payment_intent'),
]

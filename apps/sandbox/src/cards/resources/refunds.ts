import { integer, oneOf, text } from '../../http/parameters.ts'
import { invalidParameter, refusedByState } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { whereField } from '../collection.ts'
import type { Charge } from '../objects/charge.ts'
import { refundCharge } from '../payments/refund-charge.ts'
import type { CardProvider } from '../provider.ts'

const details = {
  ...expandParameter,
  amount: integer({ minimum: 1 }),
  charge: text(),
  metadata,
  payment_intent: text(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

/** The charge to refund, named by itself or by its payment. */
function chargeOf(provider: CardProvider, charge: string | undefined, payment: string | undefined): Charge {
  if (charge !== undefined && payment !== undefined) {
    throw invalidParameter('You may only specify one of these parameters: charge, payment_intent.', 'charge')
  }
  if (charge !== undefined) return provider.charges.get(charge, 'charge').wire
  if (payment === undefined) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalidParameter(message, 'payment_intent', 'parameter_missing')
  }
  const { wire } = provider.paymentIntents.get(payment, 'payment_intent')
  if (wire.status !== 'succeeded' || !wire.latest_charge) {
    const message = `This PaymentIntent (${payment}) does not have a successful charge to refund.`
    throw refusedByState(message, 'payment_intent_unexpected_state')
  }
  return provider.charges.get(wire.latest_charge).wire
}

/** Refunds: create, read, list. */
export const refundRoutes = [
  apiRoute('POST', '/v1/refunds', details, (provider, values) => {
    const charge = chargeOf(provider, values.charge, values.payment_intent)
    return refundCharge(provider, charge, {
      amount: values.amount,
      metadata: changedMetadata({}, values.metadata),
      reason: values.reason ?? null,
    })
  }),

  apiRoute('GET', '/v1/refunds/:id', expandParameter, (provider, _, id) => provider.refunds.get(id).wire),

  apiRoute('GET', '/v1/refunds', { ...listParameters, charge: text(), payment_intent: text() }, (provider, values) =>
    provider.refunds.list(
      '/v1/refunds',
      [
        ...whereField('charge', values.charge),
        ...whereField('payment_intent', values.payment_intent),
        ...whereCreated(values.created),
      ],
      values,
    ),
  ),
]

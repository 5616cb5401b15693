import { flag, integer, listOf, oneOf, type ParameterValues, required, text } from '../../http/parameters.ts'
import { declinedCall, invalidParameter, refusedByState } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { whereField } from '../collection.ts'
import { newPaymentIntent, type PaymentIntent } from '../objects/payment-intent.ts'
import { cancelPayment, confirmPayment } from '../payments/confirm-payment.ts'
import type { CardProvider } from '../provider.ts'
import { currency, goneSince2026, LARGEST_TOTAL, SMALLEST_TOTAL } from './amounts.ts'
import { cardNamed } from './payment-methods.ts'

const details = {
  ...expandParameter,
  allowed_payment_method_types: listOf(required(oneOf('card'))),
  amount: required(integer({ minimum: 1 })),
  confirm: flag(),
  currency: required(currency),
  customer: text(),
  description: text(1000),
  metadata,
  off_session: flag(),
  payment_method: text(),
  payment_method_types: goneSince2026,
  receipt_email: text(800),
  setup_future_usage: oneOf('off_session', 'on_session'),
}

/** A payment without a page: of a card that is named, or one that waits for a card. */
function createPayment(provider: CardProvider, values: ParameterValues<typeof details>): PaymentIntent {
  const { amount, customer, confirm, payment_method: card } = values
  if (amount < SMALLEST_TOTAL) {
    throw invalidParameter('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  }
  if (amount > LARGEST_TOTAL) {
    throw invalidParameter('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
  }
  if (customer !== undefined) provider.customers.get(customer, 'customer')
  if (confirm === true && card === undefined) {
    const message = 'You cannot confirm this PaymentIntent because it is missing a payment method.'
    throw refusedByState(message, 'payment_intent_unexpected_state')
  }
  const method = card === undefined ? undefined : cardNamed(provider, card, 'payment_method').wire
  if (method !== undefined && method.customer !== null && method.customer !== customer) {
    throw invalidParameter('The provided PaymentMethod belongs to another Customer.', 'payment_method')
  }
  const sum = { amount, currency: values.currency, customer: customer ?? null }
  const made = newPaymentIntent(
    sum,
    {
      description: values.description ?? null,
      metadata: changedMetadata({}, values.metadata),
      receipt_email: values.receipt_email ?? null,
      setup_future_usage: values.setup_future_usage ?? null,
    },
    provider.clock.seconds(),
  )
  const waits = { status: 'requires_confirmation', payment_method: method?.id ?? null } as const
  const { wire } = provider.paymentIntents.add(method === undefined ? made : { ...made, ...waits }, {})
  provider.log.record('payment_intent.created', wire)
  if (confirm !== true || method === undefined) return wire
  const result = confirmPayment(provider, wire.id, method.id, values.off_session === true ? 'absent' : 'present')
  if (result.outcome === 'declined') throw declinedCall(result.decline, { effective: true })
  return result.payment
}

/** Payments: make, read, list, cancel. Most are made by the hosted card page. */
export const paymentIntentRoutes = [
  apiRoute('POST', '/v1/payment_intents', details, createPayment),

  apiRoute(
    'GET',
    '/v1/payment_intents/:id',
    expandParameter,
    (provider, _, id) => provider.paymentIntents.get(id).wire,
  ),

  apiRoute('GET', '/v1/payment_intents', { ...listParameters, customer: text() }, (provider, values) =>
    provider.paymentIntents.list(
      '/v1/payment_intents',
      [...whereField('customer', values.customer), ...whereCreated(values.created)],
      values,
    ),
  ),

  apiRoute(
    'POST',
    '/v1/payment_intents/:id/cancel',
    {
      ...expandParameter,
      cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    },
    (provider, values, id) => {
      const { status } = provider.paymentIntents.get(id).wire
      if (status === 'succeeded' || status === 'canceled') {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${status}.`
        throw refusedByState(message, 'payment_intent_unexpected_state')
      }
      const page = provider.checkoutSessions.list('', whereField('payment_intent', id), { limit: 1 })
      if (page.data.length > 0) {
        throw refusedByState('You cannot cancel the PaymentIntent of a Checkout Session; expire the session instead.')
      }
      cancelPayment(provider, id, values.cancellation_reason ?? null)
      return provider.paymentIntents.get(id).wire
    },
  ),
]

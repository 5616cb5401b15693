import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type Stripe from 'stripe'
import type { CardDispute, CardMovement, CardRefund, Cards } from '../ports.ts'
import { ask, askForList, askOrBeRefused, ourKey, undefinedIfMissing } from './ask-stripe.ts'
import { expanded, idOf, listParams, listParamsSince } from './stripe-objects.ts'

/** Expands a refund's or a dispute's payment with its customer. */
const payer = 'payment_intent.customer'

type CardMoney = Pick<Cards, 'refund' | 'refundOf' | 'disputeOf' | 'disputesSince' | 'movementsSince' | 'movement'>

/** Payments, refunds and disputes through the provider's SDK. */
export function stripeMoney(stripe: () => Stripe): CardMoney {
  return {
    async refund({ refundId, paymentIntentId, cents, keyExpired }) {
      if (keyExpired) {
        for await (const refund of askForList(
          stripe().refunds.list({ ...listParams, payment_intent: paymentIntentId }),
        )) {
          if (refund.metadata?.refund_id === refundId) return readRefund(refund)
        }
      }
      const refund = await askOrBeRefused('refund', () =>
        stripe().refunds.create(
          { payment_intent: paymentIntentId, amount: cents, metadata: { refund_id: refundId } },
          keyExpired ? {} : { idempotencyKey: `refund:${refundId}` },
        ),
      )
      return readRefund(refund)
    },

    async refundOf(id) {
      return readRefund(await askOrBeRefused('refund', () => stripe().refunds.retrieve(id, { expand: [payer] })))
    },

    async disputeOf(id) {
      return readDispute(await ask('dispute', () => stripe().disputes.retrieve(id, { expand: [payer] })))
    },

    async *disputesSince(since, until) {
      const all = stripe().disputes.list({ ...listParamsSince(since, until), expand: ['data.payment_intent'] })
      for await (const dispute of askForList(all)) yield readDispute(dispute)
    },

    async *movementsSince(since, until) {
      for await (const payment of askForList(stripe().paymentIntents.list(listParamsSince(since, until)))) {
        if (payment.status === 'succeeded') yield paymentMovement(payment)
      }
      for await (const refund of askForList(stripe().refunds.list(listParamsSince(since, until)))) {
        if (refund.status === 'succeeded') yield refundMovement(refund)
      }
    },

    async movement({ kind, id }) {
      if (kind === 'payment') {
        const payment = await undefinedIfMissing(ask('payment_intent', () => stripe().paymentIntents.retrieve(id)))
        return payment?.status === 'succeeded' ? paymentMovement(payment) : undefined
      }
      const refund = await undefinedIfMissing(ask('refund', () => stripe().refunds.retrieve(id)))
      return refund?.status === 'succeeded' ? refundMovement(refund) : undefined
    },
  }
}

const paymentMovement = (payment: Stripe.PaymentIntent): CardMovement => ({
  kind: 'payment',
  id: payment.id,
  cents: payment.amount_received,
  at: payment.created * 1000,
  ours: payment.metadata.attempt_id !== undefined,
  isTip: payment.metadata.kind === 'tip',
  paymentId: payment.id,
})

const refundMovement = (refund: Stripe.Refund): CardMovement => ({
  kind: 'refund',
  id: refund.id,
  cents: refund.amount,
  at: refund.created * 1000,
  ours: refund.metadata?.refund_id !== undefined,
  isTip: false,
  paymentId: idOf(refund.payment_intent),
})

/** The attempt and the client of a payment; null if the answer does not include them, or if it is foreign. */
function payerOf({ payment_intent }: Pick<Stripe.Refund | Stripe.Dispute, 'payment_intent'>) {
  const payment = expanded(payment_intent)
  const customer = expanded(payment?.customer)
  return {
    attemptId: ourKey(payment?.metadata.attempt_id),
    clientId: customer === undefined || customer.deleted ? null : ourKey(customer.metadata.client_id),
  }
}

function readDispute(dispute: Stripe.Dispute): CardDispute {
  return {
    id: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent) ?? '',
    ...payerOf(dispute),
    cents: dispute.amount,
    status: disputeStatus(dispute),
  }
}

/** An unknown status counts as open, so the money stays frozen until staff examine it. */
const disputeStatuses: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
}

/** A prevented dispute is over. Its movements say who won, since some programs return the money to the cardholder. */
function disputeStatus({ status, balance_transactions: movements }: Stripe.Dispute): DisputeStatus {
  if (status !== 'prevented') return disputeStatuses[status] ?? 'open'
  return movements.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
}

const refundStatuses: Readonly<Record<string, CardRefund['status']>> = {
  succeeded: 'succeeded',
  pending: 'pending',
  requires_action: 'pending',
}

function readRefund(refund: Stripe.Refund): CardRefund {
  const { payment_intent: payment, status, pending_reason: reason, metadata } = refund
  return {
    id: refund.id,
    refundId: metadata?.refund_id ?? null,
    paymentIntentId: idOf(payment) ?? '',
    ...payerOf(refund),
    cents: refund.amount,
    status: refundStatuses[status ?? ''] ?? 'failed',
    lacksFunds: status === 'pending' && reason === 'insufficient_funds',
  }
}

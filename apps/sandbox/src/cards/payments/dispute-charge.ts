import { invalidParameter, refusedByState } from '../api/api-error.ts'
import { decided, type Dispute, type DisputeStatus, newInquiry, takenBy } from '../objects/dispute.ts'
import type { CardProvider } from '../provider.ts'

/**
 * The holder of the card disputes a payment at their bank: all that is left of it, or `amount` in cents. An `inquiry` asks
 * only, and takes no money.
 *
 * @throws {ApiError} when nothing of it was charged, it is disputed already, or less of it is left.
 */
export function openDispute(
  provider: CardProvider,
  paymentId: string,
  { amount, inquiry = false }: { readonly amount?: number; readonly inquiry?: boolean },
): Dispute {
  const payment = provider.paymentIntents.get(paymentId, 'payment_intent')
  const charge = payment.latest_charge === null ? undefined : provider.charges.get(payment.latest_charge)
  if (charge === undefined || !charge.paid || charge.disputed) {
    throw refusedByState(`The payment ${paymentId} cannot be disputed.`, 'payment_intent_unexpected_state')
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (amount !== undefined && amount > left) throw invalidParameter('Not so much of the payment is left.', 'amount')
  const asked: Dispute = newInquiry(charge, amount ?? left, provider.clock.seconds())
  const dispute = provider.disputes.add(inquiry ? asked : decided(asked, 'needs_response'))
  provider.charges.change(charge, { disputed: true })
  provider.log.record('charge.dispute.created', dispute)
  return dispute
}

/** The bank decides a dispute, or changes its mind: for the merchant, for the card's holder, or that it is open again. */
export function decideDispute(provider: CardProvider, id: string, status: DisputeStatus): Dispute {
  const after = provider.disputes.save(decided(provider.disputes.get(id, 'dispute'), status))
  // Over without money, the charge can be refunded again; lost, its money is gone.
  const disputed = status === 'needs_response' || takenBy(after) > 0
  provider.charges.change(provider.charges.get(after.charge), { disputed })
  provider.log.record('charge.dispute.updated', after)
  if (status !== 'needs_response') provider.log.record('charge.dispute.closed', after)
  return after
}

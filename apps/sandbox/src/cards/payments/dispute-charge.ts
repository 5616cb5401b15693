import { refusedByState } from '../api/api-error.ts'
import { type Dispute, newDispute } from '../objects/dispute.ts'
import type { CardProvider } from '../provider.ts'

/**
 * The holder of the card disputes a payment at their bank.
 *
 * @throws {ApiError} when nothing of it was charged, or it is disputed already.
 */
export function openDispute(provider: CardProvider, paymentId: string): Dispute {
  const { wire: payment } = provider.paymentIntents.get(paymentId, 'payment_intent')
  const charge = payment.latest_charge === null ? undefined : provider.charges.find(payment.latest_charge)?.wire
  if (charge === undefined || !charge.captured || charge.disputed) {
    throw refusedByState(`The payment ${paymentId} cannot be disputed.`, 'payment_intent_unexpected_state')
  }
  const dispute = provider.disputes.add(newDispute(charge, provider.clock.seconds()), {}).wire
  provider.charges.save({ ...charge, disputed: true }, {})
  provider.log.record('charge.dispute.created', dispute)
  return dispute
}

/** The bank decides a dispute, for the merchant (`won`) or for the card's holder. */
export function closeDispute(provider: CardProvider, id: string, status: 'won' | 'lost'): Dispute {
  const { wire: dispute } = provider.disputes.get(id, 'dispute')
  const closed = provider.disputes.save({ ...dispute, status }, {}).wire
  // Won, the charge can be refunded again; lost, its money is gone.
  if (status === 'won') provider.charges.save({ ...provider.charges.get(dispute.charge).wire, disputed: false }, {})
  provider.log.record('charge.dispute.updated', closed, { status: dispute.status })
  provider.log.record('charge.dispute.closed', closed, { status: dispute.status })
  return closed
}

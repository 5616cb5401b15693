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
  { amount, inquiry = false }: { readonly amount?: number | undefined; readonly inquiry?: boolean | undefined } = {},
): Dispute {
  const { wire: payment } = provider.paymentIntents.get(paymentId, 'payment_intent')
  const charge = payment.latest_charge === null ? undefined : provider.charges.find(payment.latest_charge)?.wire
  if (charge === undefined || !charge.captured || charge.disputed) {
    throw refusedByState(`The payment ${paymentId} cannot be disputed.`, 'payment_intent_unexpected_state')
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (amount !== undefined && amount > left) throw invalidParameter('Not so much of the payment is left.', 'amount')
  const at = provider.clock.seconds()
  const asked = newInquiry(charge, amount ?? left, at)
  const dispute = provider.disputes.add(inquiry ? asked : decided(asked, 'needs_response', at), {}).wire
  provider.charges.save({ ...charge, disputed: true }, {})
  provider.log.record('charge.dispute.created', dispute)
  return dispute
}

/** The bank decides a dispute, or changes its mind: for the merchant, for the card's holder, or that it is open again. */
export function decideDispute(provider: CardProvider, id: string, status: DisputeStatus): Dispute {
  const { wire: dispute } = provider.disputes.get(id, 'dispute')
  const after = provider.disputes.save(decided(dispute, status, provider.clock.seconds()), {}).wire
  // Over without money, the charge can be refunded again; lost, its money is gone.
  const disputed = status === 'needs_response' || takenBy(after) > 0
  provider.charges.save({ ...provider.charges.get(dispute.charge).wire, disputed }, {})
  provider.log.record('charge.dispute.updated', after, { status: dispute.status })
  if (status !== 'needs_response') provider.log.record('charge.dispute.closed', after, { status: dispute.status })
  return after
}

import { invalidParameter, refusedByState } from '../api/api-error.ts'
import type { Charge } from '../objects/charge.ts'
import { takenBy } from '../objects/dispute.ts'
import { newRefund, type Refund, type RefundDetails } from '../objects/refund.ts'
import type { CardProvider } from '../provider.ts'

/** A bank's delay for a refund that is not immediate. */
const bankDelayMs = 3600 * 1000

/** Why a refund is pending, by the plan of its card. */
const pendingReasons = {
  fails_later: undefined,
  pending_first: 'processing',
  lacks_funds: 'insufficient_funds',
} as const

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Refunds `amount` cents of a charge, or the rest of it.
 *
 * @throws {ApiError} if nothing is left or the amount is above the rest.
 */
export function refundCharge(
  provider: CardProvider,
  charge: Charge,
  { amount: wanted, metadata }: Pick<RefundDetails, 'metadata'> & { readonly amount: number | undefined },
): Refund {
  const refundable = charge.amount_captured - charge.amount_refunded - disputedOf(provider, charge)
  if (refundable <= 0 && charge.disputed) {
    throw refusedByState(`Charge ${charge.id} has been disputed.`, 'charge_disputed')
  }
  if (refundable <= 0) throw refusedByState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const amount = wanted ?? refundable
  if (amount > refundable) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(refundable)})`
    throw invalidParameter(message, 'amount')
  }
  const plan = provider.paymentMethods.entry(charge.payment_method ?? '').hidden.behaviour.refund
  const details = { amount, metadata }
  const made = newRefund(charge, details, plan && pendingReasons[plan], provider.clock.seconds())
  const refund = provider.refunds.add(made, { dueAt: plan && provider.clock.now() + bankDelayMs })
  changeRefunded(provider, charge, amount)
  provider.log.record('refund.created', refund)
  return refund
}

/** The cents of a charge that disputes block: all of it until the bank has decided, then the money it took. */
function disputedOf(provider: CardProvider, charge: Charge): number {
  const { data } = provider.disputes.list({ charge: charge.id }, { limit: 100 })
  if (data.some(({ status }) => status === 'needs_response')) return charge.amount_captured
  return data.reduce((sum, dispute) => sum + takenBy(dispute), 0)
}

/** Applies the bank's delayed decision on a refund: a pending one succeeds, a succeeded one fails. */
export function settleRefund(provider: CardProvider, refund: Refund): void {
  const works = refund.status === 'pending'
  const settled = provider.refunds.change(refund, { status: works ? 'succeeded' : 'failed', pending_reason: undefined })
  if (!works) {
    changeRefunded(provider, provider.charges.get(refund.charge), -refund.amount)
    provider.log.record('refund.failed', settled)
  }
  provider.log.record('refund.updated', settled)
}

function changeRefunded(provider: CardProvider, charge: Charge, cents: number): void {
  const amount_refunded = charge.amount_refunded + cents
  provider.charges.change(charge, { amount_refunded, refunded: amount_refunded === charge.amount_captured })
}

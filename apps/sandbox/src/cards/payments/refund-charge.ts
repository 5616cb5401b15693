import { invalidParameter, refusedByState } from '../api/api-error.ts'
import { whereField } from '../collection.ts'
import type { Charge } from '../objects/charge.ts'
import { takenBy } from '../objects/dispute.ts'
import { newRefund, type Refund, type RefundDetails } from '../objects/refund.ts'
import type { CardProvider } from '../provider.ts'

/** How long a bank takes over a refund that is not done at once. */
const BANK_DELAY_MS = 3600 * 1000

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Sends money of a charge back: `amount` in cents, or all that is left.
 *
 * @throws {ApiError} when nothing is left or the amount is above what is left.
 */
export function refundCharge(
  provider: CardProvider,
  charge: Charge,
  details: Omit<RefundDetails, 'amount'> & { readonly amount: number | undefined },
): Refund {
  const left = charge.amount_captured - charge.amount_refunded - disputedOf(provider, charge)
  if (left <= 0 && charge.disputed) {
    throw refusedByState(`Charge ${charge.id} has been disputed.`, 'charge_disputed')
  }
  if (left <= 0) throw refusedByState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const amount = details.amount ?? left
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw invalidParameter(message, 'amount')
  }
  const plan = charge.payment_method && provider.paymentMethods.get(charge.payment_method).hidden.behaviour.refund
  const refund = provider.refunds.add(
    newRefund(
      charge,
      { ...details, amount },
      plan === 'pending_first' ? 'pending' : 'succeeded',
      provider.clock.seconds(),
    ),
    {},
    plan ? provider.clock.now() + BANK_DELAY_MS : undefined,
  ).wire
  const refunded = changeRefunded(provider, charge, amount)
  provider.log.record('refund.created', refund)
  provider.log.record('charge.refunded', refunded, { amount_refunded: charge.amount_refunded })
  return refund
}

/** What disputes keep of a charge: all of it while the bank has taken the money and not decided, afterwards what it took. */
function disputedOf(provider: CardProvider, charge: Charge): number {
  const { data } = provider.disputes.list('/v1/disputes', whereField('charge', charge.id), { limit: 100 })
  if (data.some(({ status }) => status === 'needs_response')) return charge.amount_captured
  return data.reduce((sum, dispute) => sum + takenBy(dispute), 0)
}

/** What the bank says of a refund that it took its time over: a pending one is done, one that looked done fails. */
export function settleRefund(provider: CardProvider, refund: Refund): void {
  if (refund.status === 'pending') {
    const done = provider.refunds.save({ ...refund, status: 'succeeded' }, {}).wire
    provider.log.record('refund.updated', done, { status: 'pending' })
    provider.log.record('charge.refund.updated', done, { status: 'pending' })
    return
  }
  const failed = provider.refunds.save({ ...refund, status: 'failed', failure_reason: 'unknown' }, {}).wire
  changeRefunded(provider, provider.charges.get(refund.charge).wire, -refund.amount)
  provider.log.record('refund.failed', failed, { status: refund.status })
  provider.log.record('refund.updated', failed, { status: refund.status })
  provider.log.record('charge.refund.updated', failed, { status: refund.status })
}

function changeRefunded(provider: CardProvider, charge: Charge, cents: number): Charge {
  const amount_refunded = charge.amount_refunded + cents
  return provider.charges.save({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount_captured }, {})
    .wire
}

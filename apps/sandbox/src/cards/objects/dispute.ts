import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Charge } from './charge.ts'
import type { PartOf, Shown } from './stored.ts'

/** A payment that its card's holder disputes at the bank, as the API shows it. The amount is cents. */
export type Dispute = Shown<
  Stripe.Dispute,
  ReturnType<typeof newInquiry>,
  { balance_transactions: Movement[]; charge: string; payment_intent: string; status: DisputeStatus }
>

/** Money that a dispute took, below zero, or gave again. */
type Movement = Pick<Stripe.BalanceTransaction, 'id' | 'amount'>

/** What banks decide. An inquiry takes no money; `prevented` leaves it where it is. */
export const disputeDecisions = ['needs_response', 'won', 'lost', 'prevented', 'warning_closed'] as const
/** Where a dispute stands. */
export type DisputeStatus = (typeof disputeDecisions)[number] | 'warning_needs_response'

/** What a dispute holds at the moment, in cents. */
export const takenBy = ({ balance_transactions: movements }: Pick<Dispute, 'balance_transactions'>): number =>
  0 - movements.reduce((sum, { amount }) => sum + amount, 0)

/** The dispute after a decision, with the money moved that it takes or gives again. */
export function decided(dispute: Dispute, status: DisputeStatus): Dispute {
  const taken = takenBy(dispute)
  const shallTake =
    status === 'needs_response' || status === 'lost' ? dispute.amount : status === 'prevented' ? taken : 0
  const moved = taken === shallTake ? [] : [{ id: randomId('txn_1'), amount: taken - shallTake }]
  return { ...dispute, status, balance_transactions: [...dispute.balance_transactions, ...moved] }
}

/** An inquiry about `amount` cents of a charge, which is not a dispute yet: the bank awaits an answer. */
export function newInquiry(charge: Charge, amount: number, createdAt: number) {
  return {
    id: randomId('du_1'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: createdAt,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'warning_needs_response',
  } satisfies PartOf<Stripe.Dispute>
}

import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Charge } from './charge.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A dispute of a payment at the card holder's bank, as the API shows it. The amount is cents. */
export type Dispute = ApiObject<
  Stripe.Dispute,
  ReturnType<typeof newInquiry>,
  { balance_transactions: Movement[]; charge: string; payment_intent: string; status: DisputeStatus }
>

/** Money that a dispute took (negative) or returned. */
type Movement = Pick<Stripe.BalanceTransaction, 'id' | 'amount'>

/** Decisions of banks. An inquiry takes no money; `prevented` moves none. */
export const disputeDecisions = ['needs_response', 'won', 'lost', 'prevented', 'warning_closed'] as const
export type DisputeStatus = (typeof disputeDecisions)[number] | 'warning_needs_response'

/** The cents that a dispute has taken so far. */
export const takenBy = ({ balance_transactions: movements }: Pick<Dispute, 'balance_transactions'>): number =>
  0 - movements.reduce((sum, { amount }) => sum + amount, 0)

/** The dispute after a decision, with its movement of money. */
export function afterDecision(dispute: Dispute, status: DisputeStatus): Dispute {
  const amount = takenBy(dispute) - amountToTake(dispute, status)
  const movements = amount === 0 ? [] : [{ id: randomId('txn_1'), amount }]
  return { ...dispute, status, balance_transactions: [...dispute.balance_transactions, ...movements] }
}

function amountToTake(dispute: Dispute, status: DisputeStatus): number {
  if (status === 'needs_response' || status === 'lost') return dispute.amount
  return status === 'prevented' ? takenBy(dispute) : 0
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

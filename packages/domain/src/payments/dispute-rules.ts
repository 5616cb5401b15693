import type { Cents } from '../pricing/money.ts'

/**
 * The status of a dispute: the bank only asks (`inquiry`), holds the money until it decides (`open`), or decided for us
 * (`won`) or the cardholder (`lost`). A bank may move between any two.
 */
export type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost'

/** The effects of a dispute's status (HOLD-06). */
interface DisputeRule {
  /** Credits from the payment are withdrawn, and tips are refused. */
  frozen: boolean
  /** The bank has withdrawn the money. */
  withdrawn: boolean
  /** The payment counts as refunded. */
  refunded: boolean
}

const disputeRules: Record<DisputeStatus, DisputeRule> = {
  inquiry: { frozen: true, withdrawn: false, refunded: false },
  open: { frozen: true, withdrawn: true, refunded: false },
  won: { frozen: false, withdrawn: false, refunded: false },
  lost: { frozen: false, withdrawn: true, refunded: true },
}

/** Whether credits from a disputed payment are withdrawn: while the dispute is open, and once it is lost. */
export const withdrawsCredits = (status: DisputeStatus): boolean =>
  disputeRules[status].frozen || disputeRules[status].withdrawn

/** Whether the bank has the disputed money, so that none of the payment can be refunded (abuse 20). */
export const isHeldByBank = (status: DisputeStatus): boolean => disputeRules[status].withdrawn

/**
 * The ledger amounts of a dispute of `cents`. At most `refundableCents`, the rest of the payment, counts as refunded: a
 * refund before the bank's decision is our loss.
 */
export function disputeMoney(dispute: { status: DisputeStatus; cents: Cents; refundableCents: Cents }) {
  const { status, cents, refundableCents } = dispute
  const { frozen, withdrawn, refunded } = disputeRules[status]
  return {
    frozenCents: frozen ? cents : 0,
    withdrawnCents: withdrawn ? cents : 0,
    refundedCents: refunded ? Math.min(cents, Math.max(0, refundableCents)) : 0,
  }
}

import type { Cents } from '../pricing/money.ts'

/**
 * The status of a dispute: the bank only asks (`inquiry`), holds the money until it decides (`open`), or decided for us
 * (`won`) or the cardholder (`lost`). A bank may move between any two.
 */
export type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost'

/** The effects of a dispute's status (HOLD-06). */
interface DisputeRule {
  /** Credits from the payment are taken back, and tips are refused. */
  frozen: boolean
  /** The bank holds the money. */
  taken: boolean
  /** The payment counts as refunded. */
  givenBack: boolean
}

/** The effects by status. */
const disputeRules: Record<DisputeStatus, DisputeRule> = {
  inquiry: { frozen: true, taken: false, givenBack: false },
  open: { frozen: true, taken: true, givenBack: false },
  won: { frozen: false, taken: false, givenBack: false },
  lost: { frozen: false, taken: true, givenBack: true },
}

/**
 * The ledger amounts of a dispute of `cents`. At most `leftCents`, the rest of the payment, counts as refunded: what
 * was refunded before the bank decided is our loss.
 */
export function disputeMoney(dispute: { status: DisputeStatus; cents: Cents; leftCents: Cents }) {
  const { status, cents, leftCents } = dispute
  const { frozen, taken, givenBack } = disputeRules[status]
  return {
    frozenCents: frozen ? cents : 0,
    takenCents: taken ? cents : 0,
    givenBackCents: givenBack ? Math.min(cents, Math.max(0, leftCents)) : 0,
  }
}

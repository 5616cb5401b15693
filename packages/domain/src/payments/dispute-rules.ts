import type { Cents } from '../pricing/money.ts'

/**
 * Where a dispute at the card's bank stands: the bank only asks (`inquiry`), it has taken the money until it decides (`open`), or
 * it has decided, for us (`won`) or for the card's holder (`lost`). A bank may change its mind, and go from any to any.
 */
export type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost'

/** What holds while a dispute stands there (HOLD-06). */
interface DisputeRule {
  /** The credits of what was paid are taken back, and no tip is taken. */
  frozen: boolean
  /** The bank has taken the money. */
  taken: boolean
  /** The payment counts as given back. */
  givenBack: boolean
}

/** Where a dispute stands, and what holds then. */
const disputeRules: Record<DisputeStatus, DisputeRule> = {
  inquiry: { frozen: true, taken: false, givenBack: false },
  open: { frozen: true, taken: true, givenBack: false },
  won: { frozen: false, taken: false, givenBack: false },
  lost: { frozen: false, taken: true, givenBack: true },
}

/**
 * What the books shall say of a dispute of so many cents. What counts as given back is no more than `leftCents`, what was
 * left of the payment: where it was refunded before the bank decided, the rest is our loss.
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

import type { Cents } from '../pricing/money.ts'

/** The minimum card payment (PAY-15), in cents. */
export const minCardCents: Cents = 50

/** The parts of an amount due, which add up to it. */
export interface DueSplit {
  balanceCents: Cents
  cardCents: Cents
  /** Waived, because it is below the card minimum. */
  waivedCents: Cents
}

/**
 * Splits an amount between balance and card (PAY-13, PAY-15). The balance pays as much as it can, but leaves the card
 * either nothing or at least $0.50. A smaller amount that the balance cannot cover is waived. A negative balance pays
 * nothing.
 */
export function splitDue(dueCents: Cents, balance: { cents: Cents; use: boolean }): DueSplit {
  const due = Math.max(0, dueCents)
  const usable = balance.use ? Math.max(0, balance.cents) : 0
  if (usable >= due) return { balanceCents: due, cardCents: 0, waivedCents: 0 }
  if (due < minCardCents) return { balanceCents: 0, cardCents: 0, waivedCents: due }
  const balanceCents = Math.min(usable, due - minCardCents)
  return { balanceCents, cardCents: due - balanceCents, waivedCents: 0 }
}

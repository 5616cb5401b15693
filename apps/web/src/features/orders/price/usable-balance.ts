import type { Order } from '@nerdify/contract/orders.ts'
import { splitDue } from '@nerdify/domain/payments/due-split.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'

/** The balance part of an order's payment, in cents (PAY-13). */
export interface UsableBalance {
  /** The balance with the part held by this order's open card page; 0 if it is hidden. */
  usableCents: Cents
  /** Whether the client wants to use it. */
  isUsed: boolean
  /** The client uses it, but the session may not see the amount (SAFE-03): the next page shows the rest. */
  isHidden: boolean
  /** The balance part: reduced if the card's rest would be below $0.50 (PAY-15). */
  paysCents: Cents
  /**
   * The card's part; a rest below $0.50 is waived (PAY-15). With a hidden balance the whole amount, so that no press
   * pays.
   */
  cardCents: Cents
}

/** The balance part for a total; `available` is in dollars, null if the session may not see it. */
export function usableBalance(terms: {
  totalCents: Cents | undefined
  stored: Pick<Order, 'client_paid' | 'balance_held'> | null
  available: number | null
  isUsed: boolean
}): UsableBalance {
  const { totalCents = 0, stored, available, isUsed } = terms
  const isKnown = available !== null
  const heldCents = centsFromDollars(stored?.balance_held ?? 0)
  const usableCents = isKnown ? Math.max(0, centsFromDollars(available) + heldCents) : 0
  const dueCents = totalCents - centsFromDollars(stored?.client_paid ?? 0)
  const { balanceCents, cardCents } = splitDue(dueCents, { cents: usableCents, use: isUsed })
  const isHidden = isUsed && !isKnown
  return { usableCents, isUsed, isHidden, paysCents: balanceCents, cardCents: isHidden ? dueCents : cardCents }
}

/** A value for the screen and the payment link, unless the balance is hidden (SAFE-03). */
export const ifShown = <Value>({ isHidden }: UsableBalance, value: Value): Value | undefined =>
  isHidden ? undefined : value

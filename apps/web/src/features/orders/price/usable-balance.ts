import type { Order } from '@nerdify/contract/orders.ts'
import { splitDue } from '@nerdify/domain/payments/due-split.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'

/** What the client's balance does for an order, in cents (PAY-13). */
export interface UsableBalance {
  /** What there is to use: the balance, and what an open card page of this order holds of it; 0 where it is not shown. */
  usableCents: Cents
  /** Whether the client wants to use it. */
  isUsed: boolean
  /** It is used, and the session is not shown how much there is (SAFE-03): the next page says what is left to pay. */
  isHidden: boolean
  /** What it pays: less than it could where the card would be left with less than $0.50 (PAY-15). */
  paysCents: Cents
}

/** What the balance does for an order of this total; `available` is in dollars, null in a session that is not shown it. */
export function usableBalance(given: {
  totalCents: Cents | undefined
  stored: Pick<Order, 'client_paid' | 'balance_held'> | null
  available: number | null
  isUsed: boolean
}): UsableBalance {
  const { totalCents = 0, stored, available, isUsed } = given
  if (available === null) return { usableCents: 0, isUsed, isHidden: isUsed, paysCents: 0 }
  const usableCents = Math.max(0, centsFromDollars(available) + centsFromDollars(stored?.balance_held ?? 0))
  const dueCents = totalCents - centsFromDollars(stored?.client_paid ?? 0)
  const { balanceCents } = splitDue(dueCents, { cents: usableCents, use: isUsed })
  return { usableCents, isUsed, isHidden: false, paysCents: balanceCents }
}

/** What is said of how the balance pays, on the screen and to the payment link: nothing where it is not shown (SAFE-03). */
export const ifShown = <Said>({ isHidden }: UsableBalance, said: Said): Said | undefined =>
  isHidden ? undefined : said

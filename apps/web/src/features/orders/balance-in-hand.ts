import type { Order } from '@nerdify/contract/orders.ts'
import { splitDue } from '@nerdify/domain/payments/due-split.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'

/** What the client's balance does for an order, in cents (PAY-13). */
export interface BalanceInHand {
  /** What there is to use: the balance, and what an open card page of this order holds of it. */
  usableCents: Cents
  /** Whether the client wants to use it. */
  isUsed: boolean
  /** What it pays: less than it could where the card would be left with less than $0.50 (PAY-15). */
  paysCents: Cents
}

/** What the balance does for an order of this total; `available` is in dollars. */
export function balanceInHand(given: {
  totalCents: Cents | undefined
  stored: Pick<Order, 'client_paid' | 'balance_held'> | null
  available: number
  isUsed: boolean
}): BalanceInHand {
  const { totalCents = 0, stored, available, isUsed } = given
  const usableCents = Math.max(0, centsFromDollars(available) + centsFromDollars(stored?.balance_held ?? 0))
  const dueCents = totalCents - centsFromDollars(stored?.client_paid ?? 0)
  const { balanceCents } = splitDue(dueCents, { cents: usableCents, use: isUsed })
  return { usableCents, isUsed, paysCents: balanceCents }
}

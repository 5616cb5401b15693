import { type Cents, divideRounded } from '../pricing/money.ts'

/** A payment by card, and what is left of it to give back. */
export interface CardSource {
  paymentId: string
  leftCents: Cents
}

/** From where an amount is given back. */
export interface RefundPlan {
  cards: { paymentId: string; cents: Cents }[]
  balanceCents: Cents
}

/**
 * Spreads an amount over what was paid (PAY-11): by card as far as cards paid, the newest payment first, the rest to the
 * balance. Nothing when more is asked for than is left.
 */
export function planRefund(
  cents: Cents,
  sources: { cards: readonly CardSource[]; balanceCents: Cents },
): RefundPlan | undefined {
  let missing = cents
  const cards: RefundPlan['cards'] = []
  for (const { paymentId, leftCents } of sources.cards) {
    const part = Math.min(missing, leftCents)
    if (part <= 0) continue
    cards.push({ paymentId, cents: part })
    missing -= part
  }
  return missing > sources.balanceCents ? undefined : { cards, balanceCents: missing }
}

/**
 * What stays of a cash-back when a part of the order was given back (DISC-14): the share of what is kept, halves of a cent
 * for the client.
 */
export function keptCashbackCents(order: { cashbackCents: Cents; paidCents: Cents; refundedCents: Cents }): Cents {
  const { cashbackCents, paidCents, refundedCents } = order
  if (refundedCents <= 0 || paidCents <= 0) return cashbackCents
  const kept = Math.max(0, paidCents - refundedCents)
  return divideRounded(cashbackCents * kept, paidCents)
}

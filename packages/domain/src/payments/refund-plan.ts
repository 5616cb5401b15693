import { type Cents, divideRounded } from '../pricing/money.ts'

/** A card payment and its refundable rest. */
export interface CardSource {
  paymentId: string
  leftCents: Cents
}

/** The sources of a refund. */
export interface RefundPlan {
  cards: { paymentId: string; cents: Cents }[]
  balanceCents: Cents
}

/**
 * Spreads a refund over the payments (PAY-11): cards first, the newest payment first, the rest to the balance.
 * Undefined if the amount exceeds what is left.
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
 * What remains of a cashback after a partial refund (DISC-14): proportional to the payment kept, halves of a cent in
 * the client's favor.
 */
export function keptCashbackCents(order: { cashbackCents: Cents; paidCents: Cents; refundedCents: Cents }): Cents {
  const { cashbackCents, paidCents, refundedCents } = order
  if (refundedCents <= 0 || paidCents <= 0) return cashbackCents
  const keptCents = Math.max(0, paidCents - refundedCents)
  return divideRounded(cashbackCents * keptCents, paidCents)
}

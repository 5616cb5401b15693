import { type Cents, divideRounded } from '../pricing/money.ts'

/** A card payment and its amount not refunded yet. */
export interface CardSource {
  paymentId: string
  refundableCents: Cents
}

/** The parts of a refund: to each card payment, and to the balance. */
export interface RefundPlan {
  cards: { paymentId: string; cents: Cents }[]
  balanceCents: Cents
}

/**
 * Spreads a refund over the payments (PAY-11): cards first, the newest payment first, the rest to the balance.
 * Undefined if the amount exceeds the sources.
 */
export function planRefund(
  cents: Cents,
  sources: { cards: readonly CardSource[]; balanceCents: Cents },
): RefundPlan | undefined {
  let remainingCents = cents
  const cards: RefundPlan['cards'] = []
  for (const { paymentId, refundableCents } of sources.cards) {
    const part = Math.min(remainingCents, refundableCents)
    if (part <= 0) continue
    cards.push({ paymentId, cents: part })
    remainingCents -= part
  }
  return remainingCents > sources.balanceCents ? undefined : { cards, balanceCents: remainingCents }
}

/**
 * The cashback that the client keeps after a partial refund (DISC-14): proportional to the part that we keep of
 * `earningCents`, the payment that earned it, halves of a cent in the client's favor. Later payments, such as for
 * services, earn none, so a refund takes them first.
 */
export function keptCashbackCents(order: {
  cashbackCents: Cents
  earningCents: Cents
  paidCents: Cents
  refundedCents: Cents
}): Cents {
  const { cashbackCents, paidCents, refundedCents } = order
  // A surplus that went back earned nothing.
  const earningCents = Math.min(order.earningCents, paidCents)
  if (refundedCents <= 0 || earningCents <= 0) return cashbackCents
  const keptCents = Math.min(earningCents, Math.max(0, paidCents - refundedCents))
  return divideRounded(cashbackCents * keptCents, earningCents)
}

import type { Cents } from '../pricing/money.ts'

/** A paid order's money; `keptCents` are its payments less completed and pending refunds. */
export interface AgreedMoney {
  agreedCents: Cents
  keptCents: Cents
  paidCents: Cents
}

/**
 * Settles an agreed price of a paid order (OPS-12): the client owes `dueCents`, or gets `surplusCents` back (PAY-11).
 * `priceCents` is the order's new price, without unpaid services: refunds lower neither price nor payments, so it is
 * never below the payments.
 */
export function settleAgreedPrice({ agreedCents, keptCents, paidCents }: AgreedMoney) {
  const dueCents = Math.max(0, agreedCents - keptCents)
  return {
    dueCents,
    surplusCents: Math.max(0, keptCents - agreedCents),
    priceCents: paidCents + dueCents,
  }
}

import type { Cents } from '../pricing/money.ts'

/** A paid order's money; `keptCents` is what was paid and neither refunded nor on its way back. */
export interface AgreedMoney {
  agreedCents: Cents
  keptCents: Cents
  paidCents: Cents
  /** The price of added services that are not paid. */
  unpaidServicesCents: Cents
}

/**
 * What an agreed price of a paid order means (OPS-12): the rest that the client owes, or the surplus that goes back
 * (PAY-11). `priceCents` is the order's new price: refunds lower neither price nor payments, so it is never below what was
 * paid.
 */
export function settleAgreedPrice({ agreedCents, keptCents, paidCents, unpaidServicesCents }: AgreedMoney) {
  const restCents = Math.max(0, agreedCents - keptCents)
  return {
    restCents,
    surplusCents: Math.max(0, keptCents - agreedCents),
    priceCents: paidCents + restCents + unpaidServicesCents,
  }
}

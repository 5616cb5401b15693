import { type Cents, percentOf } from '../pricing/money.ts'
import type { CouponGift } from './coupon.ts'

/** The amount that a gift takes off the quote price, at most all of it; half cents round away from zero (PRICE-05). */
export function discountCentsOf(gift: CouponGift, quoteCents: Cents): Cents {
  switch (gift.kind) {
    case 'percent':
      return Math.min(quoteCents, percentOf(quoteCents, gift.percent))
    case 'amount':
      return Math.min(quoteCents, gift.amountCents)
    case 'cashback':
    case 'free':
      return 0
  }
}

/** The cashback of a gift once the order is paid: a percentage of the quote price (DISC-14). */
export function cashbackCentsOf(gift: CouponGift, quoteCents: Cents): Cents {
  return gift.kind === 'cashback' ? percentOf(quoteCents, gift.percent) : 0
}

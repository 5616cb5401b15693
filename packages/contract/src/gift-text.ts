import { freeAddOnNames } from '@nerdify/domain/discounts/coupon.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { DiscountGift } from './operations.ts'

/** Describes the gift of a coupon for staff: "10% off", "Draft free". */
export function giftText(gift: DiscountGift): string {
  switch (gift.kind) {
    case 'percent':
      return `${gift.percent}% off`
    case 'amount':
      return `${formatMoney(centsFromDollars(gift.amount))} off`
    case 'cashback':
      return `${gift.percent}% back to the balance`
    case 'free':
      return `${gift.add_ons.map((addOn) => freeAddOnNames[addOn]).join(', ')} free`
  }
}

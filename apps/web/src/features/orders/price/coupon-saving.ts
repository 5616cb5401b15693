import type { DiscountInfo, Order } from '@nerdify/contract/orders.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'

const money = (dollars: number) => formatMoney(centsFromDollars(dollars))

function savingOf({ discount_type: kind, quote_amount: off, cashback_amount: back }: DiscountInfo): string {
  switch (kind) {
    case 'percent':
    case 'amount':
      return couponTexts.off(money(off))
    case 'cashback':
      return couponTexts.cashback(money(back))
    case 'vip_support':
      return couponTexts.freeVipSupport
    default:
      return couponTexts.freeService(kind)
  }
}

/** The saving of an order's coupon, in words (DISC-01, DISC-14). */
export function couponSaving({ discountInfo }: Pick<Order, 'discountInfo'>): string {
  return discountInfo.map(savingOf).join(', ')
}

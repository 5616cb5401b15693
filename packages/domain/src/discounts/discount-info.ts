import { type Cents, centsFromDollars, dollarsFromCents } from '../pricing/money.ts'
import { type CouponGift, type FreeAddOn, freeAddOnNames, freeAddOns } from './coupon.ts'

/** The subject of a discountInfo entry: a kind of discount, or a free add-on (DISC-14). */
export type DiscountType = 'percent' | 'amount' | 'cashback' | FreeAddOn

export const discountTypes: readonly DiscountType[] = ['percent', 'amount', 'cashback', ...freeAddOns]

/**
 * An entry of discountInfo with the wire's names (DISC-14, API-12). `value` is the percentage, the dollars of an
 * amount, or the regular price of a free add-on; `quote_amount` the dollars off the quote price, `cashback_amount` the
 * dollars credited after payment.
 */
export interface DiscountInfo {
  code: string
  value: number
  discount_type: DiscountType
  quote_amount: number
  cashback_amount: number
}

/** A discount on an order, in cents. */
export interface DiscountFacts {
  code: string
  gift: CouponGift
  discountCents: Cents
  cashbackCents: Cents
  /** The regular price of the add-on on this order. */
  worthCents(addOn: FreeAddOn): Cents
}

/** The discountInfo entries of a discount: one, or one per free add-on (DISC-14). */
export function discountInfoOf(discount: DiscountFacts): DiscountInfo[] {
  const { code, gift } = discount
  const quote_amount = dollarsFromCents(discount.discountCents)
  const cashback_amount = dollarsFromCents(discount.cashbackCents)
  const entry = (discount_type: DiscountType, value: number) => ({
    code,
    value,
    discount_type,
    quote_amount,
    cashback_amount,
  })
  switch (gift.kind) {
    case 'percent':
    case 'cashback':
      return [entry(gift.kind, gift.percent)]
    case 'amount':
      return [entry('amount', dollarsFromCents(gift.amountCents))]
    case 'free':
      return gift.addOns.map((addOn) => entry(addOn, dollarsFromCents(discount.worthCents(addOn))))
  }
}

/**
 * Reads a discount's gift from the wire, so that the screen can reprice at once (FLOW-15); undefined without entries.
 */
export function giftOfDiscountInfo(entries: readonly DiscountInfo[]): CouponGift | undefined {
  const [first] = entries
  switch (first?.discount_type) {
    case undefined:
      return undefined
    case 'percent':
    case 'cashback':
      return { kind: first.discount_type, percent: first.value }
    case 'amount':
      return { kind: 'amount', amountCents: centsFromDollars(first.value) }
    default:
      return { kind: 'free', addOns: entries.map((entry) => entry.discount_type).filter(isFreeAddOn) }
  }
}

function isFreeAddOn(type: DiscountType): type is FreeAddOn {
  return Object.hasOwn(freeAddOnNames, type)
}

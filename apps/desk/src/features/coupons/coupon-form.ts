import type { Discount, DiscountChange, DiscountGift } from '@nerdify/contract/operations.ts'
import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { type Coupon, type CouponGift, freeAddOns } from '@nerdify/domain/discounts/coupon.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { instantOfWallTime, wallTime } from '@nerdify/domain/pricing/zoned-time.ts'
import { numberOf } from '../../frame/typed-number.ts'
import { type Cells, checked } from '../../frame/use-edit.ts'
import { couponTexts } from '../../texts/coupons.ts'

/** The optional number fields, by their names on the wire. */
const countFields = ['most_uses', 'least_quote_price', 'least_paid_orders', 'most_paid_orders'] as const

const valueOf = (gift: DiscountGift): string =>
  gift.kind === 'free' ? '' : String(gift.kind === 'amount' ? gift.amount : gift.percent)

/** An instant in the form of a date and time field, in the zone `zone`. */
const typedTime = (at: number, zone: string): string => new Date(wallTime(at, zone)).toISOString().slice(0, 16)

/** The terms of a coupon as texts; times in the zone `zone`. */
export const cellsOfCoupon = ({ gift, ...terms }: Discount, zone: string): Cells => ({
  kind: gift.kind,
  value: valueOf(gift),
  ...Object.fromEntries((gift.kind === 'free' ? gift.add_ons : []).map((addOn) => [addOn, checked])),
  expires_at: terms.expires_at === undefined ? '' : typedTime(Date.parse(terms.expires_at), zone),
  once_a_client: terms.once_a_client === true ? checked : '',
  ...Object.fromEntries(countFields.map((field) => [field, String(terms[field] ?? '')])),
  ...Object.fromEntries((terms.price_names ?? []).map((name) => [name, checked])),
})

/** The terms of a coupon that does not exist yet. */
export const newCouponCells: Cells = { code: '', kind: 'percent', value: '' }

const giftOf = (cells: Cells): DiscountGift => {
  const value = numberOf(cells['value'] ?? '')
  switch (cells['kind']) {
    case 'free':
      return { kind: 'free', add_ons: freeAddOns.filter((addOn) => cells[addOn] === checked) }
    case 'amount':
      return { kind: 'amount', amount: value }
    default:
      return { kind: cells['kind'] === 'cashback' ? 'cashback' : 'percent', percent: value }
  }
}

/** The typed end; an unchanged one keeps its seconds. */
function endOf(typed: string, before: string | undefined, zone: string): string | undefined {
  if (typed === '') return undefined
  if (before !== undefined && typed === typedTime(Date.parse(before), zone)) return before
  return new Date(instantOfWallTime(Date.parse(`${typed}Z`), zone)).toISOString()
}

/** The coupon of all cells, in place of `before`. */
export function couponOf(cells: Cells, before: Discount | undefined, zone: string): DiscountChange {
  const names = priceNames.filter((name) => cells[name] === checked)
  const end = endOf(cells['expires_at'] ?? '', before?.expires_at, zone)
  return {
    gift: giftOf(cells),
    ...(end !== undefined && { expires_at: end }),
    ...(cells['once_a_client'] === checked && { once_a_client: true }),
    ...Object.fromEntries(
      countFields.filter((field) => !isBlank(cells[field] ?? '')).map((field) => [field, numberOf(cells[field] ?? '')]),
    ),
    ...(names.length > 0 && { price_names: [...names] }),
  }
}

/** The coupon of all cells as the rules of prices read it. */
export function couponToTry(cells: Cells): Coupon {
  const {
    gift,
    price_names: names,
    least_quote_price: least,
    least_paid_orders: paid,
  } = couponOf(cells, undefined, 'UTC')
  return {
    code: cells['code'] ?? '',
    gift: couponGiftOf(gift),
    ...(names !== undefined && { priceNames: names }),
    ...(least !== undefined && { leastQuoteCents: centsFromDollars(least) }),
    ...(paid !== undefined && { leastPaidOrders: paid }),
  }
}

const couponGiftOf = (gift: DiscountGift): CouponGift => {
  if (gift.kind === 'amount') return { kind: 'amount', amountCents: centsFromDollars(gift.amount) }
  return gift.kind === 'free' ? { kind: 'free', addOns: gift.add_ons } : gift
}

/** The form's own errors, by field; the server checks the rest. */
export function couponFaults(cells: Cells, isNew: boolean): Partial<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (isNew && isBlank(cells['code'] ?? '')) faults['code'] = couponTexts.codeMissing
  const gift = giftOf(cells)
  if (gift.kind === 'free') {
    if (gift.add_ons.length === 0) faults['extras'] = couponTexts.extrasMissing
  } else if (!(numberOf(cells['value'] ?? '') > 0)) faults['value'] = couponTexts.valueMissing
  for (const field of countFields) {
    if (!isBlank(cells[field] ?? '') && Number.isNaN(numberOf(cells[field] ?? '')))
      faults[field] = couponTexts.notANumber
  }
  return faults
}

/** The form's field for a refusal: `gift.percent` is the value. */
export const fieldOfRefusal = (field: string): string =>
  field.startsWith('gift.add_ons') ? 'extras' : field.startsWith('gift') ? 'value' : field

import { isDeepStrictEqual } from 'node:util'
import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { type Coupon, freeAddOns, servicesOfGift } from '@nerdify/domain/discounts/coupon.ts'
import { couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { asksForEarlierOrders, type CouponRefusal, couponRefusal } from '@nerdify/domain/discounts/coupon-rules.ts'
import { cashbackCentsOf } from '@nerdify/domain/discounts/discount-amount.ts'
import { hasVipSupport } from '@nerdify/domain/plans/plan-benefits.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { AppliedDiscount, Queries, StoredServices } from '../../database/tables.ts'
import { findCoupon } from '../../discounts/code-uses.ts'
import { earlierOrderCount } from '../../returning-people/earlier-orders.ts'
import { Refusal } from '../../http/refusal.ts'
import { countOrders } from '../list/list-orders.ts'
import { factsOf, mapServices } from '../list/order-facts-of.ts'
import type { OrderChangeSet, StoredOrder } from '../orders.store.ts'
import { type OrderQuote, priceColumns } from './quote-order.ts'

/**
 * What is done to the discount of an order: a code is applied in place of what is there, or the discount is taken away. A
 * code that nobody asked for is given where it can be.
 */
export type DiscountChange = { apply: string } | { give: string } | { remove: true }

/** A code with the reason why it cannot be used. */
export type FailedCoupon = CouponRefusal & { code: string }

/** A code that was to be applied and is refused: 422 with the sentence of its error type (DISC-04 to DISC-11). */
export class CouponRefused extends Refusal {
  readonly failed: FailedCoupon

  constructor(failed: FailedCoupon) {
    const { errorType, errorValue } = failed
    super(422, couponMessage(errorType, errorValue).text, { type: errorType, value: errorValue })
    this.failed = failed
  }
}

/** The columns that a price with its discount sets, and the coupon that the order lost by it, if it did. */
export interface DiscountedPrice {
  columns: OrderChangeSet
  lost: FailedCoupon | undefined
}

/**
 * Prices a quote of an order with the discount that was asked for, which replaces any other (DISC-15), else with the
 * one that the order has.
 * - A discount whose conditions no longer hold is removed, and the answer says why.
 * - The amount of a discount is computed once for a quote; a new quote computes it again (PRICE-12).
 * - Throws {@link CouponRefused} when the discount that was asked for cannot be used.
 */
export async function priceWithDiscount(
  queries: Queries,
  wish: {
    order: StoredOrder
    quote: OrderQuote
    change?: DiscountChange | undefined
    /** The client's, which say what their plan includes. */
    tags: readonly string[]
    now: number
  },
): Promise<DiscountedPrice> {
  const { order, quote, change, tags, now } = wish
  const { discount, discount_code: code } = order
  const bare = withoutDiscount(quote, discount)
  const priced = (columns: OrderChangeSet, lost?: FailedCoupon): DiscountedPrice => ({ columns, lost })
  const check = (typed: string) => checkCoupon(queries, { code: typed, order, quote: bare, tags, now })

  if (change !== undefined && 'remove' in change) return priced(columnsWithoutDiscount(order, quote, undefined))
  if (change !== undefined) {
    const checked = await check('apply' in change ? change.apply : change.give)
    if ('coupon' in checked) return priced(columnsWithCoupon(bare, checked.coupon))
    if ('apply' in change) throw new CouponRefused(checked.failed)
    return priced(priceColumns(quote, undefined))
  }
  if (code === null || discount === null) return priced(priceColumns(quote, undefined))

  const checked = await check(code)
  if ('failed' in checked) return priced(columnsWithoutDiscount(order, quote, checked.failed), checked.failed)
  const isNewQuote = quote.quotedAt !== order.quoted_at
  if (isNewQuote && !isDeepStrictEqual(checked.coupon.gift, discount.gift)) {
    return priced(columnsWithCoupon(bare, checked.coupon))
  }
  return priced({ ...priceColumns(quote, discount.gift), discount: appliedDiscount(discount, quote) })
}

/** The columns of an order with a coupon as it is now; the services that it gives are added. */
function columnsWithCoupon(bare: OrderQuote, { code, gift }: Coupon): OrderChangeSet {
  const added = servicesOfGift(gift).filter((key) => !bare.services[key]?.added)
  return {
    ...priceColumns({ ...bare, services: withAdded(bare.services, added) }, gift),
    discount_code: code,
    discount: appliedDiscount({ gift, added_services: added }, bare),
    discount_error_type: null,
    discount_error_value: null,
  }
}

/** The columns of an order without its discount; why it was lost stays with the order until it is cleared (DISC-12). */
export function columnsWithoutDiscount(
  order: StoredOrder,
  quote: OrderQuote,
  lost: FailedCoupon | undefined,
): OrderChangeSet {
  const value = lost?.errorValue ?? null
  return {
    ...priceColumns(withoutDiscount(quote, order.discount), undefined),
    discount_code: null,
    discount: null,
    discount_error_type: lost?.errorType ?? null,
    discount_error_value: value === null ? null : JSON.stringify(value),
  }
}

/** The quote as it is without a discount: the services that it added itself go with it, unless they are paid. */
function withoutDiscount(quote: OrderQuote, discount: AppliedDiscount | null): OrderQuote {
  if (discount === null) return quote
  const services = mapServices(quote.services, (service, key) =>
    discount.added_services.includes(key) && !service.paid && service.free_reason !== 'plan'
      ? { ...service, added: false }
      : service,
  )
  return { ...quote, services }
}

function withAdded(services: StoredServices, added: readonly ServiceKey[]): StoredServices {
  return mapServices(services, (service, key) => (added.includes(key) ? { ...service, added: true } : service))
}

function appliedDiscount(discount: Omit<AppliedDiscount, 'cashback_cents'>, quote: OrderQuote): string {
  const { gift, added_services } = discount
  const applied: AppliedDiscount = { gift, added_services, cashback_cents: cashbackCentsOf(gift, quote.quoteCents) }
  return JSON.stringify(applied)
}

/**
 * The code that an order's next payment uses up: the first payment of an order does, so one on which something was paid
 * has none (DISC-16).
 */
export const codeToUse = (order: StoredOrder): string | null =>
  orderIs.paid(factsOf(order)) ? null : order.discount_code

/** Holds a code against an order as it is without any discount. */
async function checkCoupon(
  queries: Queries,
  wish: { code: string; order: StoredOrder; quote: OrderQuote; tags: readonly string[]; now: number },
): Promise<{ coupon: Coupon } | { failed: FailedCoupon }> {
  const { code, order, quote, tags, now } = wish
  const found = await findCoupon(queries, { code, clientId: order.client_id, orderId: order.id })
  const coupon = found?.coupon
  const isInPlan = (key: ServiceKey) => quote.services[key]?.free_reason === 'plan'
  const countsPaid = coupon?.leastPaidOrders !== undefined || coupon?.mostPaidOrders !== undefined
  const refusal = couponRefusal(coupon, {
    now,
    priceName: quote.priceName,
    quoteCents: quote.quoteCents,
    hours: quote.hours,
    paidOrders: countsPaid ? (await countOrders(queries, order.client_id)).paidOrders : 0,
    earlierOrders: coupon && asksForEarlierOrders(coupon) ? await earlierOrderCount(queries, order.client_id) : 0,
    usedByClient: found?.usedByClient ?? false,
    usedUp: found?.usedUp ?? false,
    chosenServices: serviceKeys.filter((key) => quote.services[key]?.added && !isInPlan(key)),
    planAddOns: freeAddOns.filter((addOn) => (addOn === 'vip_support' ? hasVipSupport(tags) : isInPlan(addOn))),
  })
  if (coupon === undefined || refusal !== undefined) {
    return { failed: { code, ...(refusal ?? { errorType: 'unknown_code', errorValue: null }) } }
  }
  return { coupon }
}

import { isDeepStrictEqual } from 'node:util'
import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { type Coupon, freeAddOns, servicesOfGift } from '@nerdify/domain/discounts/coupon.ts'
import { couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { dependsOnEarlierOrders, type CouponRefusal, couponRefusal } from '@nerdify/domain/discounts/coupon-rules.ts'
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
 * A change of an order's discount: apply a code instead of the current one, or remove the discount. `give` applies an
 * unrequested code if possible.
 */
export type DiscountChange = { apply: string } | { give: string } | { remove: true }

/** A code with the reason for its refusal. */
export type FailedCoupon = CouponRefusal & { code: string }

/** A refused code: 422 with the sentence of its error type (DISC-04 to DISC-11). */
export class CouponRefused extends Refusal {
  readonly failed: FailedCoupon

  constructor(failed: FailedCoupon) {
    const { errorType, errorValue } = failed
    super(422, couponMessage(errorType, errorValue).text, { type: errorType, value: errorValue })
    this.failed = failed
  }
}

/** The columns of a price with its discount, and the coupon that the order lost, if any. */
export interface DiscountedPrice {
  columns: OrderChangeSet
  lost: FailedCoupon | undefined
}

/**
 * Prices a quote of an order with the requested discount, which replaces any other (DISC-15), else with the order's
 * own.
 * - A discount whose conditions no longer hold is removed, and the answer says why.
 * - The amount of a discount is computed once per quote; a new quote computes it again (PRICE-12).
 * - The preferred Nerd's name goes with its service (SRV-05).
 * - Throws {@link CouponRefused} if the requested discount cannot be used.
 */
export async function priceWithDiscount(
  queries: Queries,
  wish: {
    order: StoredOrder
    quote: OrderQuote
    change?: DiscountChange | undefined
    /** The client's tags, which include their plan. */
    tags: readonly string[]
    now: number
  },
): Promise<DiscountedPrice> {
  const { order, quote, change, tags, now } = wish
  const { discount, discount_code: code } = order
  const bare = withoutDiscount(quote, discount)
  const preferred = quote.services.client_recomended_writer?.added === true ? {} : { preferred_worker: null }
  const priced = (columns: OrderChangeSet, lost?: FailedCoupon) => ({ columns: { ...preferred, ...columns }, lost })
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

/** The columns of an order with a coupon; adds the coupon's services. */
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

/** The columns of an order without its discount; the order keeps the reason until it is cleared (DISC-12). */
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

/** The quote without a discount: removes the services that the discount added, unless they are paid. */
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

/** The code that the next payment uses up, or null: only an order's first payment uses up a code (DISC-16). */
export const codeToUse = (order: StoredOrder): string | null =>
  orderIs.paid(factsOf(order)) ? null : order.discount_code

/** Checks a code against an order without any discount. */
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
    earlierOrders: coupon && dependsOnEarlierOrders(coupon) ? await earlierOrderCount(queries, order.client_id) : 0,
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

import type { Order, OrderService, ServiceTag } from '@nerdify/contract/orders.ts'
import type { JobType } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import type { CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import { giftOfDiscountInfo } from '@nerdify/domain/discounts/discount-info.ts'
import { isPartOfOrder } from '@nerdify/domain/plans/plan-benefits.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import {
  type Price,
  priceOf,
  type Prices,
  type QuotedService,
  quoteOf,
  type RateUnit,
} from '@nerdify/domain/pricing/price.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'

/** A price for the flow's screens (PRICE-11), in cents. */
export interface ShownPrice extends Price {
  /** The rate of the base price; null if the server's older quote does not match today's rate. */
  rate: { cents: Cents; unit: RateUnit } | null
}

/** The inputs of a live price; the deadline is in UTC milliseconds. */
export interface LiveOrder {
  jobType: JobType
  size: Size
  deadline: number
  /** The client's tags, with their plan. */
  tags: readonly string[]
  /** The coupon's gift. */
  gift: CouponGift | undefined
  added: readonly ServiceTag[]
}

/** The live price of the choices at an instant (FLOW-15); undefined for a job type that is not offered. */
export function livePrice(order: LiveOrder, prices: Prices, now: number): ShownPrice | undefined {
  const { jobType, size, deadline, tags } = order
  const quote = quoteOf({ priceName: jobType.priceName, size, deadline, tags }, prices, now)
  return quote && { ...priceOf(quote, order), rate: { cents: quote.rateCents, unit: quote.rateUnit } }
}

/**
 * The server's quote with the current services: adding one does not requote. `live` gives the rate, if it still matches
 * the quote.
 */
export function storedPrice(order: Order, added: readonly ServiceTag[], live: ShownPrice | undefined): ShownPrice {
  const services: Partial<Record<ServiceTag, QuotedService>> = {}
  for (const key of serviceKeys.filter((each) => isServiceOffered(order.services[each]))) {
    const { price, free_reason } = order.services[key]
    services[key] = { listCents: centsFromDollars(price), inPlan: free_reason === 'plan' }
  }
  const price = priceOf(
    { quoteCents: centsFromDollars(order.quote_price), services },
    {
      added,
      gift: giftOfDiscountInfo(order.discountInfo),
      discountCents: centsFromDollars(order.discount_amount),
    },
  )
  return { ...price, rate: live?.quoteCents === price.quoteCents ? live.rate : null }
}

/** Whether the service is offered: it has a price, is free, or is already added. */
export const isServiceOffered = ({ price, added, free_reason }: OrderService): boolean =>
  price > 0 || added || free_reason !== null

/**
 * The services of a stored order after its pending changes, in the order of SRV-01; with the plan's services if the
 * order will be requoted (SRV-04).
 */
export function servicesWith(
  order: Order,
  wanted: ReadonlyMap<ServiceTag, boolean>,
  ofPlan?: readonly ServiceTag[],
): readonly ServiceTag[] {
  return serviceKeys.filter((key) => {
    const { added, free_reason } = order.services[key]
    const before = { added, inPlan: free_reason === 'plan' }
    return wanted.get(key) ?? (ofPlan ? isPartOfOrder(key, { inPlan: ofPlan.includes(key) }, before) : added)
  })
}

/** The first longer deadline (hours, ascending) with a lower price than the shown one (ux 25). */
export function nextSaving(
  { order, prices }: { order: LiveOrder; prices: Prices },
  shownCents: Cents,
  now: number,
  longerStops: readonly number[],
) {
  for (const hours of longerStops) {
    const totalCents = livePrice({ ...order, deadline: deadlineFromHours(now, hours) }, prices, now)?.totalCents
    if (totalCents !== undefined && totalCents < shownCents) {
      return { hours, totalCents, savedCents: shownCents - totalCents }
    }
  }
  return undefined
}

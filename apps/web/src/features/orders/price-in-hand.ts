import type { Order, ServiceTag } from '@nerdify/contract/orders.ts'
import type { JobType } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys, type ServicePrices, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import type { CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import { discountCentsOf } from '@nerdify/domain/discounts/discount-amount.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { priceOf, quoteOf, type RateUnit, totalOf } from '@nerdify/domain/pricing/price.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'

/** An extra service as the price counts it. */
interface PricedService {
  key: ServiceTag
  priceCents: Cents
  /** The plan or a coupon includes it (SRV-04). */
  free: boolean
}

/** A price and what it is made of (PRICE-11), in cents. */
export interface PriceInHand {
  /** What the base price is made of; null where an older quote of the server is not made of today's rate. */
  rate: { cents: Cents; unit: RateUnit } | null
  quoteCents: Cents
  discountCents: Cents
  services: readonly PricedService[]
  totalCents: Cents
}

/** What a live price depends on; the deadline is in UTC milliseconds. */
export interface LiveOrder {
  jobType: JobType
  size: Size
  deadline: number
  /** What the coupon gives. */
  gift: CouponGift | undefined
  services: readonly { key: ServiceTag; free: boolean }[]
}

/** Operations' prices, as the server answers them. */
export interface Rates {
  table: PriceTable
  services: ServicePrices
}

/** The price of the choices on the screen at an instant, by the rules that the server has (FLOW-15). */
export function livePrice(order: LiveOrder, rates: Rates, now: number): PriceInHand {
  const quoted = { priceName: order.jobType.priceName, size: order.size, deadline: order.deadline }
  const { quoteCents } = quoteOf(quoted, rates.table, now)
  const services = order.services.map(({ key, free }) => ({
    key,
    free,
    priceCents: free ? 0 : servicePriceCents(key, rates.services, quoteCents),
  }))
  const discountCents = order.gift === undefined ? 0 : discountCentsOf(order.gift, quoteCents)
  const price = priceOf({ ...quoted, discountCents, services }, rates.table, now)
  return {
    rate: { cents: price.rateCents, unit: price.rateUnit },
    quoteCents: price.quoteCents,
    discountCents: price.discountCents,
    services,
    totalCents: price.totalCents,
  }
}

/**
 * The server's quote with the services that are wanted now: adding one leaves a quote as it is. `live` tells the rate
 * that the quote is made of, if it still is.
 */
export function storedPrice(
  order: Order,
  added: readonly { key: ServiceTag; free: boolean }[],
  live: PriceInHand | undefined,
): PriceInHand {
  const quoteCents = centsFromDollars(order.quote_price)
  const services = added.map(({ key, free }) => ({
    key,
    free,
    priceCents: centsFromDollars(order.services[key].price),
  }))
  const { discountCents, totalCents } = totalOf(quoteCents, {
    discountCents: centsFromDollars(order.discount_amount),
    services,
  })
  return { rate: live?.quoteCents === quoteCents ? live.rate : null, quoteCents, discountCents, services, totalCents }
}

/** The services of a stored order once those that are on their way are added and removed, in the order of SRV-01. */
export function servicesWith(
  order: Order,
  wanted: ReadonlyMap<ServiceTag, boolean>,
): readonly { key: ServiceTag; free: boolean }[] {
  return serviceKeys
    .filter((key) => wanted.get(key) ?? order.services[key].added)
    .map((key) => ({ key, free: isFree(order, key) }))
}

/** Whether the client's plan or the order's coupon includes the service (SRV-04). */
export function isFree(order: Order, key: ServiceTag): boolean {
  return order.services[key].free_reason !== null
}

/** A longer deadline that is cheaper (ux 25). */
export interface Saving {
  hours: number
  totalCents: Cents
  savedCents: Cents
}

/** The first of these longer deadlines (hours, ascending) at which the order costs less, if any does. */
export function nextSaving(
  { order, rates }: { order: LiveOrder; rates: Rates },
  now: number,
  longerStops: readonly number[],
): Saving | undefined {
  const { totalCents } = livePrice(order, rates, now)
  for (const hours of longerStops) {
    const later = livePrice({ ...order, deadline: deadlineFromHours(now, hours) }, rates, now)
    const savedCents = totalCents - later.totalCents
    if (savedCents > 0) return { hours, totalCents: later.totalCents, savedCents }
  }
  return undefined
}

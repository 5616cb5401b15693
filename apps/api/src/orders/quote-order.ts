import { jobTypeByPriceName, type PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { type CouponGift, servicesOfGift } from '@nerdify/domain/discounts/coupon.ts'
import { discountCentsOf } from '@nerdify/domain/discounts/discount-amount.ts'
import { isPremium, planServices } from '@nerdify/domain/plans/plan-benefits.ts'
import { isOffered, restrictedRegionText } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { PaymentLack } from '@nerdify/domain/orders/order-actions.ts'
import { isOutOfTime, isTooShort, tooShortText } from '@nerdify/domain/pricing/deadline-limits.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { deadlineFault, deadlineFaultTexts, hoursToDeadline } from '@nerdify/domain/pricing/deadlines.ts'
import { quoteOf, totalOf } from '@nerdify/domain/pricing/price.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'
import type { StoredService, StoredServices } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import type { PricesForClient } from '../pricing/prices.ts'
import { factsOf } from './order-facts-of.ts'
import type { ShownOrder } from './orders.store.ts'

/** PRICE-12: how long the server's last quote holds. */
const quoteHoldMs = 30 * 60_000

/** What a price is made from; what is missing is null. */
export interface Quotable {
  priceName: PriceName | null
  size: Size | null
  deadline: number | null
}

/** What a stored order's price is made from. */
export function quotableOf(order: ShownOrder): Quotable {
  return {
    priceName: order.price_name,
    size:
      order.size_count === null || order.size_measure === null
        ? null
        : { count: order.size_count, measure: order.size_measure },
    deadline: order.deadline,
  }
}

/** An order's quote: what it and its services cost before any discount. It holds for 30 minutes (PRICE-12). */
export interface OrderQuote {
  priceName: PriceName
  quotedAt: number
  /** The price was agreed with operations (OPS-05): it holds until the deadline. */
  fixed: boolean
  /** Hours to the deadline at that instant, rounded up. */
  hours: number
  quoteCents: number
  /** `list_cents` and what the plan includes belong to the quote; what the coupon makes free is not in it. */
  services: StoredServices
}

/** The priced columns of an order, in cents. */
export interface PricedColumns {
  quote_cents: number
  discount_cents: number
  service_cents: number
  price_cents: number
  quoted_at: Date | null
  price_fixed: boolean
  services: string
}

/**
 * Refuses a size or a deadline that cannot be ordered (FLOW-06 to FLOW-09, FLOW-13, FLOW-31): 422 with the sentence of
 * the screen and the field. What is missing is not judged. The client's tags decide which deadlines are too short.
 */
export function refuseImpossible(order: Quotable, now: number, { tags }: { tags: readonly string[] }): void {
  const jobType = order.priceName === null ? undefined : jobTypeByPriceName(order.priceName)
  if (jobType === undefined) return
  if (order.size !== null) {
    const fault = sizeFault(jobType, order.size)
    if (fault !== undefined) throw unacceptable(fault.text, 'size', `size_${fault.kind}`)
  }
  if (order.deadline === null) return
  const fault = deadlineFault(now, order.deadline, jobType.id, { premium: isPremium(tags) })
  if (fault !== undefined) throw unacceptable(deadlineFaultTexts[fault], 'deadline', `deadline_${fault}`)
  if (order.size !== null && isTooShort(order.size, hoursToDeadline(now, order.deadline))) {
    throw unacceptable(tooShortText, 'deadline', 'deadline_too_short')
  }
}

/** Refuses a job type that is not offered where the client is (LAW-04): 422 with the sentence of the screen. */
export function refuseWhereRestricted(priceName: PriceName | null, restricted: boolean): void {
  const jobType = priceName === null ? undefined : jobTypeByPriceName(priceName)
  if (jobType === undefined || isOffered(jobType.id, { restricted })) return
  throw unacceptable(restrictedRegionText, 'type', 'region_restricted')
}

/**
 * Quotes an order anew (PRICE-02) with what each extra service costs for it (SRV-02) and which ones the plan includes
 * (SRV-04); nothing for an order that lacks type, size or deadline. Services that are paid stay as they were paid.
 */
export function newQuote(
  order: Quotable,
  services: StoredServices,
  prices: PricesForClient,
  now: number,
): OrderQuote | undefined {
  const { priceName, size, deadline } = order
  if (priceName === null || size === null || deadline === null) return undefined
  const { hours, quoteCents } = quoteOf({ priceName, size, deadline }, prices.rates, now)
  const included = planServices(prices.tags, priceName)
  const quoted: StoredServices = {}
  for (const key of serviceKeys) {
    const stored = services[key]
    quoted[key] = stored?.paid
      ? stored
      : {
          list_cents: servicePriceCents(key, prices.services, quoteCents),
          price_cents: 0,
          free_reason: included.includes(key) ? 'plan' : null,
          added: stored?.added ?? false,
          paid: false,
          refunded: stored?.refunded ?? false,
        }
  }
  return { priceName, quotedAt: now, fixed: false, hours, quoteCents, services: quoted }
}

/** The last quote of a stored order; nothing when it has none. */
export function storedQuote(order: ShownOrder): OrderQuote | undefined {
  const { price_name: priceName, deadline, quoted_at: quotedAt } = order
  if (priceName === null || deadline === null || quotedAt === null) return undefined
  const hours = hoursToDeadline(quotedAt, deadline)
  return {
    priceName,
    quotedAt,
    fixed: order.price_fixed,
    hours,
    quoteCents: order.quote_cents,
    services: order.services,
  }
}

/** The last quote of a stored order while it holds: for 30 minutes (PRICE-12), an agreed price until the deadline. */
export function holdingQuote(order: ShownOrder, now: number): OrderQuote | undefined {
  const quote = storedQuote(order)
  if (quote === undefined) return undefined
  const holds = quote.fixed ? order.deadline !== null && now < order.deadline : now - quote.quotedAt <= quoteHoldMs
  return holds ? quote : undefined
}

/** What an unpaid order lacks to be paid as it stands (PRICE-12), if anything: an answer, or time for its size. */
export function paymentLack(order: ShownOrder, now: number): PaymentLack | undefined {
  const { priceName, size, deadline } = quotableOf(order)
  const holding = holdingQuote(order, now)
  // What was agreed with us is not theirs to fill in (FLOW-19).
  if (holding?.fixed && !orderCan.edit(factsOf(order))) return undefined
  if (order.subject === null || jobTypeByPriceName(priceName ?? '') === undefined) return 'answers'
  if (size === null || deadline === null) return 'answers'
  if (now >= deadline) return 'time'
  // While a quote holds, the size had time enough when it was made; an agreed price is for just this size and deadline.
  if (holding?.fixed) return undefined
  return isOutOfTime({ size, deadline }, holding?.quotedAt ?? now) ? 'time' : undefined
}

/** Sums a quote up (PRICE-05): with the discount taken off, and the services that the plan or the coupon includes at 0. */
export function priceColumns(quote: OrderQuote, gift: CouponGift | undefined): PricedColumns {
  const given = servicesOfGift(gift)
  const services: StoredServices = {}
  for (const key of serviceKeys) {
    const service = quote.services[key]
    if (service !== undefined) services[key] = pricedService(service, given.includes(key))
  }
  const total = totalOf(quote.quoteCents, {
    discountCents: gift === undefined ? 0 : discountCentsOf(gift, quote.quoteCents),
    services: serviceKeys.flatMap((key) => {
      const service = services[key]
      return service?.added ? [{ key, priceCents: service.price_cents, free: service.free_reason !== null }] : []
    }),
  })
  return {
    quote_cents: quote.quoteCents,
    discount_cents: total.discountCents,
    service_cents: total.serviceCents,
    price_cents: total.totalCents,
    quoted_at: new Date(quote.quotedAt),
    price_fixed: quote.fixed,
    services: JSON.stringify(services),
  }
}

function pricedService(service: StoredService, givenByCoupon: boolean): StoredService {
  if (service.paid) return service
  const reason = service.free_reason === 'plan' ? 'plan' : givenByCoupon ? 'coupon' : null
  return { ...service, free_reason: reason, price_cents: reason === null ? service.list_cents : 0 }
}

/** The priced columns of an order that has no price yet. */
export const unpricedColumns: PricedColumns = {
  quote_cents: 0,
  discount_cents: 0,
  service_cents: 0,
  price_cents: 0,
  quoted_at: null,
  price_fixed: false,
  services: '{}',
}

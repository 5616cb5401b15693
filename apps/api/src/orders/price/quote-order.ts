import { jobTypeByPriceName, type PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import type { CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import { isPremium, isPartOfOrder } from '@nerdify/domain/plans/plan-benefits.ts'
import { isOffered, restrictedRegionText } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { PaymentLack } from '@nerdify/domain/orders/order-actions.ts'
import { isOutOfTime, isTooShort, tooShortText } from '@nerdify/domain/pricing/deadline-limits.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { deadlineFault, deadlineFaultTexts, hoursToDeadline } from '@nerdify/domain/pricing/deadlines.ts'
import {
  type Price,
  type PriceChoices,
  type PricedService,
  priceOf,
  type QuotedService,
  quoteOf,
} from '@nerdify/domain/pricing/price.ts'
import { isPriced } from '@nerdify/domain/pricing/price-table.ts'
import { quoteHoldMs } from '@nerdify/domain/pricing/quote-hold.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'
import type { StoredServices } from '../../database/tables.ts'
import { unacceptable } from '../../http/refusal.ts'
import type { PricesForClient } from '../../pricing/prices.ts'
import { factsOf, mapServices } from '../list/order-facts-of.ts'
import type { ShownOrder } from '../orders.store.ts'

/** What a price is made from; what is missing is null. */
export interface Quotable {
  priceName: PriceName | null
  size: Size | null
  deadline: number | null
  /** Whether the plagiarism report is to be part of it from its first price on; undefined where nobody said (API-12). */
  plagiarismCheck?: boolean | undefined
}

/** Whether the plagiarism report is part of an order; until it has a price, whether it is to be (API-12). */
export const hasPlagiarismCheck = (order: Pick<ShownOrder, 'plagiarism_check' | 'quoted_at' | 'services'>): boolean =>
  order.quoted_at === null ? order.plagiarism_check : order.services.adv_plagreport?.added === true

/** What a stored order's price is made from. */
export function quotableOf(
  order: Pick<ShownOrder, 'price_name' | 'size_count' | 'size_measure' | 'deadline'> &
    Partial<Pick<ShownOrder, 'plagiarism_check'>>,
): Quotable {
  return {
    priceName: order.price_name,
    size:
      order.size_count === null || order.size_measure === null
        ? null
        : { count: order.size_count, measure: order.size_measure },
    deadline: order.deadline,
    plagiarismCheck: order.plagiarism_check || undefined,
  }
}

/** The columns of what an order's price is made from. */
export const quotableColumns = ({ priceName, size, deadline }: Quotable) => ({
  price_name: priceName,
  size_count: size?.count ?? null,
  size_measure: size?.measure ?? null,
  deadline: deadline === null ? null : new Date(deadline),
})

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

const notOffered = () => unacceptable('We do not offer this type of task yet.', 'type', 'type_not_offered')

/**
 * Computes a new quote of an order (PRICE-02) with what each extra service costs for it (SRV-02) and which ones the plan includes
 * (SRV-04); nothing for an order that lacks type, size or deadline. Services that are paid stay as they were paid.
 * 422 type_not_offered for a job type that operations have no price for yet, whatever else is missing.
 */
export function newQuote(
  order: Quotable,
  services: StoredServices,
  prices: PricesForClient,
  now: number,
): OrderQuote | undefined {
  const { priceName, size, deadline } = order
  if (priceName !== null && !isPriced(prices.rates, priceName)) throw notOffered()
  if (priceName === null || size === null || deadline === null) return undefined
  const quote = quoteOf({ priceName, size, deadline, tags: prices.tags }, prices, now)
  if (quote === undefined) throw notOffered()
  const quoted: StoredServices = {}
  for (const key of serviceKeys) {
    const stored = services[key]
    const offered = quote.services[key]
    if (stored?.paid) quoted[key] = stored
    else if (offered !== undefined) {
      quoted[key] = {
        list_cents: offered.listCents,
        price_cents: 0,
        free_reason: offered.inPlan ? 'plan' : null,
        added:
          stored === undefined && key === 'adv_plagreport' && order.plagiarismCheck !== undefined
            ? order.plagiarismCheck
            : isPartOfOrder(key, offered, stored && { added: stored.added, inPlan: stored.free_reason === 'plan' }),
        paid: false,
        refunded: stored?.refunded ?? false,
      }
    }
  }
  return { priceName, quotedAt: now, fixed: false, hours: quote.hours, quoteCents: quote.quoteCents, services: quoted }
}

/** The last quote of a stored order; nothing when it has none. */
export function storedQuote(order: ShownOrder): OrderQuote | undefined {
  const { price_name: priceName, deadline, quoted_at: quotedAt, quote_cents: quoteCents, services } = order
  if (priceName === null || deadline === null || quotedAt === null) return undefined
  const hours = hoursToDeadline(quotedAt, deadline)
  return { priceName, quotedAt, fixed: order.price_fixed, hours, quoteCents, services }
}

/** The last quote of a stored order while it holds: for 30 minutes (PRICE-12), an agreed price until the deadline. */
export function holdingQuote(order: ShownOrder, now: number): OrderQuote | undefined {
  const quote = storedQuote(order)
  if (quote === undefined) return undefined
  const holds = quote.fixed ? order.deadline !== null && now < order.deadline : now - quote.quotedAt <= quoteHoldMs
  return holds ? quote : undefined
}

/**
 * What the form of an unpaid order lacks for it to be paid as it stands (PRICE-12, FLOW-33), if anything: an answer, or time
 * for its size. Which deadlines are too near the client's tags decide; unknown, the shortest of all holds.
 */
export function paymentLack(
  order: ShownOrder,
  now: number,
  tags: readonly string[] | undefined,
): PaymentLack | undefined {
  const { priceName, size, deadline } = quotableOf(order)
  const holding = holdingQuote(order, now)
  // What was agreed with us is not theirs to fill in (FLOW-19).
  if (holding?.fixed && !orderCan.edit(factsOf(order))) return undefined
  const jobType = jobTypeByPriceName(priceName ?? '')
  if (order.subject === null || jobType === undefined) return 'answers'
  if (size === null || deadline === null) return 'answers'
  if (now >= deadline) return 'time'
  // While a quote holds, the size had time enough when it was made; an agreed price is for just this size and deadline.
  if (holding?.fixed) return undefined
  const terms = { premium: tags === undefined || isPremium(tags) }
  return isOutOfTime({ jobTypeId: jobType.id, size, deadline }, terms, { now, quotedAt: holding?.quotedAt })
    ? 'time'
    : undefined
}

/** The price of a stored quote with the services that are added to it: those that are paid stay as they were paid. */
export function priceOfStored(
  quote: Pick<OrderQuote, 'quoteCents' | 'services'>,
  discount: Pick<PriceChoices, 'gift' | 'discountCents'>,
): Price {
  const quoted: Partial<Record<ServiceKey, QuotedService>> = {}
  const paid: Partial<Record<ServiceKey, PricedService>> = {}
  for (const key of serviceKeys) {
    const service = quote.services[key]
    if (service === undefined) continue
    const { list_cents: listCents, price_cents: priceCents, free_reason: freeReason, added } = service
    if (service.paid) paid[key] = { listCents, priceCents, freeReason, added }
    else quoted[key] = { listCents, inPlan: freeReason === 'plan' }
  }
  const added = serviceKeys.filter((key) => quote.services[key]?.added)
  return priceOf({ quoteCents: quote.quoteCents, services: quoted }, { added, paid, ...discount })
}

/** The services of an order as their new price makes them. */
export const servicesPriced = (services: StoredServices, price: Price): StoredServices =>
  mapServices(services, (stored, key) => {
    const { priceCents = stored.price_cents, freeReason = stored.free_reason } = price.services[key] ?? {}
    return { ...stored, price_cents: priceCents, free_reason: freeReason }
  })

/**
 * Sums a quote up (PRICE-05), in cents: with the discount taken off, and the services that the plan or the coupon
 * includes at 0.
 */
export function priceColumns(quote: OrderQuote, gift: CouponGift | undefined) {
  const price = priceOfStored(quote, { gift })
  return {
    quote_cents: price.quoteCents,
    discount_cents: price.discountCents,
    service_cents: price.serviceCents,
    price_cents: price.totalCents,
    quoted_at: new Date(quote.quotedAt),
    price_fixed: quote.fixed,
    services: JSON.stringify(servicesPriced(quote.services, price)),
  }
}

/** The priced columns of an order that has no price yet. */
export const unpricedColumns = {
  quote_cents: 0,
  discount_cents: 0,
  service_cents: 0,
  price_cents: 0,
  quoted_at: null,
  price_fixed: false,
  services: '{}',
}

import { jobTypeByPriceName, type PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import type { CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import { isPremium, isPartOfOrder } from '@nerdify/domain/plans/plan-benefits.ts'
import { isOffered, restrictedRegionText } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import type { PaymentObstacle } from '@nerdify/domain/orders/order-actions.ts'
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

/** The inputs of a price; null if missing. */
export interface Quotable {
  priceName: PriceName | null
  size: Size | null
  deadline: number | null
  /** Whether the first price should include the plagiarism report; undefined if nobody chose (API-12). */
  plagiarismCheck?: boolean | undefined
}

/** Whether an order includes the plagiarism report; before it has a price, whether it should (API-12). */
export const hasPlagiarismCheck = (order: Pick<ShownOrder, 'plagiarism_check' | 'quoted_at' | 'services'>): boolean =>
  order.quoted_at === null ? order.plagiarism_check : order.services.adv_plagreport?.added === true

/** The inputs of a stored order's price. */
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

/** The columns of the inputs of an order's price. */
export const quotableColumns = ({ priceName, size, deadline }: Quotable) => ({
  price_name: priceName,
  size_count: size?.count ?? null,
  size_measure: size?.measure ?? null,
  deadline: deadline === null ? null : new Date(deadline),
})

/** An order's quote: its and its services' prices before any discount. Valid for 30 minutes (PRICE-12). */
export interface OrderQuote {
  priceName: PriceName
  quotedAt: number
  /** Operations agreed the price (OPS-05): valid until the deadline. */
  fixed: boolean
  /** Hours to the deadline at that instant, rounded up. */
  hours: number
  quoteCents: number
  /** `list_cents` and the plan's services belong to the quote; the coupon's free ones do not. */
  services: StoredServices
}

/**
 * Refuses an impossible size or deadline (FLOW-06 to FLOW-09, FLOW-13, FLOW-31): 422 with the sentence of the screen
 * and the field. Missing values are ignored. The client's tags determine the shortest deadlines.
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

/** Refuses a job type that is not offered in the client's region (LAW-04): 422 with the sentence of the screen. */
export function refuseWhereRestricted(priceName: PriceName | null, restricted: boolean): void {
  const jobType = priceName === null ? undefined : jobTypeByPriceName(priceName)
  if (jobType === undefined || isOffered(jobType.id, { restricted })) return
  throw unacceptable(restrictedRegionText, 'type', 'region_restricted')
}

const notOffered = () => unacceptable('We don’t offer this type of task yet.', 'type', 'type_not_offered')

/**
 * Computes a new quote of an order (PRICE-02) with the price of each extra service (SRV-02) and the plan's included
 * ones (SRV-04); undefined if type, size or deadline is missing. Paid services keep their price. 422 type_not_offered
 * for a job type without a price, whatever else is missing.
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

/** The last quote of a stored order; undefined without one. */
export function storedQuote(order: ShownOrder): OrderQuote | undefined {
  const { price_name: priceName, deadline, quoted_at: quotedAt, quote_cents: quoteCents, services } = order
  if (priceName === null || deadline === null || quotedAt === null) return undefined
  const hours = hoursToDeadline(quotedAt, deadline)
  return { priceName, quotedAt, fixed: order.price_fixed, hours, quoteCents, services }
}

/**
 * The last quote of a stored order while it is valid: for 30 minutes (PRICE-12), an agreed price until the deadline.
 */
export function holdingQuote(order: ShownOrder, now: number): OrderQuote | undefined {
  const quote = storedQuote(order)
  if (quote === undefined) return undefined
  const holds = quote.fixed ? order.deadline !== null && now < order.deadline : now - quote.quotedAt <= quoteHoldMs
  return holds ? quote : undefined
}

/**
 * What prevents the payment of an unpaid order as it is (PRICE-12, FLOW-33), if anything: a missing answer, or too
 * little time for its size. The client's tags determine the shortest deadline; without them, the shortest of all
 * applies.
 */
export function paymentObstacle(
  order: ShownOrder,
  now: number,
  tags: readonly string[] | undefined,
): PaymentObstacle | undefined {
  const { priceName, size, deadline } = quotableOf(order)
  const holding = holdingQuote(order, now)
  // The client cannot complete an agreed order (FLOW-19).
  if (holding?.fixed && !orderCan.edit(factsOf(order))) return undefined
  const jobType = jobTypeByPriceName(priceName ?? '')
  if (order.subject === null || jobType === undefined) return 'answers'
  if (size === null || deadline === null) return 'answers'
  const task = { jobTypeId: jobType.id, size, deadline, priceFixed: order.price_fixed }
  const terms = { premium: tags === undefined || isPremium(tags) }
  // While a quote is valid, its size had enough time when it was made.
  return isOutOfTime(task, terms, { now, quotedAt: holding?.quotedAt }) ? 'time' : undefined
}

/** The price of a stored quote with the added services; paid ones keep their price. */
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

/** The services of an order with their new prices. */
export const servicesPriced = (services: StoredServices, price: Price): StoredServices =>
  mapServices(services, (stored, key) => {
    const { priceCents = stored.price_cents, freeReason = stored.free_reason } = price.services[key] ?? {}
    return { ...stored, price_cents: priceCents, free_reason: freeReason }
  })

/** Sums up a quote (PRICE-05), in cents: minus the discount, with the services of the plan or the coupon at 0. */
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

/** The price columns of an order without a price. */
export const unpricedColumns = {
  quote_cents: 0,
  discount_cents: 0,
  service_cents: 0,
  price_cents: 0,
  quoted_at: null,
  price_fixed: false,
  services: '{}',
}

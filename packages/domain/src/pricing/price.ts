import { type PriceName, priceNames } from '../catalog/job-types.ts'
import { type ServiceKey, serviceKeys, type ServicePrices, servicePriceCents } from '../catalog/services.ts'
import { type CouponGift, servicesOfGift } from '../discounts/coupon.ts'
import { discountCentsOf } from '../discounts/discount-amount.ts'
import { planServices } from '../plans/plan-benefits.ts'
import { hoursToDeadline } from './deadlines.ts'
import { type Cents, divideRounded } from './money.ts'
import { isPriced, type PriceTable, rateCents } from './price-table.ts'
import { type Measure, type Size, unitsPerPage } from './units.ts'

/** Operations' prices: the rates (PRICE-04) and the prices of the extra services (SRV-02). */
export interface Prices {
  rates: PriceTable
  services: ServicePrices
}

/** Job types and services without a price, which are not offered. */
export const unpriced = ({ rates, services }: Prices): (PriceName | ServiceKey)[] => [
  ...priceNames.filter((name) => !isPriced(rates, name)),
  ...serviceKeys.filter((key) => services[key] === undefined),
]

/** The facts that decide a quote. The deadline is in UTC milliseconds; the tags are the client's (SUB-10). */
export interface QuotedOrder {
  priceName: PriceName
  size: Size
  deadline: number
  tags: readonly string[]
}

/** The unit of a rate. */
export type RateUnit = 'page' | '300 words' | 'slide' | '15 minutes'

/** An extra service's price for an order before any coupon. */
export interface QuotedService {
  listCents: Cents
  /** The client's plan includes it (SRV-04). */
  inPlan: boolean
}

/** The prices of a quote, valid for 30 minutes (PRICE-12) while services and coupons change. */
export interface QuotedPrices {
  quoteCents: Cents
  /** Services without a price are not offered. */
  services: Readonly<Partial<Record<ServiceKey, QuotedService>>>
}

/** A quote with the parts of its base price. `hours` to the deadline are rounded up. */
export interface Quote extends QuotedPrices {
  hours: number
  rateCents: Cents
  rateUnit: RateUnit
}

/** Why a service is free (SRV-04). */
export type FreeReason = 'plan' | 'coupon'

/** `priceCents` is 0 for a free service. */
export interface PricedService {
  listCents: Cents
  priceCents: Cents
  freeReason: FreeReason | null
  added: boolean
}

/** The client's choices on top of a quote. */
export interface PriceChoices {
  added: readonly ServiceKey[]
  /** Paid services keep the price they were paid at. */
  paid?: Readonly<Partial<Record<ServiceKey, PricedService>>>
  /** The gift of the coupon, or of the friend who referred the client (DISC-14, REF-04). */
  gift: CouponGift | undefined
  /** The fixed discount of a paid order; otherwise it follows from the gift. */
  discountCents?: Cents
}

/** A price with its parts; `totalCents` = `quoteCents` − `discountCents` + `serviceCents` (PRICE-05). */
export interface Price {
  quoteCents: Cents
  /** The effective discount: at most the amount to pay. */
  discountCents: Cents
  serviceCents: Cents
  totalCents: Cents
  /** Every offered service, added or not. */
  services: Readonly<Partial<Record<ServiceKey, PricedService>>>
}

const rateUnits: Record<Measure, RateUnit> = {
  Pages: 'page',
  Words: '300 words',
  Slides: 'slide',
  Minutes: '15 minutes',
  Sources: 'page',
}

/** Rate units in one page: a rate for minutes covers a quarter of an hour (PRICE-02). */
const ratesPerPage: Record<Measure, number> = { Pages: 1, Words: 1, Slides: 1, Minutes: 4, Sources: 1 }

/**
 * Rate × size ÷ page size in whole cents, halves away from zero; 4 × rate × minutes ÷ 60 for minutes (PRICE-02). Words
 * are not rounded up to pages: 400 words cost 1⅓ rates.
 */
export function quoteCentsOf(rate: Cents, size: Size): Cents {
  return divideRounded(rate * ratesPerPage[size.measure] * size.count, unitsPerPage[size.measure])
}

/**
 * An order's quote at an instant: its base price (PRICE-02, PRICE-03), each service's price (SRV-02) and whether the
 * plan includes it (SRV-04). Undefined for a job type without a price, which is not offered.
 */
export function quoteOf(order: QuotedOrder, prices: Prices, now: number): Quote | undefined {
  const hours = hoursToDeadline(now, order.deadline)
  const rate = rateCents(prices.rates, order.priceName, hours)
  if (rate === undefined) return undefined
  const quoteCents = quoteCentsOf(rate, order.size)
  const included = planServices(order.tags, order.priceName)
  const services: Partial<Record<ServiceKey, QuotedService>> = {}
  for (const key of serviceKeys) {
    const listCents = servicePriceCents(key, prices.services, quoteCents)
    if (listCents !== undefined) services[key] = { listCents, inPlan: included.includes(key) }
  }
  return { hours, rateCents: rate, rateUnit: rateUnits[order.size.measure], quoteCents, services }
}

/**
 * The price of a quote with the client's choices: quote price − discount + added services that are not free, never
 * below 0 (PRICE-05). The live form, the stored order, later services and the card page all use it.
 */
export function priceOf(quote: QuotedPrices, { added, paid = {}, gift, discountCents }: PriceChoices): Price {
  const giftServices = servicesOfGift(gift)
  const services: Partial<Record<ServiceKey, PricedService>> = {}
  for (const key of serviceKeys) {
    const quoted = quote.services[key]
    const service =
      paid[key] ?? (quoted && serviceFor(quoted, { added: added.includes(key), inGift: giftServices.includes(key) }))
    if (service !== undefined) services[key] = service
  }
  const serviceCents = sum(Object.values(services).filter((service) => service.added))
  const fullDiscountCents = discountCents ?? (gift === undefined ? 0 : discountCentsOf(gift, quote.quoteCents))
  const effectiveDiscountCents = Math.min(fullDiscountCents, quote.quoteCents + serviceCents)
  const totalCents = quote.quoteCents - effectiveDiscountCents + serviceCents
  return { quoteCents: quote.quoteCents, discountCents: effectiveDiscountCents, serviceCents, totalCents, services }
}

function serviceFor({ listCents, inPlan }: QuotedService, { added, inGift }: { added: boolean; inGift: boolean }) {
  const freeReason = inPlan ? 'plan' : inGift ? 'coupon' : null
  return { listCents, priceCents: freeReason === null ? listCents : 0, freeReason, added } as const
}

/** The price without unpaid added services, never below 0 (PRICE-06). A free service costs 0. */
export function cabinetPriceCents(
  totalCents: Cents,
  services: readonly { added: boolean; active: boolean; priceCents: Cents }[],
): Cents {
  const unpaid = services.filter((service) => service.added && !service.active)
  return Math.max(0, totalCents - sum(unpaid))
}

function sum(items: readonly { priceCents: Cents }[]): Cents {
  return items.reduce((total, item) => total + item.priceCents, 0)
}

import type { PriceName } from '../catalog/job-types.ts'
import type { ServiceKey } from '../catalog/services.ts'
import { hoursToDeadline } from './deadlines.ts'
import { type Cents, divideRounded } from './money.ts'
import { type PriceTable, rateCents } from './price-table.ts'
import { type Measure, type Size, unitsPerPage } from './units.ts'

/** What an order's price before discount and services depends on. The deadline is in UTC milliseconds. */
export interface QuotedOrder {
  priceName: PriceName
  size: Size
  deadline: number
}

/** What is taken off a quote and what is added to it. */
export interface PriceParts {
  /** What the discount takes off, already computed; none without one. */
  discountCents?: Cents
  /** The added services; one that the plan or a coupon includes is `free` (SRV-04). */
  services: readonly { key: ServiceKey; priceCents: Cents; free: boolean }[]
}

/** What an order's price depends on. */
export interface PricedOrder extends QuotedOrder, PriceParts {}

/** What one rate buys. */
export type RateUnit = 'page' | '300 words' | 'slide' | '15 minutes'

/** The base price and what it is made of. `hours` are those to the deadline, rounded up. */
export interface Quote {
  hours: number
  rateCents: Cents
  rateUnit: RateUnit
  quoteCents: Cents
}

/** What a quote comes to; `totalCents` = `quoteCents` − `discountCents` + `serviceCents` (PRICE-05). */
export interface PriceTotal {
  /** What the discount really takes off: never more than there is to pay. */
  discountCents: Cents
  serviceCents: Cents
  totalCents: Cents
}

/** What a price is made of. */
export interface PriceBreakdown extends Quote, PriceTotal {}

const rateUnits: Record<Measure, RateUnit> = {
  Pages: 'page',
  Words: '300 words',
  Slides: 'slide',
  Minutes: '15 minutes',
  Sources: 'page',
}

/** Times that the rate is paid for one page's worth: a rate for minutes is that of a quarter of an hour (PRICE-02). */
const ratesPerPage: Record<Measure, number> = { Pages: 1, Words: 1, Slides: 1, Minutes: 4, Sources: 1 }

/**
 * Rate × size ÷ page size, in whole cents, halves away from zero; 4 × rate × minutes ÷ 60 for minutes (PRICE-02).
 * Words are not rounded up to pages: 400 words cost 1⅓ rates.
 */
export function quoteCentsOf(rate: Cents, size: Size): Cents {
  return divideRounded(rate * ratesPerPage[size.measure] * size.count, unitsPerPage[size.measure])
}

/** The base price at an instant: what percentages of discounts and services are taken of (PRICE-02, PRICE-03). */
export function quoteOf(order: QuotedOrder, table: PriceTable, now: number): Quote {
  const hours = hoursToDeadline(now, order.deadline)
  const rate = rateCents(table, order.priceName, hours)
  return { hours, rateCents: rate, rateUnit: rateUnits[order.size.measure], quoteCents: quoteCentsOf(rate, order.size) }
}

/**
 * The price of an order at an instant: quote price − discount + added services that are not free, never below 0
 * (PRICE-05). The live price, the stored price and the charge all come from here.
 */
export function priceOf(order: PricedOrder, table: PriceTable, now: number): PriceBreakdown {
  const quote = quoteOf(order, table, now)
  return { ...quote, ...totalOf(quote.quoteCents, order) }
}

/** The sum of PRICE-05 over a quote that is known, as it is while the last one holds (PRICE-12). */
export function totalOf(quoteCents: Cents, { discountCents: wanted = 0, services }: PriceParts): PriceTotal {
  const serviceCents = sum(services.filter((service) => !service.free))
  const discountCents = Math.min(wanted, quoteCents + serviceCents)
  return { discountCents, serviceCents, totalCents: quoteCents - discountCents + serviceCents }
}

/** The price without added services that are not paid yet, never below 0 (PRICE-06). A free service has the price 0. */
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

/** Whether an order can be priced: it has size and deadline, and is paid or its deadline is still ahead (PRICE-09). */
export function isCompleteForPricing<
  Order extends { size: Size | null | undefined; deadline: number | null | undefined; paid: boolean },
>(order: Order, now: number): order is Order & { size: Size; deadline: number } {
  if (order.size == null || order.deadline == null) return false
  return order.paid || hoursToDeadline(now, order.deadline) > 0
}

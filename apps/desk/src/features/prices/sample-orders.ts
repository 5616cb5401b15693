import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { Coupon } from '@nerdify/domain/discounts/coupon.ts'
import { couponRefusal } from '@nerdify/domain/discounts/coupon-rules.ts'
import { type LateCredit, lateCreditCents } from '@nerdify/domain/payments/late-credit.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import type { Cents } from '@nerdify/domain/pricing/money.ts'
import { priceOf, type Prices, quoteOf } from '@nerdify/domain/pricing/price.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'

/** An order to show prices by (DESK-05). */
export interface SampleOrder {
  priceName: PriceName
  size: Size
  hours: number
  added: readonly ServiceKey[]
  hoursLate: number
}

/** Three orders that differ in kind, haste, services and lateness. */
export const sampleOrders: readonly SampleOrder[] = [
  {
    priceName: 'Essay (writing)',
    size: { count: 4, measure: 'Pages' },
    hours: 12,
    added: ['top_writer', 'adv_plagreport'],
    hoursLate: 1,
  },
  {
    priceName: 'Presentations',
    size: { count: 10, measure: 'Slides' },
    hours: 48,
    added: ['draft_needed', 'client_recomended_writer'],
    hoursLate: 13,
  },
  {
    priceName: 'Problems',
    size: { count: 90, measure: 'Minutes' },
    hours: 3,
    added: ['prioritize_my_task'],
    hoursLate: 30,
  },
]

/**
 * The price of a sample without plan, for a client who meets a coupon's conditions; undefined for a job type without a
 * price.
 */
export function sampleCents(
  { priceName, size, hours, added }: SampleOrder,
  prices: Prices,
  coupon?: Coupon,
): Cents | undefined {
  const quote = quoteOf({ priceName, size, deadline: deadlineFromHours(0, hours), tags: [] }, prices, 0)
  if (quote === undefined) return undefined
  const refusal =
    coupon &&
    couponRefusal(coupon, {
      now: 0,
      priceName,
      quoteCents: quote.quoteCents,
      hours,
      paidOrders: coupon.leastPaidOrders ?? 0,
      earlierOrders: 0,
      usedByClient: false,
      usedUp: false,
      chosenServices: added,
      planAddOns: [],
    })
  return priceOf(quote, { added, gift: refusal === undefined ? coupon?.gift : undefined }).totalCents
}

/** The late credit of a sample. */
export function sampleCreditCents(sample: SampleOrder, prices: Prices, steps: LateCredit): Cents | undefined {
  const paidCents = sampleCents(sample, prices)
  const at = sample.hoursLate * 3_600_000
  return paidCents && lateCreditCents(steps, { deadline: 0, at, paidCents, refundedCents: 0 })
}

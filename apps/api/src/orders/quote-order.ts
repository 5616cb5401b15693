import { jobTypeByPriceName, type PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { isTooShort, tooShortText } from '@nerdify/domain/pricing/deadline-limits.ts'
import { deadlineFault, deadlineFaultTexts, hoursToDeadline } from '@nerdify/domain/pricing/deadlines.ts'
import { priceOf, quoteOf } from '@nerdify/domain/pricing/price.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'
import type { StoredServices } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import type { Prices } from '../pricing/prices.ts'

/** PRICE-12: how long the server's last quote holds. */
export const quoteHoldMs = 30 * 60_000

/** What a price is made from; what is missing is null. */
export interface Quotable {
  priceName: PriceName | null
  size: Size | null
  deadline: number | null
}

/** The priced columns of an order, in cents. */
export interface QuotedColumns {
  quote_cents: number
  discount_cents: number
  service_cents: number
  price_cents: number
  quoted_at: Date | null
  services: string
}

/**
 * Refuses a size or a deadline that cannot be ordered (FLOW-06 to FLOW-09, FLOW-13, FLOW-31): 422 with the sentence of
 * the screen and the field. What is missing is not judged.
 */
export function refuseImpossible(order: Quotable, now: number, terms: { premium: boolean }): void {
  const jobType = order.priceName === null ? undefined : jobTypeByPriceName(order.priceName)
  if (jobType === undefined) return
  if (order.size !== null) {
    const fault = sizeFault(jobType, order.size)
    if (fault !== undefined) throw unacceptable(fault.text, 'size', `size_${fault.kind}`)
  }
  if (order.deadline === null) return
  const fault = deadlineFault(now, order.deadline, jobType.id, terms)
  if (fault !== undefined) throw unacceptable(deadlineFaultTexts[fault], 'deadline', `deadline_${fault}`)
  if (order.size !== null && isTooShort(order.size, hoursToDeadline(now, order.deadline))) {
    throw unacceptable(tooShortText, 'deadline', 'deadline_too_short')
  }
}

/**
 * Prices an order anew (PRICE-02, PRICE-05) with what each extra service costs for it (SRV-02); an order that lacks
 * type, size or deadline has no price yet. Services that are paid keep the price they were paid at.
 */
export function quoteOrder(order: Quotable, services: StoredServices, prices: Prices, now: number): QuotedColumns {
  if (order.priceName === null || order.size === null || order.deadline === null) {
    return { ...unpriced, services: JSON.stringify(services) }
  }
  const priced = { priceName: order.priceName, size: order.size, deadline: order.deadline }
  const { quoteCents } = quoteOf(priced, prices.rates, now)
  const kept: StoredServices = {}
  for (const key of serviceKeys) {
    const stored = services[key]
    kept[key] = {
      added: stored?.added ?? false,
      paid: stored?.paid ?? false,
      refunded: stored?.refunded ?? false,
      price_cents: stored?.paid ? stored.price_cents : servicePriceCents(key, prices.services, quoteCents),
    }
  }
  const price = priceOf({ ...priced, services: addedServices(kept) }, prices.rates, now)
  return {
    quote_cents: price.quoteCents,
    discount_cents: price.discountCents,
    service_cents: price.serviceCents,
    price_cents: price.totalCents,
    quoted_at: new Date(now),
    services: JSON.stringify(kept),
  }
}

const unpriced = { quote_cents: 0, discount_cents: 0, service_cents: 0, price_cents: 0, quoted_at: null }

/** The services that count in a price. */
export function addedServices(services: StoredServices) {
  return serviceKeys.flatMap((key) => {
    const service = services[key]
    return service?.added ? [{ key, priceCents: service.price_cents, free: false }] : []
  })
}

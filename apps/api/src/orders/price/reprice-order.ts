import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import type { Queries, StoredServices } from '../../database/tables.ts'
import { unacceptable } from '../../http/refusal.ts'
import type { PricesForClient } from '../../pricing/prices.ts'
import { friendDiscount } from './friend-discount.ts'
import { choosableService, preferredColumn, type ServiceChange } from './late-services.ts'
import { type DiscountChange, type DiscountedPrice, priceWithDiscount } from './order-discount.ts'
import type { OrderChangeSet, StoredOrder } from '../orders.store.ts'
import {
  holdingQuote,
  newQuote,
  type Quotable,
  quotableColumns,
  quotableOf,
  refuseImpossible,
  unpricedColumns,
} from './quote-order.ts'

/** The causes of an order's new price: type, size and deadline, a service, a coupon. */
export interface Repricing {
  /** New values of type, size and deadline. */
  quotable?: Partial<Quotable>
  /** Type, size or deadline changes, so the order gets a new quote; else a quote that still holds stays (PRICE-12). */
  requoted?: boolean
  service?: ServiceChange
  discount?: DiscountChange
}

/**
 * The columns of an unpaid order with its new price, and the coupon that it lost. 422 for an impossible order, for a
 * service or a code of an order without size or deadline, and for a code that cannot be used.
 */
export async function repricedColumns(
  queries: Queries,
  wish: { order: StoredOrder; change: Repricing; prices: PricesForClient; now: number },
): Promise<DiscountedPrice> {
  const { order, change, prices, now } = wish
  const { service, discount, requoted = false } = change
  const quotable = { ...quotableOf(order), ...change.quotable }
  const task = quotableColumns(quotable)
  const holding = requoted ? undefined : holdingQuote(order, now)
  if (requoted) refuseImpossible(quotable, now, prices)
  const quote = holding ?? newQuote(quotable, order.services, prices, now)
  if (quote === undefined) {
    if (service?.isField && discount === undefined) {
      return { columns: { ...task, ...unpricedColumns, plagiarism_check: service.added }, lost: undefined }
    }
    const field = service === undefined ? 'code' : 'tag'
    if (service !== undefined || discount !== undefined) {
      throw unacceptable('Please choose the size and the deadline first.', field, 'order_incomplete')
    }
    return { columns: { ...task, ...unpricedColumns }, lost: undefined }
  }
  const services = service === undefined ? quote.services : withService(quote.services, service)
  const preferred = service === undefined ? {} : await preferredColumn(queries, order.client_id, service)
  // An order gets the friend's discount with its first price, unless it has a discount already (REF-04).
  const isFirstPrice = order.quoted_at === null && order.discount_code === null
  const { columns, lost } = await priceWithDiscount(queries, {
    order,
    quote: { ...quote, services },
    change: discount ?? (isFirstPrice ? friendDiscount(prices) : undefined),
    tags: prices.tags,
    now,
  })
  return { columns: { ...task, ...preferred, ...columns }, lost }
}

function withService(services: StoredServices, { tag, added }: ServiceChange): StoredServices {
  const stored = choosableService(services, { tag, added })
  return { ...services, [tag]: { ...stored, added } }
}

/**
 * The fields that repricing changed as a side effect: services that a coupon added or removed, and a removed coupon.
 */
export function changedByRepricing(order: StoredOrder, set: OrderChangeSet): string[] {
  if (set.services === undefined) return []
  const services = JSON.parse(set.services) as StoredServices
  const moved = serviceKeys.filter((key) => (services[key]?.added ?? false) !== (order.services[key]?.added ?? false))
  const lost = set.discount_code === null && order.discount_code !== null
  return [...moved.map((key) => `service:${key}`), ...(lost ? ['discount'] : [])]
}

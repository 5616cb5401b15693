import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { hasFreeServiceSince, type ShownOrder, ordersOf, unpaidOrdersOf } from '../orders.store.ts'
import { holdingQuote, storedQuote } from './quote-order.ts'

/**
 * Whether a client has used a plan's perks since an instant (epoch milliseconds): an order paid since then has a free
 * service (SRV-04) or a shorter deadline (PRICE-10), or a free service was added to an order paid earlier (FLOW-26).
 */
export async function usesPlanPerks(
  queries: Queries,
  clientId: string,
  { since, paidOrderIds }: { since: number; paidOrderIds: readonly string[] },
): Promise<boolean> {
  const paid = await ordersOf(queries, clientId, paidOrderIds)
  return paid.some(hasPlanPerk) || hasFreeServiceSince(queries, clientId, since)
}

/** The client's unpaid orders that have a plan's perk, and whether the quote of each still holds (PRICE-12). */
export async function unpaidOrdersWithPerks(
  queries: Queries,
  clientId: string,
  now: number,
): Promise<{ id: string; holds: boolean }[]> {
  const orders = await unpaidOrdersOf(queries, clientId)
  return orders
    .filter((order) => orderCan.pay(factsOf(order)) && hasPlanPerk(order))
    .map((order) => ({ id: order.id, holds: holdingQuote(order, now) !== undefined }))
}

const hasPlanPerk = (order: ShownOrder): boolean => hasFreeService(order) || isUrgent(order)

const hasFreeService = ({ services }: ShownOrder): boolean =>
  serviceKeys.some((key) => services[key]?.added === true && services[key].free_reason === 'plan')

function isUrgent(order: ShownOrder): boolean {
  const quote = storedQuote(order)
  const jobType = quote === undefined ? undefined : jobTypeByPriceName(quote.priceName)
  if (quote === undefined || jobType === undefined) return false
  const [shortest = 0] = deadlineStops(jobType.id, { premium: false })
  return quote.hours < shortest
}

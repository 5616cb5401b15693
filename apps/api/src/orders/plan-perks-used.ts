import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { deadlineStops } from '@nerdify/domain/pricing/deadlines.ts'
import type { Queries } from '../database/tables.ts'
import { type ShownOrder, ordersOf } from './orders.store.ts'
import { storedQuote } from './quote-order.ts'

/** Whether one of these paid orders has what only a plan gives: a free service (SRV-04), or a shorter deadline (PRICE-10). */
export async function usesPlanPerks(queries: Queries, clientId: string, orderIds: readonly string[]): Promise<boolean> {
  return (await ordersOf(queries, clientId, orderIds)).some((order) => hasFreeService(order) || isUrgent(order))
}

const hasFreeService = ({ services }: ShownOrder): boolean =>
  serviceKeys.some((key) => services[key]?.added === true && services[key].free_reason === 'plan')

function isUrgent(order: ShownOrder): boolean {
  const quote = storedQuote(order)
  const jobType = quote === undefined ? undefined : jobTypeByPriceName(quote.priceName)
  if (quote === undefined || jobType === undefined) return false
  const [shortest = 0] = deadlineStops(jobType.id, { premium: false })
  return quote.hours < shortest
}

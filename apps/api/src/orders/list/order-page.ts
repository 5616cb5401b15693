import type { OrderPage } from '@nerdify/contract/orders.ts'
import type { AppContext } from '../../app-context.ts'
import { listOrders, type OrderCounts, type WantedPage } from './list-orders.ts'
import { presentOrders } from './present-order.ts'

/** A page of a client's orders as the client reads it (API-03), and their counts, from one read. */
export async function countedOrderPage(
  { queries, clock, settings }: AppContext,
  list: WantedPage,
): Promise<{ list: OrderPage; counts: OrderCounts }> {
  const now = clock.now()
  const { orders, page, pages, total, toRate, toContinue, counts } = await listOrders(queries, { ...list, now })
  const shown = await presentOrders({ queries, now, settings }, [...orders, ...(toRate ? [toRate] : []), ...toContinue])
  return {
    list: {
      results: shown.slice(0, orders.length),
      page,
      pages,
      total,
      to_rate: toRate === undefined ? null : (shown[orders.length] ?? null),
      to_continue: shown.slice(shown.length - toContinue.length),
    },
    counts,
  }
}

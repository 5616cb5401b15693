import type { OrderFilter, OrderPage } from '@nerdify/contract/orders.ts'
import type { Product } from '../../product.ts'
import { listOrders, type OrderCounts } from './list-orders.ts'
import { presentOrders } from './present-order.ts'

/** Which page of whose orders. */
interface WantedPage {
  clientId: string
  page: number
  filter: OrderFilter | undefined
  /** The one order that the session reaches (SAFE-03); undefined for all of them. */
  only?: string | null | undefined
}

/** A page of a client's orders as the client reads it (API-03), and how many they have: both come of one reading. */
export async function countedOrderPage(
  { queries, clock, settings }: Product,
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

/** A page of a client's orders as the client reads it (API-03); pages count from 0. */
export const orderPage = async (product: Product, list: WantedPage): Promise<OrderPage> =>
  (await countedOrderPage(product, list)).list

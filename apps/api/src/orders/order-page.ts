import type { OrderFilter, OrderPage } from '@nerdify/contract/orders.ts'
import type { Product } from '../product.ts'
import { listOrders, type OrderCounts } from './list-orders.ts'
import { presentOrder } from './present-order.ts'
import type { ShownOrder } from './orders.store.ts'

/** Which page of whose orders. */
interface WantedPage {
  clientId: string
  page: number
  filter: OrderFilter | undefined
}

/** A page of a client's orders as the client reads it (API-03), and how many they have: both come of one reading. */
export async function countedOrderPage(
  { queries, clock, settings: { gatewayUrl } }: Product,
  list: WantedPage,
): Promise<{ list: OrderPage; counts: OrderCounts }> {
  const now = clock.now()
  const present = (order: ShownOrder) => presentOrder(order, { now, gatewayUrl })
  const { orders, page, pages, total, toRate, toContinue, counts } = await listOrders(queries, { ...list, now })
  return {
    list: {
      results: orders.map(present),
      page,
      pages,
      total,
      to_rate: toRate === undefined ? null : present(toRate),
      to_continue: toContinue.map(present),
    },
    counts,
  }
}

/** A page of a client's orders as the client reads it (API-03); pages count from 0. */
export const orderPage = async (product: Product, list: WantedPage): Promise<OrderPage> =>
  (await countedOrderPage(product, list)).list

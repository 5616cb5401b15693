import type { OrderFilter, OrderPage } from '@nerdify/contract/orders.ts'
import type { Product } from '../product.ts'
import { listOrders } from './list-orders.ts'
import { presentOrder } from './present-order.ts'
import type { StoredOrder } from './orders.store.ts'

/** A page of a client's orders as the client reads it (API-03); pages count from 0. */
export async function orderPage(
  { queries, clock, settings: { gatewayUrl } }: Product,
  list: { clientId: string; page: number; filter: OrderFilter | undefined },
): Promise<OrderPage> {
  const now = clock.now()
  const present = (order: StoredOrder) => presentOrder(order, { now, gatewayUrl })
  const { orders, page, pages, total, toRate, toContinue } = await listOrders(queries, { ...list, now })
  return {
    results: orders.map(present),
    page,
    pages,
    total,
    to_rate: toRate === undefined ? null : present(toRate),
    to_continue: toContinue.map(present),
  }
}

import { type OrderFilter, ordersPerPage } from '@nerdify/contract/orders.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { inList } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries } from '../database/tables.ts'
import { factsOf } from './order-facts-of.ts'
import { orderFactsOf, ordersOf, type StoredOrder } from './orders.store.ts'

/** A page of a client's orders, newest first; pages count from 0. */
export interface OrderList {
  orders: StoredOrder[]
  page: number
  pages: number
  total: number
}

/**
 * Lists a client's orders (API-03, CAB-01). The domain's own conditions choose among the facts of the client's orders;
 * then one page is read whole.
 */
export async function listOrders(
  queries: Queries,
  list: { clientId: string; page: number; filter: OrderFilter | undefined; now: number },
): Promise<OrderList> {
  const shown = (await orderFactsOf(queries, list.clientId)).filter((order) =>
    inList(factsOf(order), list.filter, list.now),
  )
  const start = list.page * ordersPerPage
  const ids = shown.slice(start, start + ordersPerPage).map((order) => order.id)
  return {
    orders: await ordersOf(queries, list.clientId, ids),
    page: list.page,
    pages: Math.ceil(shown.length / ordersPerPage),
    total: shown.length,
  }
}

/** How many orders a client has: those the list can show (STATE-16), those paid, those completed. */
export async function countOrders(queries: Queries, clientId: string) {
  const all = (await orderFactsOf(queries, clientId)).map(factsOf)
  const shown = all.filter((facts) => !orderIs.hidden(facts))
  return {
    orders: shown.length,
    paidOrders: all.filter(orderIs.paid).length,
    completedOrders: shown.filter(orderIs.completed).length,
  }
}

import { type OrderFilter, ordersPerPage } from '@nerdify/contract/orders.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { inList, isToContinue, orderToRate } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries } from '../database/tables.ts'
import { factsOf } from './order-facts-of.ts'
import { newestOrdersOf, orderFactsOf, ordersOf, type StoredOrder } from './orders.store.ts'

/** A page of a client's orders, newest first; pages count from 0. */
export interface OrderList {
  orders: StoredOrder[]
  page: number
  pages: number
  total: number
}

/** The same with what the first page brings: the order that the cabinet asks to rate, those without a price (STATE-13, STATE-16). */
export interface CabinetPage extends OrderList {
  toRate: StoredOrder | undefined
  toContinue: StoredOrder[]
  counts: OrderCounts
}

/** How many orders a client has: those the list can show (STATE-16), those paid, those completed. */
export interface OrderCounts {
  orders: number
  paidOrders: number
  completedOrders: number
}

/**
 * Lists a client's orders (API-03, CAB-01). The domain's own conditions choose among the facts of the client's orders.
 * The first page shows mostly the newest, so those are read whole at once; of the others the facts are enough.
 */
export async function listOrders(
  queries: Queries,
  list: { clientId: string; page: number; filter: OrderFilter | undefined; now: number },
): Promise<CabinetPage> {
  const { clientId, page, filter, now } = list
  const newest = page === 0 && filter !== 'completed' ? await newestOrdersOf(queries, clientId, ordersPerPage) : []
  const hasMore = newest.length === ordersPerPage || page > 0 || filter === 'completed'
  const others = hasMore ? await orderFactsOf(queries, clientId, newest.at(-1)) : []

  const all = [...newest, ...others]
  const facts = all.map((order) => ({ ...factsOf(order), id: order.id }))
  const shown = facts.filter((order) => inList(order, filter, now))
  const start = page * ordersPerPage
  const ids = shown.slice(start, start + ordersPerPage).map((order) => order.id)
  const known = newest.filter((order) => ids.includes(order.id))
  const asked = page === 0 ? askedToRate(facts) : undefined
  const begun = page === 0 ? facts.filter(isToContinue).slice(0, ordersPerPage) : []
  const begunIds = begun.map(({ id }) => id)
  const missing = ids.slice(known.length)
  const wanted = new Set([...missing, ...begunIds, ...(asked === undefined ? [] : [asked])])
  for (const { id } of newest) wanted.delete(id)
  const rest = await ordersOf(queries, clientId, [...wanted])
  const read = [...newest, ...rest]
  return {
    orders: [...known, ...rest.filter(({ id }) => missing.includes(id))],
    toRate: read.find(({ id }) => id === asked),
    toContinue: read.filter(({ id }) => begunIds.includes(id)),
    counts: countsOf(facts),
    page,
    pages: Math.ceil(shown.length / ordersPerPage),
    total: shown.length,
  }
}

/** The key of the order to rate among all of a client's (STATE-13). */
function askedToRate(orders: readonly (OrderFacts & { id: string })[]): string | undefined {
  return orderToRate(orders.filter((order) => !orderIs.hidden(order)))?.id
}

/** Counts the orders of a client. */
export const countOrders = async (queries: Queries, clientId: string): Promise<OrderCounts> =>
  countsOf((await orderFactsOf(queries, clientId)).map(factsOf))

function countsOf(all: readonly OrderFacts[]): OrderCounts {
  const shown = all.filter((facts) => !orderIs.hidden(facts))
  return {
    orders: shown.length,
    paidOrders: all.filter(orderIs.paid).length,
    completedOrders: shown.filter(orderIs.completed).length,
  }
}

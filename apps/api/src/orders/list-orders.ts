import { type OrderFilter, ordersPerPage } from '@nerdify/contract/orders.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { isToRate, inList, isToContinue, orderToRate } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries } from '../database/tables.ts'
import { type ListedOrder, listedOrdersOf } from './listed-orders.store.ts'
import { factsOf } from './order-facts-of.ts'
import { newestOrdersOf, ordersOf, type ShownOrder } from './orders.store.ts'

/** A page of a client's orders, newest first; pages count from 0. */
export interface OrderList {
  orders: ShownOrder[]
  page: number
  pages: number
  total: number
}

/** The same with what the first page brings: the order that the cabinet asks to rate, those without a price (STATE-13, STATE-16). */
export interface CabinetPage extends OrderList {
  toRate: ShownOrder | undefined
  toContinue: ShownOrder[]
  counts: OrderCounts
}

/** How many orders a client has: those the list can show (STATE-16), those paid, those completed. */
export interface OrderCounts {
  orders: number
  paidOrders: number
  completedOrders: number
}

/**
 * Lists a client's orders (API-03, CAB-01). The domain's own conditions choose among the client's orders, once for all
 * that are alike. The first page shows mostly the newest, so those are read whole at once, and one more, which tells
 * whether there are others; of the others it is enough to know what lists tell apart.
 */
export async function listOrders(
  queries: Queries,
  list: { clientId: string; page: number; filter: OrderFilter | undefined; now: number },
): Promise<CabinetPage> {
  const { clientId, page, filter, now } = list
  const startsAtNewest = page === 0 && filter !== 'completed'
  const newest = startsAtNewest ? await newestOrdersOf(queries, clientId, ordersPerPage + 1) : []
  const hasMore = !startsAtNewest || newest.length > ordersPerPage
  const others = hasMore ? await listedOrdersOf(queries, { clientId, now, olderThan: newest.at(-1) }) : []

  const all = [...newest.map(asListed), ...others]
  const shown = chosen(all, (facts) => inList(facts, filter, now))
  const start = page * ordersPerPage
  const ids = shown.slice(start, start + ordersPerPage).map((order) => order.id)
  const asked = page === 0 ? askedToRate(all) : undefined
  const begun = page === 0 ? chosen(all, isToContinue).slice(0, ordersPerPage) : []
  const begunIds = begun.map(({ id }) => id)

  const wanted = new Set([...ids, ...begunIds, ...(asked === undefined ? [] : [asked])])
  for (const { id } of newest) wanted.delete(id)
  const read = [...newest, ...(await ordersOf(queries, clientId, [...wanted]))]
  return {
    orders: read.filter(({ id }) => ids.includes(id)),
    toRate: read.find(({ id }) => id === asked),
    toContinue: read.filter(({ id }) => begunIds.includes(id)),
    counts: countsOf(all),
    page,
    pages: Math.ceil(shown.length / ordersPerPage),
    total: shown.length,
  }
}

const asListed = (order: ShownOrder): ListedOrder => ({
  id: order.id,
  facts: factsOf(order),
  clientAcceptAt: order.client_accept_at,
})

/** The orders for whose facts a condition holds; it is asked once for those that are alike. */
function chosen(orders: readonly ListedOrder[], holds: (facts: OrderFacts) => boolean): ListedOrder[] {
  const answers = new Map<OrderFacts, boolean>()
  return orders.filter(({ facts }) => {
    let answer = answers.get(facts)
    if (answer === undefined) {
      answer = holds(facts)
      answers.set(facts, answer)
    }
    return answer
  })
}

/** The key of the order to rate among all of a client's (STATE-13). */
function askedToRate(orders: readonly ListedOrder[]): string | undefined {
  const asking = chosen(orders, (facts) => isToRate(facts) && !orderIs.hidden(facts))
  return orderToRate(asking.map(({ id, facts, clientAcceptAt }) => ({ ...facts, clientAcceptAt, id })))?.id
}

/** Counts the orders of a client; nothing of it lapses, so the time of day does not matter. */
export const countOrders = async (queries: Queries, clientId: string): Promise<OrderCounts> =>
  countsOf(await listedOrdersOf(queries, { clientId, now: 0 }))

function countsOf(all: readonly ListedOrder[]): OrderCounts {
  const shown = chosen(all, (facts) => !orderIs.hidden(facts))
  return {
    orders: shown.length,
    paidOrders: chosen(all, orderIs.paid).length,
    completedOrders: chosen(shown, orderIs.completed).length,
  }
}

import { type OrderFilter, ordersPerPage } from '@nerdify/contract/orders.ts'
import { isSubject } from '@nerdify/domain/catalog/subjects.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { isInList, isToContinue, isToRate, orderToRate } from '@nerdify/domain/orders/order-lists.ts'
import type { Queries } from '../../database/tables.ts'
import { hasWords, searchWords, wordsToFind } from '@nerdify/domain/input/search-text.ts'
import { factsOf, nameOf } from './order-facts-of.ts'
import {
  namesOfOrders,
  newestOrdersOf,
  orderFactsOf,
  ordersOf,
  type ShownOrder,
  type StoredFacts,
} from '../orders.store.ts'

/** The requested page and its client. */
export interface WantedPage {
  clientId: string
  page: number
  filter: OrderFilter | undefined
  /** Words of the client's search (CAB-12). */
  q?: string | undefined
  /** The only order that the session reaches (SAFE-03); undefined for all. */
  only?: string | null | undefined
}

/** A page of a client's orders, newest first; pages count from 0. */
export interface OrderList {
  orders: ShownOrder[]
  page: number
  pages: number
  total: number
}

/**
 * A page with the parts of the first one: the order that the cabinet asks to rate, and orders without a price (STATE-13,
 * STATE-16).
 */
export interface CabinetPage extends OrderList {
  toRate: ShownOrder | undefined
  toContinue: ShownOrder[]
  counts: OrderCounts
}

/**
 * The numbers of a client's orders: listed ones (STATE-16), paid ones, completed ones; and the subjects of the newest,
 * each once (CAB-12).
 */
export interface OrderCounts {
  orders: number
  paidOrders: number
  completedOrders: number
  lastSubjects: string[]
}

/** The columns of an order that lists and counts need. */
type ListedOrder = OrderFacts & Pick<StoredFacts, 'id' | 'subject'>

/**
 * Lists a client's orders (API-03, CAB-01), chosen by the domain's own conditions (decision 0006).
 * - `only` restricts the list to the one order that a session reaches (SAFE-03).
 * - The first page mostly shows the newest orders, so it reads a page of whole rows, and one more to know whether older
 *   orders exist. Of older orders it reads only the columns that the conditions need.
 */
export async function listOrders(queries: Queries, list: WantedPage & { now: number }): Promise<CabinetPage> {
  const { clientId, page, filter, q = '', now, only } = list
  const startsAtNewest = only !== undefined || (page === 0 && filter !== 'completed')
  const newest = startsAtNewest ? await newestOf(queries, clientId, only) : []
  const hasMore = !startsAtNewest || newest.length > ordersPerPage
  const others = hasMore ? await orderFactsOf(queries, { clientId, olderThan: newest.at(-1) }) : []

  const all = [...newest, ...others].map(asListed)
  const matches = q.trim() === '' ? undefined : await searchOrders(queries, clientId, q)
  const listed = all.filter((order) => isInList(order, filter, now) && (matches === undefined || matches.has(order.id)))
  const start = page * ordersPerPage
  const ids = listed.slice(start, start + ordersPerPage).map((order) => order.id)
  const idToRate = page === 0 ? orderIdToRate(all) : undefined
  const unfinished = page === 0 ? all.filter(isToContinue).slice(0, ordersPerPage) : []
  const unfinishedIds = unfinished.map(({ id }) => id)

  const missingIds = new Set([...ids, ...unfinishedIds, ...(idToRate === undefined ? [] : [idToRate])])
  for (const { id } of newest) missingIds.delete(id)
  const rows = [...newest, ...(await ordersOf(queries, clientId, [...missingIds]))]
  return {
    orders: rows.filter(({ id }) => ids.includes(id)),
    toRate: rows.find(({ id }) => id === idToRate),
    toContinue: rows.filter(({ id }) => unfinishedIds.includes(id)),
    counts: countsOf(all),
    page,
    pages: Math.ceil(listed.length / ordersPerPage),
    total: listed.length,
  }
}

/**
 * The ids of a client's orders with the search's words in their title, the first words of their description, their
 * subject or number (CAB-12); none for a search without words.
 */
async function searchOrders(queries: Queries, clientId: string, q: string): Promise<Set<string>> {
  const words = searchWords(q)
  const named = words.length === 0 ? [] : await namesOfOrders(queries, clientId)
  const fits = (order: (typeof named)[number]) => {
    // Without its title, an order is named by the first words of its description (EASE-03).
    const description = nameOf({ ...order, title: null })
    return hasWords(wordsToFind([order.title, description, order.subject, order.number].join(' ')), words)
  }
  return new Set(named.filter(fits).map(({ id }) => id))
}

/** The newest orders of a client and one more, or only the one that a session reaches (SAFE-03). */
function newestOf(queries: Queries, clientId: string, only: string | null | undefined): Promise<ShownOrder[]> {
  if (only === undefined) return newestOrdersOf(queries, clientId, ordersPerPage + 1)
  return ordersOf(queries, clientId, only === null ? [] : [only])
}

const asListed = (order: StoredFacts): ListedOrder => ({
  ...factsOf(order),
  id: order.id,
  subject: order.subject,
})

/** The id of the order that the cabinet asks to rate (STATE-13). */
const orderIdToRate = (orders: readonly ListedOrder[]): string | undefined =>
  orderToRate(orders.filter((order) => isToRate(order) && !orderIs.hidden(order)))?.id

/**
 * Counts the orders of a client, or the only one that a session reaches (SAFE-03); the counts do not depend on the
 * time.
 */
export async function countOrders(
  queries: Queries,
  clientId: string,
  only?: string | null | undefined,
): Promise<OrderCounts> {
  const all = only === undefined ? orderFactsOf(queries, { clientId }) : newestOf(queries, clientId, only)
  return countsOf((await all).map(asListed))
}

/** How many subjects of earlier orders the order form offers first (CAB-12). */
const mostLastSubjects = 3

/** Counts orders that are sorted newest first. */
function countsOf(all: readonly ListedOrder[]): OrderCounts {
  const shown = all.filter((order) => !orderIs.hidden(order))
  const subjects = new Set(shown.flatMap(({ subject }) => subject ?? []))
  return {
    orders: shown.length,
    paidOrders: all.filter(orderIs.paid).length,
    completedOrders: shown.filter(orderIs.completed).length,
    lastSubjects: [...subjects].filter(isSubject).slice(0, mostLastSubjects),
  }
}

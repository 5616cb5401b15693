import {
  ordersMostCounted,
  type OperationsOrdersQuery,
  operationsPageSize,
  stateName,
} from '@nerdify/contract/operations.ts'
import { searchWords, wordsFault } from '@nerdify/domain/input/search-text.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import type { Queries } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'
import { keyOfCursor, sliceOfRows } from '../../http/answers/slice.ts'
import { notFound, unacceptable } from '../../http/refusal.ts'
import {
  countOrdersUpTo,
  orderAnywhere,
  orderEventsOf,
  ordersAfter,
  type OrdersFilter,
  type ShownOrder,
  type SlicePlace,
  type StoredOrder,
} from '../orders.store.ts'
import { type CompanyTime, compareOrders, lateOrders, type SortedOrder } from '../waiting-now.ts'
import { openOrderIds } from '../waiting-orders.store.ts'

/** Any client's order in any state, by its key or number; 404 if it does not exist. */
export async function findAnyOrder(queries: Queries, idOrNumber: string): Promise<StoredOrder> {
  const order = await orderAnywhere(queries, isUuid(idOrNumber) ? { id: idOrNumber } : { number: idOrNumber })
  if (order === undefined) throw notFound()
  return order
}

/** Any client's order by its number; undefined if it does not exist. */
export function findOrderByNumber(queries: Queries, number: string): Promise<StoredOrder | undefined> {
  return orderAnywhere(queries, { number })
}

/** A slice of all clients' orders; `total` counts the matches up to `ordersMostCounted`. */
export interface OrderSearchResult {
  orders: ShownOrder[]
  next: string | null
  total: number
  overTotal: boolean
}

/** Finds orders of all clients by filters (OPS-10); 422 for an unknown cursor or a text without words. */
export async function findOrders(
  queries: Queries,
  { client, nerd, state, type, due_from: dueFrom, due_to: dueTo, late, tag, q, cursor }: OperationsOrdersQuery,
  time: CompanyTime,
): Promise<OrderSearchResult> {
  const after = keyOfCursor(cursor)
  const filter: OrdersFilter = {
    clientId: client,
    nerdId: nerd,
    statuses: state === undefined ? undefined : statusesNamed(state),
    type,
    dueFrom: dueFrom === undefined ? undefined : Date.parse(dueFrom),
    dueTo: dueTo === undefined ? undefined : Date.parse(dueTo),
    tag,
    words: q === undefined ? undefined : wordsOf(q, 'Type words of the title or the subject.'),
  }
  const place: Place = { after, by: dueFrom === undefined && dueTo === undefined ? 'newest' : 'deadline' }
  const { orders, next, count } = await (late === 'true'
    ? findLateOrders(queries, filter, place, time)
    : findStoredOrders(queries, late === undefined ? filter : await withoutLate(queries, filter, time), place))
  return { orders, next, total: Math.min(count, ordersMostCounted), overTotal: count > ordersMostCounted }
}

type Place = Omit<SlicePlace, 'most'>

async function findStoredOrders(queries: Queries, filter: OrdersFilter, place: Place) {
  const slice = { ...place, most: operationsPageSize + 1 }
  const { count, ids } = await countOrdersUpTo(queries, filter, ordersMostCounted + 1, slice)
  // Counting a small result has read all its rows, so their ids are known; a large one has an index for its slice.
  const rows = await (count > ordersMostCounted
    ? ordersAfter(queries, filter, slice)
    : ordersAfter(queries, { ids: { are: true, ids } }, { ...slice, after: undefined }))
  const { shown: orders, next } = sliceOfRows(rows, operationsPageSize, ({ id }) => id)
  return { orders, next, count }
}

const withoutLate = async (queries: Queries, filter: OrdersFilter, time: CompanyTime): Promise<OrdersFilter> => ({
  ...filter,
  ids: { are: false, ids: idsOf(await lateOrders(queries, time)) },
})

/** Late orders are cached in the process, so it sorts and counts them; the database reads only the rows of the slice. */
async function findLateOrders(queries: Queries, filter: OrdersFilter, { after, by }: Place, time: CompanyTime) {
  let late = await lateOrders(queries, time)
  if (Object.values(filter).some((value) => value !== undefined)) {
    const matches = await openOrderIds(queries, filter)
    late = late.filter(({ id }) => matches.has(id))
  }
  const rest = await ordersBeyond(queries, late.toSorted(compareOrders[by]), { after, by })
  const { shown: ids, next } = sliceOfRows(idsOf(rest), operationsPageSize, String)
  const orders = await ordersAfter(queries, { ids: { are: true, ids } }, { after: undefined, by, most: ids.length })
  return { orders, next, count: late.length }
}

/** The sorted orders after the one with the id `after`. */
async function ordersBeyond<Order extends SortedOrder>(queries: Queries, orders: Order[], { after, by }: Place) {
  if (after === undefined) return orders
  const last = await orderAnywhere(queries, { id: after })
  return last === undefined ? [] : orders.filter((order) => compareOrders[by](order, last) > 0)
}

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id)

/** The statuses of both vocabularies that `stateName` writes as this state. */
const statusesNamed = (state: string) => ({
  system: systemStatuses.filter((status) => stateName(status) === state),
  client: clientStatuses.filter((status) => stateName(status) === state),
})

/** The words of a search; 422 at `q` if it is too short or too long, and with the text `empty` if it has no words. */
export function wordsOf(q: string, empty: string): string[] {
  const fault = wordsFault(q, empty)
  if (fault !== undefined) throw unacceptable(fault, 'q')
  return searchWords(q)
}

/** Reads the events of an order, oldest first. */
export const historyOf = (queries: Queries, order: StoredOrder) => orderEventsOf(queries, order.client_id, order.id)

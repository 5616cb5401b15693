import { operationsMostCounted, operationsPageSize, stateName } from '@nerdify/contract/operations.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import type { Queries } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import type { OrderList } from './list-orders.ts'
import { orderAnywhere, orderEventsOf, ordersInStatus, type StoredOrder } from '../orders.store.ts'

/** Any client's order by its key or its number, in whatever state; 404 where there is none. */
export async function findAnyOrder(queries: Queries, idOrNumber: string): Promise<StoredOrder> {
  const order = await orderAnywhere(queries, isUuid(idOrNumber) ? { id: idOrNumber } : { number: idOrNumber })
  if (order === undefined) throw notFound()
  return order
}

/** Any client's order by its number alone; nothing where there is none. */
export function findOrderByNumber(queries: Queries, number: string): Promise<StoredOrder | undefined> {
  return orderAnywhere(queries, { number })
}

/**
 * Lists the orders of all clients, newest first (OPS-05); `state` is a status of either vocabulary as `stateName` writes
 * it. Pages count from 0; of more orders than `operationsMostCounted` that many are counted.
 */
export async function listAllOrders(
  queries: Queries,
  { state, page }: { state: string | undefined; page: number },
): Promise<OrderList> {
  const statuses =
    state === undefined
      ? undefined
      : {
          systemStatuses: systemStatuses.filter((status) => stateName(status) === state),
          clientStatuses: clientStatuses.filter((status) => stateName(status) === state),
        }
  const window = { offset: page * operationsPageSize, most: operationsPageSize, mostCounted: operationsMostCounted }
  const { orders, total } = await ordersInStatus(queries, statuses, window)
  return { orders, page, pages: Math.ceil(total / operationsPageSize), total }
}

/** Reads what happened to an order, oldest first. */
export const historyOf = (queries: Queries, order: StoredOrder) => orderEventsOf(queries, order.client_id, order.id)

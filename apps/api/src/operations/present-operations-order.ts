import type { OperationsOrder, OperationsOrderWithHistory, Worker } from '@nerdify/contract/operations.ts'
import type { OrderHistory } from '../orders/list/find-any-order.ts'
import type { ShownOrder } from '../orders/list/own-order.ts'
import { presentOrder } from '../orders/list/present-order.ts'

/** What an order is presented with: the instant, and the settings its links are made from. */
type Shown = Parameters<typeof presentOrder>[1]

/** An order as operations read it. */
export function presentForOperations(order: ShownOrder, shown: Shown): OperationsOrder {
  return {
    ...presentOrder(order, shown),
    client_id: order.client_id,
    honour_code: order.honour_code,
    sent_at: order.sent_at === null ? null : new Date(order.sent_at).toISOString(),
  }
}

/** An order with its history; the Nerds of it are those that were found for it (OPS-08), the present one last. */
export function presentWithHistory(order: ShownOrder, history: OrderHistory, shown: Shown): OperationsOrderWithHistory {
  return {
    ...presentForOperations(order, shown),
    events: history.map(({ event, author, at, data }) => ({ event, author, at: new Date(at).toISOString(), data })),
    workers: history.flatMap(({ data }) => (data.worker === undefined ? [] : [data.worker as Worker])),
  }
}

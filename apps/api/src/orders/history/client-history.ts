import type { OrderHistory } from '@nerdify/contract/orders.ts'
import { isClientEvent } from '@nerdify/domain/orders/client-history.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../../database/tables.ts'
import { orderEventsOf } from '../orders.store.ts'
import { ownOrder } from '../list/own-order.ts'
import type { HistoryEvent } from './event-kinds.ts'

/** The history of a client's own order, oldest first, with the client's notes and our texts for the client (TALK-06). */
export async function clientHistory(queries: Queries, clientId: string, orderId: string): Promise<OrderHistory> {
  const order = await ownOrder(queries, clientId, orderId)
  const entries = await orderEventsOf(queries, clientId, order.id)
  return entries.filter(isShown).map(({ event, author, at, data: { note, tell } }) => ({
    event,
    at: new Date(at).toISOString(),
    note: author === 'client' ? (note ?? null) : null,
    tell: tell ?? null,
  }))
}

const isShown = (entry: HistoryEvent): entry is HistoryEvent<OrderEventName> => isClientEvent(entry.event)

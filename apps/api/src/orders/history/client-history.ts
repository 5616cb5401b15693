import type { OrderHistory } from '@nerdify/contract/orders.ts'
import { isClientEvent } from '@nerdify/domain/orders/client-history.ts'
import type { Queries } from '../../database/tables.ts'
import { orderEventsOf } from '../orders.store.ts'
import { ownOrder } from '../list/own-order.ts'

/**
 * What happened to a client's own order, oldest first; 404 for any other. Notes of others are not theirs to read; what
 * staff tell them is (TALK-06).
 */
export async function clientHistory(queries: Queries, clientId: string, orderId: string): Promise<OrderHistory> {
  const order = await ownOrder(queries, clientId, orderId)
  const entries = await orderEventsOf(queries, clientId, order.id)
  return entries.flatMap(({ event, author, at, data }) =>
    isClientEvent(event)
      ? [
          {
            event,
            at: new Date(at).toISOString(),
            note: author === 'client' ? textIn(data.note) : null,
            tell: textIn(data.tell),
          },
        ]
      : [],
  )
}

const textIn = (text: unknown) => (typeof text === 'string' ? text : null)

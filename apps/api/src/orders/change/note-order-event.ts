import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { insertOrderEvent } from '../orders.store.ts'

/** Writes into an order's history what happened to it beside the events of STATE-17, in the transaction that does it. */
export function noteOrderEvent(
  queries: Queries,
  entry: {
    clientId: string
    orderId: string
    at: number
    author: string
    event: string
    data: Record<string, unknown>
  },
): Promise<void> {
  return insertOrderEvent(queries, { ...entry, id: uuidv7(entry.at) })
}

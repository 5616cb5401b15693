import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { insertOrderEvent } from '../orders.store.ts'

/** Writes into the history of an order that a file came; its name is the client's business and stays out. */
export async function noteFileAdded(
  queries: Queries,
  added: {
    clientId: string
    orderId: string
    file: { id: string; type: OrderFileType }
    author: string
    now: number
  },
): Promise<void> {
  const { clientId, orderId, file, author, now } = added
  await insertOrderEvent(queries, {
    clientId,
    orderId,
    id: uuidv7(now),
    at: now,
    author,
    event: 'file_added',
    data: { file: file.id, type: file.type },
  })
}

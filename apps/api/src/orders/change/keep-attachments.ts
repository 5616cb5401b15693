import type { Queries, StoredAttachment } from '../../database/tables.ts'
import { type StoredOrder, updateOrder } from '../orders.store.ts'

/** Writes on an order, which the transaction holds locked, what is attached to it; answers it as it now is. */
export function keepAttachments(
  queries: Queries,
  { order, attachments, now }: { order: StoredOrder; attachments: StoredAttachment[]; now: number },
): Promise<StoredOrder> {
  return updateOrder(queries, order.client_id, order.id, {
    attachments: JSON.stringify(attachments),
    version: order.version + 1,
    updated_at: new Date(now),
  })
}

import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { anyOrder } from '../orders/list/own-order.ts'
import { keepAttachments } from '../orders/change/keep-attachments.ts'
import { attachmentsOf, type StoredUpload, updateUpload, uploadOf } from '../uploads/uploads.store.ts'

/**
 * Removes a client's own file, also from its order while that is unpaid; the janitor removes the object. 404 for
 * another client's file, 409 order_paid once the Nerd works with it, 409 file_sent for a file of a message. A repeat is a no-op.
 */
export async function removeUpload(
  queries: Queries,
  given: { clientId: string; id: string; now: number },
): Promise<StoredUpload> {
  const { clientId, id, now } = given
  const found = isUuid(id) ? await uploadOf(queries, clientId, id) : undefined
  if (found === undefined || found.origin === 'operations') throw notFound()
  const order = found.order_id === null ? undefined : await anyOrder(queries, clientId, found.order_id, { lock: true })
  // Locks the order, then the upload, in the order of attaching.
  const upload = await uploadOf(queries, clientId, id, { lock: true })
  if (upload === undefined || upload.order_id !== found.order_id) throw notFound()
  if (upload.deleted_at !== null) return upload
  if (upload.message_id !== null) {
    throw new Refusal(409, 'This file belongs to a message that you sent, so it stays.', { type: 'file_sent' })
  }
  if (order !== undefined && orderIs.paid(factsOf(order))) {
    throw new Refusal(409, 'This order is paid, so its files stay with it.', { type: 'order_paid' })
  }
  await updateUpload(queries, upload, { deleted_at: new Date(now) })
  if (order !== undefined) {
    await keepAttachments(queries, { order, attachments: await attachmentsOf(queries, clientId, order.id), now })
  }
  return upload
}

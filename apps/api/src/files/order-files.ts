import type { OrderFile } from '@nerdify/contract/files.ts'
import { clientMaySee, orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import type { Queries } from '../database/tables.ts'
import { timeOfUuid } from '../database/uuid.ts'
import { notFound } from '../http/refusal.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { insertOrderEvent, orderOf, type ShownOrder, type StoredOrder } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import type { FileReader } from '../keys/download-link.ts'
import { presentUpload } from '../uploads/present-upload.ts'
import { filesOfOrder, type StoredUpload, updateUpload, uploadOf } from '../uploads/uploads.store.ts'

/** The order of a file, and its reader. */
interface FileView {
  order: ShownOrder
  reader: 'client' | 'operations'
}

/** Whether the owner of the order may read this file now: it is ready, and the order's state allows it. */
function mayRead(upload: StoredUpload, order: ShownOrder): boolean {
  const { order_file_type: type } = upload
  return upload.deleted_at === null && type !== null && clientMaySee(type, factsOf(order))
}

/** The files of an order: for its client (FILE-06), or all undeleted ones for operations. */
export async function filesFor(product: AppContext, queries: Queries, view: FileView): Promise<OrderFile[]> {
  const { order, reader } = view
  const all = await filesOfOrder(queries, order.client_id, order.id)
  return all
    .filter((upload) => (reader === 'client' ? mayRead(upload, order) : upload.deleted_at === null))
    .flatMap((upload) => presentFile(product, upload, view))
}

/** A file of an order on the wire; empty if it was refused after being attached. */
export function presentFile(product: AppContext, upload: StoredUpload, { order, reader }: FileView): OrderFile[] {
  const { order_file_type: type } = upload
  if (type === null) return []
  const at = upload.attached_at ?? upload.created_at
  return presentUpload(product, upload, reader).map((file) => ({
    ...file,
    type,
    revision_accept: order.revision_accept_at !== null && at >= order.revision_accept_at,
    client_accept: order.client_accept_at !== null && at <= order.client_accept_at,
  }))
}

/**
 * Removes a file that operations added to an order (OPS-05), such as one of another order: nobody opens it any more, and
 * the janitor removes the object. A repeat is a no-op; 404 for any other file.
 */
export async function removeOrderFile(
  queries: Queries,
  { order, fileId, author, now }: { order: StoredOrder; fileId: string; author: string; now: number },
): Promise<void> {
  const { client_id: clientId, id: orderId } = order
  // A delivery waits for the order's lock: it counts this file, or finds it removed.
  await orderOf(queries, clientId, orderId, { lock: true })
  const upload = await uploadOf(queries, clientId, fileId, { lock: true })
  const type = upload?.order_file_type ?? null
  if (upload?.order_id !== orderId || upload.origin !== 'operations' || type === null) throw notFound()
  if (upload.deleted_at !== null) return
  await updateUpload(queries, upload, { deleted_at: new Date(now) })
  const data = { file: fileId, type }
  await insertOrderEvent(queries, { clientId, orderId, at: now, author, event: 'file_removed', data })
}

/**
 * Whether the reader of a link may read a file now: a client if the order allows it or once its message is visible,
 * operations any file of an order, of a message or of the upload page, a Nerd the client's files of their own orders.
 */
export async function mayDownload(
  queries: Queries,
  upload: StoredUpload,
  { reader, now }: { reader: FileReader; now: number },
): Promise<boolean> {
  if (upload.status !== 'ready' || upload.deleted_at !== null) return false
  if (typeof reader === 'object') return mayNerdRead(queries, upload, reader.nerdId)
  if (upload.message_id !== null) return reader === 'operations' || (timeOfUuid(upload.message_id) ?? Infinity) <= now
  if (upload.order_id === null) return reader === 'operations' && upload.received_at !== null
  const order = await orderOf(queries, upload.client_id, upload.order_id)
  return order !== undefined && (reader === 'operations' || mayRead(upload, order))
}

async function mayNerdRead(queries: Queries, upload: StoredUpload, nerdId: string): Promise<boolean> {
  const { client_id: clientId, order_id: orderId, order_file_type: type } = upload
  if (orderId === null || type === null || orderFileTypes[type] !== 'client') return false
  return (await orderOf(queries, clientId, orderId))?.nerd_id === nerdId
}

import { orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import type { NerdFiles } from '@nerdify/domain/orders/nerd-files.ts'
import type { ExistingFile } from '@nerdify/domain/orders/owed-to-client.ts'
import type { Queries } from '../database/tables.ts'
import { filesOfOrder, readyNerdFiles, type StoredUpload } from './uploads.store.ts'

/** The readable files of an order, with their arrival in UTC milliseconds (WAIT-06). */
export async function readableFilesOf(
  queries: Queries,
  order: { client_id: string; id: string },
): Promise<ExistingFile[]> {
  const files = await filesOfOrder(queries, order.client_id, order.id)
  return files.flatMap(({ order_file_type: type, status, deleted_at, attached_at, created_at }) =>
    type === null || status !== 'ready' || deleted_at !== null ? [] : [{ type, at: attached_at ?? created_at }],
  )
}

/** A file that a Nerd is sent a link to. */
export type OrderFileToSend = Pick<StoredUpload, 'id' | 'file_name' | 'bytes'>

/** The files of an order that its client sent and a Nerd may read now, by arrival (OPS-14). */
export async function filesForNerd(
  queries: Queries,
  order: { client_id: string; id: string },
): Promise<OrderFileToSend[]> {
  const files = await filesOfOrder(queries, order.client_id, order.id)
  return files.filter(
    ({ order_file_type: type, status, deleted_at }) =>
      type !== null && orderFileTypes[type] === 'client' && status === 'ready' && deleted_at === null,
  )
}

/**
 * The kinds of readable Nerd's files by order id, for some orders of a client (STATE-12); orders without one are
 * absent.
 */
export async function nerdFilesOf(
  queries: Queries,
  clientId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, NerdFiles>> {
  const found = new Map<string, NerdFiles>()
  if (orderIds.length === 0) return found
  for (const { order_id: orderId, order_file_type: type } of await readyNerdFiles(queries, clientId, orderIds)) {
    if (orderId === null) continue
    const known = found.get(orderId) ?? { draft: false, work: false }
    found.set(orderId, {
      draft: known.draft || type === 'file_draft_paper',
      work: known.work || type === 'file_final_draft',
    })
  }
  return found
}

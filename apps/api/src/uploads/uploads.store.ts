import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { type Selectable, sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { findRow, insertIfNew, type NewRow, type RowChange } from '../database/rows.ts'
import type { Queries, StoredAttachment, Tables } from '../database/tables.ts'

/** A stored upload; bytes, and epoch milliseconds. */
export type StoredUpload = Selectable<Tables['upload']>

/** Inserts an upload and returns the stored row. */
export async function insertUpload(queries: Queries, upload: NewRow<'upload'>): Promise<StoredUpload> {
  return queries.insertInto('upload').values(upload).returningAll().executeTakeFirstOrThrow()
}

/** An upload of a client; `lock` locks its row until the transaction ends. */
export async function uploadOf(queries: Queries, clientId: string, id: string, { lock = false } = {}) {
  return findRow(queries, 'upload', { client_id: clientId, id }, { lock })
}

/** Several uploads of a client, by id. */
export async function uploadsOf(queries: Queries, clientId: string, ids: readonly string[]): Promise<StoredUpload[]> {
  if (ids.length === 0) return []
  return queries
    .selectFrom('upload')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** Updates columns of an upload. */
export async function updateUpload(
  queries: Queries,
  { client_id, id }: Pick<StoredUpload, 'client_id' | 'id'>,
  change: RowChange<'upload'>,
): Promise<void> {
  await queries.updateTable('upload').set(change).where('client_id', '=', client_id).where('id', '=', id).execute()
}

/** Bytes and files that a client started to upload since an instant. */
export function uploadedSince(
  queries: Queries,
  clientId: string,
  since: number,
): Promise<{ files: number; bytes: number }> {
  return queries
    .selectFrom('upload')
    .select((expression) => [
      expression.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .where('client_id', '=', clientId)
    .where('created_at', '>', instant(since))
    .where('origin', '<>', 'operations')
    .executeTakeFirstOrThrow()
}

/** The files of an order by arrival, including deleted ones. */
export async function filesOfOrder(queries: Queries, clientId: string, orderId: string): Promise<StoredUpload[]> {
  return queries
    .selectFrom('upload')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .orderBy('attached_at')
    .orderBy('id')
    .execute()
}

/** The kinds of the Nerd's readable files of some orders of a client; a kind may repeat. */
export async function readyNerdFiles(queries: Queries, clientId: string, orderIds: readonly string[]) {
  return (
    queries
      .selectFrom('upload')
      .select(['order_id', 'order_file_type'])
      .where(({ and }) => and({ client_id: clientId, status: 'ready' }))
      // An array keeps one statement for any number of orders.
      .where(sql<boolean>`order_id = any(${orderIds}::uuid[])`)
      .where('order_file_type', 'in', ['file_draft_paper', 'file_final_draft'])
      .where('deleted_at', 'is', null)
      .execute()
  )
}

/** Attaches usable uploads without an order to one that the transaction locks; returns their number. */
export async function bindUploads(
  queries: Queries,
  clientId: string,
  ids: readonly string[],
  to: { orderId: string; type: OrderFileType; now: number },
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await queries
    .updateTable('upload')
    .set({ order_id: to.orderId, order_file_type: to.type, attached_at: new Date(to.now) })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where('order_id', 'is', null)
    .where('message_id', 'is', null)
    .where('status', 'not in', refusedStatuses)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Attaches free uploads to a message; returns their number. */
export async function bindToMessage(
  queries: Queries,
  clientId: string,
  ids: readonly string[],
  to: { messageId: string; now: number },
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('upload')
    .set({ message_id: to.messageId, attached_at: new Date(to.now) })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where('order_id', 'is', null)
    .where('message_id', 'is', null)
    .where('received_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The files of some messages of a client. */
export const uploadsOfMessages = (queries: Queries, clientId: string, messageIds: readonly string[]) =>
  queries
    .selectFrom('upload')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    // An array keeps one statement for any number of messages.
    .where(sql<boolean>`message_id = any(${messageIds}::uuid[])`)
    .orderBy('id')
    .execute()

/** Deletes the files of a message that was taken back; the janitor removes the objects. */
export const deleteUploadsOfMessage = (queries: Queries, clientId: string, messageId: string, now: number) =>
  queries
    .updateTable('upload')
    .set({ deleted_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('message_id', '=', messageId)
    .execute()

const refusedStatuses: readonly StoredUpload['status'][] = ['rejected', 'infected']

/** Whether an upload is gone for good (FILE-04). */
export const isRefused = ({ status }: Pick<StoredUpload, 'status'>): boolean => refusedStatuses.includes(status)

/** The attachments of an order's task, without refused ones. */
export async function attachmentsOf(queries: Queries, clientId: string, orderId: string): Promise<StoredAttachment[]> {
  const rows = await queries
    .selectFrom('upload')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('order_file_type', '=', 'order_form')
    .where('deleted_at', 'is', null)
    .orderBy('attached_at')
    .orderBy('id')
    .execute()
  return rows.filter((row) => !isRefused(row)).map((row) => ({ id: row.id, name: row.file_name, bytes: row.bytes }))
}

/** Uploads due for a scan; a removed upload has no object. */
export async function uploadsToScan(queries: Queries, now: number, most: number): Promise<StoredUpload[]> {
  return queries
    .selectFrom('upload')
    .selectAll()
    .where('status', '=', 'scanning')
    .where('scan_at', '<=', instant(now))
    .where('deleted_at', 'is', null)
    .orderBy('scan_at')
    .limit(most)
    .execute()
}

/** Uploads that have waited for the scanner since an instant, oldest first. */
export async function unscannedSince(queries: Queries, since: number): Promise<StoredUpload[]> {
  return queries
    .selectFrom('upload')
    .selectAll()
    .where('status', '=', 'scanning')
    .where('unscanned_since', '<=', instant(since))
    .where('deleted_at', 'is', null)
    .orderBy('unscanned_since')
    .execute()
}

/** Records the report to staff. */
export async function markUnscannedReported(
  queries: Queries,
  uploads: readonly { client_id: string; id: string }[],
  now: number,
): Promise<void> {
  for (const upload of uploads) await updateUpload(queries, upload, { unscanned_told_at: new Date(now) })
}

/** Marks usable uploads as received by the upload page; returns their number. */
export async function markReceived(queries: Queries, clientId: string, ids: readonly string[], now: number) {
  const { numUpdatedRows } = await queries
    .updateTable('upload')
    .set({ received_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', refusedStatuses)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Records one submission of the upload page; false for a repeat. */
export async function insertFilesReceived(queries: Queries, received: Selectable<Tables['files_received']>) {
  const { at, uploads, ...rest } = received
  return insertIfNew(queries, 'files_received', { ...rest, at: new Date(at), uploads: JSON.stringify(uploads) })
}

/** A page of a client's submissions by upload page, newest first, with their total number. */
export async function filesReceivedFrom(
  queries: Queries,
  clientId: string,
  { offset, most }: { offset: number; most: number },
): Promise<{ received: Selectable<Tables['files_received']>[]; total: number }> {
  const all = queries.selectFrom('files_received').where('client_id', '=', clientId)
  const received = await all.selectAll().orderBy('id', 'desc').offset(offset).limit(most).execute()
  const { total } = await all.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { received, total }
}

/** Removes uploads that stayed unused since an instant; returns their keys. */
export async function removeUnused(
  queries: Queries,
  before: number,
  most: number,
): Promise<{ object_key: string; kept_key: string }[]> {
  const unused = queries
    .selectFrom('upload')
    .select(['client_id', 'id'])
    .where('order_id', 'is', null)
    .where('message_id', 'is', null)
    .where('received_at', 'is', null)
    .where('created_at', '<', instant(before))
    .orderBy('created_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return queries
    .with('unused', () => unused)
    .deleteFrom('upload')
    .using('unused')
    .whereRef('upload.client_id', '=', 'unused.client_id')
    .whereRef('upload.id', '=', 'unused.id')
    .returning(['object_key', 'kept_key'])
    .execute()
}

/** Whether an upload still waits for the file of its form. */
export async function isNewUpload(queries: Queries, form: { id: string; objectKey: string }): Promise<boolean> {
  const waiting = { id: form.id, object_key: form.objectKey, status: 'new', deleted_at: null } as const
  return (await findRow(queries, 'upload', waiting)) !== undefined
}

/** The objects of these uploads that must stay: the sent one until its check, and the kept one. */
export async function wantedObjects(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom('upload').selectAll().where('id', 'in', ids).execute()
  const keysByStatus: Record<StoredUpload['status'], (keys: { object_key: string; kept_key: string }) => string[]> = {
    new: ({ object_key, kept_key }) => [object_key, kept_key],
    scanning: ({ kept_key }) => [kept_key],
    ready: ({ kept_key }) => [kept_key],
    rejected: () => [],
    infected: () => [],
  }
  return new Map(rows.map((row) => [row.id, new Set(row.deleted_at === null ? keysByStatus[row.status](row) : [])]))
}

/** The client of an upload page. */
export async function clientOfPage(queries: Queries, pageId: string): Promise<string | undefined> {
  return (await findRow(queries, 'upload_page', { page_id: pageId }))?.client_id
}

/** The key of a client's upload page; undefined before the first use. */
export async function knownPageOfClient(queries: Queries, clientId: string): Promise<string | undefined> {
  return (await findRow(queries, 'client_upload_page', { client_id: clientId }))?.page_id
}

/** The key of a client's upload page; stores `newId` if there is none. */
export async function pageOfClient(queries: Queries, clientId: string, newId: string): Promise<string> {
  const { page_id } = await queries
    .insertInto('client_upload_page')
    .values({ client_id: clientId, page_id: newId })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ client_id: clientId }))
    .returning('page_id')
    .executeTakeFirstOrThrow()
  await insertIfNew(queries, 'upload_page', { page_id, client_id: clientId })
  return page_id
}

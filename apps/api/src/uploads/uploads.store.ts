import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { instant } from '../database/instant.ts'
import type { FilesReceivedTable, Queries, StoredAttachment, UploadTable } from '../database/tables.ts'

/** An upload as it is stored; bytes, and epoch milliseconds. */
export type StoredUpload = Selectable<UploadTable>

/** Writes a new upload. */
export async function insertUpload(queries: Queries, upload: Insertable<UploadTable>): Promise<StoredUpload> {
  return queries.insertInto('upload').values(upload).returningAll().executeTakeFirstOrThrow()
}

/** One upload of a client; `lock` keeps others from changing it until the transaction ends. */
export async function uploadOf(
  queries: Queries,
  clientId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredUpload | undefined> {
  const query = queries.selectFrom('upload').selectAll().where('client_id', '=', clientId).where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Several uploads of a client. */
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

/** Changes an upload; `from` makes it a change of a known status only. Whether it was changed. */
export async function updateUpload(
  queries: Queries,
  upload: { clientId: string; id: string; from?: StoredUpload['status'] },
  change: Updateable<UploadTable>,
): Promise<boolean> {
  const query = queries
    .updateTable('upload')
    .set(change)
    .where('client_id', '=', upload.clientId)
    .where('id', '=', upload.id)
  const { from } = upload
  const { numUpdatedRows } = await (from === undefined ? query : query.where('status', '=', from)).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many bytes a client began to upload since an instant, and how many files. */
export async function uploadedSince(
  queries: Queries,
  clientId: string,
  since: number,
): Promise<{ files: number; bytes: number }> {
  const row = await queries
    .selectFrom('upload')
    .select((expression) => [
      expression.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .where('client_id', '=', clientId)
    .where('created_at', '>', instant(since))
    .where('origin', '<>', 'operations')
    .executeTakeFirstOrThrow()
  return { files: row.files, bytes: row.bytes }
}

/** The files of an order, in the order in which they came; deleted ones too. */
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

/** Which kinds of files of the Nerd's can be read of some orders of a client; a kind may come more than once. */
export async function readyNerdFiles(queries: Queries, clientId: string, orderIds: readonly string[]) {
  return (
    queries
      .selectFrom('upload')
      .select(['order_id', 'order_file_type'])
      .where('client_id', '=', clientId)
      // An array, so that it is one statement for any number of orders.
      .where(sql<boolean>`order_id = any(${orderIds}::uuid[])`)
      .where('order_file_type', 'in', ['file_draft_paper', 'file_final_draft'])
      .where('status', '=', 'ready')
      .where('deleted_at', 'is', null)
      .execute()
  )
}

/** Binds uploads to an order that the transaction holds locked. */
export async function bindUploads(
  queries: Queries,
  clientId: string,
  ids: readonly string[],
  to: { orderId: string; type: OrderFileType; now: number },
): Promise<void> {
  if (ids.length === 0) return
  await queries
    .updateTable('upload')
    .set({ order_id: to.orderId, order_file_type: to.type, attached_at: new Date(to.now) })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()
}

/** What the client attached to the task, as the order shows it. */
export async function attachmentsOf(queries: Queries, clientId: string, orderId: string): Promise<StoredAttachment[]> {
  const rows = await queries
    .selectFrom('upload')
    .select(['id', 'file_name', 'bytes'])
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('order_file_type', '=', 'order_form')
    .where('deleted_at', 'is', null)
    .orderBy('attached_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.file_name, bytes: row.bytes }))
}

/** Uploads that wait for the scanner and whose time has come. */
export async function uploadsToScan(queries: Queries, now: number, most: number): Promise<StoredUpload[]> {
  return queries
    .selectFrom('upload')
    .selectAll()
    .where('status', '=', 'scanning')
    .where('scan_at', '<=', instant(now))
    .orderBy('scan_at')
    .limit(most)
    .execute()
}

/** Uploads that have waited for the scanner since an instant, and of which nobody was told; the oldest first. */
export async function untoldUnscanned(
  queries: Queries,
  since: number,
): Promise<{ client_id: string; id: string; since: number }[]> {
  const rows = await queries
    .selectFrom('upload')
    .select(['client_id', 'id', 'unscanned_since'])
    .where('status', '=', 'scanning')
    .where('unscanned_since', '<=', instant(since))
    .where('unscanned_told_at', 'is', null)
    .orderBy('unscanned_since')
    .execute()
  return rows.map(({ client_id, id, unscanned_since }) => ({ client_id, id, since: unscanned_since ?? since }))
}

/** Notes that our people were told of these. */
export async function markUnscannedTold(
  queries: Queries,
  uploads: readonly { client_id: string; id: string }[],
  now: number,
): Promise<void> {
  for (const { client_id, id } of uploads) {
    await updateUpload(queries, { clientId: client_id, id }, { unscanned_told_at: new Date(now) })
  }
}

/** Marks uploads that are there as received by the upload page; answers how many those are. */
export async function markReceived(
  queries: Queries,
  clientId: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('upload')
    .set({ received_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Notes what the upload page sent at one time; false when the same was noted before. */
export async function insertFilesReceived(
  queries: Queries,
  received: Selectable<FilesReceivedTable>,
): Promise<boolean> {
  const { at, uploads, ...rest } = received
  const inserted = await queries
    .insertInto('files_received')
    .values({ ...rest, at: new Date(at), uploads: JSON.stringify(uploads) })
    .onConflict((conflict) => conflict.columns(['client_id', 'mark']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A page of what a client's upload page sent, newest first, and how often it sent in all. */
export async function filesReceivedFrom(
  queries: Queries,
  clientId: string,
  { offset, most }: { offset: number; most: number },
): Promise<{ received: Selectable<FilesReceivedTable>[]; total: number }> {
  const all = queries.selectFrom('files_received').where('client_id', '=', clientId)
  const received = await all.selectAll().orderBy('id', 'desc').offset(offset).limit(most).execute()
  const { total } = await all.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { received, total }
}

/** Removes uploads that nothing was done with since an instant; answers their keys. */
export async function removeUnused(
  queries: Queries,
  before: number,
  most: number,
): Promise<{ object_key: string; kept_key: string }[]> {
  const unused = queries
    .selectFrom('upload')
    .select(['client_id', 'id'])
    .where('order_id', 'is', null)
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

/** Whether an upload that a form was made for waits for its file. */
export async function isNewUpload(queries: Queries, form: { id: string; objectKey: string }): Promise<boolean> {
  const row = await queries
    .selectFrom('upload')
    .select('id')
    .where('id', '=', form.id)
    .where('object_key', '=', form.objectKey)
    .where('status', '=', 'new')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The objects that are to stay, of those of these uploads that have a row: the one that was sent until it is looked at, and
 * the one that was kept.
 */
export async function wantedObjects(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('upload')
    .select(['id', 'status', 'deleted_at', 'object_key', 'kept_key'])
    .where('id', 'in', ids)
    .execute()
  const wanted: Record<StoredUpload['status'], (keys: { object_key: string; kept_key: string }) => string[]> = {
    new: ({ object_key, kept_key }) => [object_key, kept_key],
    scanning: ({ kept_key }) => [kept_key],
    ready: ({ kept_key }) => [kept_key],
    rejected: () => [],
    infected: () => [],
  }
  return new Map(rows.map((row) => [row.id, new Set(row.deleted_at === null ? wanted[row.status](row) : [])]))
}

/** The client whose upload page has this key. */
export async function clientOfPage(queries: Queries, pageId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('upload_page')
    .select('client_id')
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return row?.client_id
}

/** The key of a client's upload page: the one it has, else `made`. */
export async function pageOfClient(queries: Queries, clientId: string, made: string): Promise<string> {
  const { page_id } = await queries
    .insertInto('client_upload_page')
    .values({ client_id: clientId, page_id: made })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ client_id: clientId }))
    .returning('page_id')
    .executeTakeFirstOrThrow()
  await queries
    .insertInto('upload_page')
    .values({ page_id, client_id: clientId })
    .onConflict((conflict) => conflict.column('page_id').doNothing())
    .execute()
  return page_id
}

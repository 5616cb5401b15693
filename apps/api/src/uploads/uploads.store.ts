import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { type Selectable, sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { findRow, findRows, insertIfNew, type NewRow, type RowChange, until, updateRows } from '../database/rows.ts'
import type { Queries, StoredAttachment, Tables } from '../database/tables.ts'

/** An upload as it is stored; bytes, and epoch milliseconds. */
export type StoredUpload = Selectable<Tables['upload']>

/** Writes a new upload. */
export async function insertUpload(queries: Queries, upload: NewRow<'upload'>): Promise<StoredUpload> {
  return queries.insertInto('upload').values(upload).returningAll().executeTakeFirstOrThrow()
}

/** One upload of a client; `lock` keeps others from changing it until the transaction ends. */
export async function uploadOf(queries: Queries, clientId: string, id: string, { lock = false } = {}) {
  return findRow(queries, 'upload', { client_id: clientId, id }, { lock })
}

/** Several uploads of a client. */
export async function uploadsOf(queries: Queries, clientId: string, ids: readonly string[]): Promise<StoredUpload[]> {
  if (ids.length === 0) return []
  return findRows(queries, 'upload', { client_id: clientId, id: ids }, { by: ['id'] })
}

/** Changes an upload. */
export async function updateUpload(
  queries: Queries,
  { client_id, id }: Pick<StoredUpload, 'client_id' | 'id'>,
  change: RowChange<'upload'>,
): Promise<void> {
  await updateRows(queries, 'upload', { client_id, id }, change)
}

/** How many bytes a client began to upload since an instant, and how many files. */
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

/** The files of an order, in the order in which they came; deleted ones too. */
export async function filesOfOrder(queries: Queries, clientId: string, orderId: string): Promise<StoredUpload[]> {
  return findRows(queries, 'upload', { client_id: clientId, order_id: orderId }, { by: ['attached_at', 'id'] })
}

/** Which kinds of files of the Nerd's can be read of some orders of a client; a kind may come more than once. */
export async function readyNerdFiles(queries: Queries, clientId: string, orderIds: readonly string[]) {
  return (
    queries
      .selectFrom('upload')
      .select(['order_id', 'order_file_type'])
      .where(({ and }) => and({ client_id: clientId, status: 'ready' }))
      // An array, so that it is one statement for any number of orders.
      .where(sql<boolean>`order_id = any(${orderIds}::uuid[])`)
      .where('order_file_type', 'in', ['file_draft_paper', 'file_final_draft'])
      .where('deleted_at', 'is', null)
      .execute()
  )
}

/** Binds uploads that are of no order yet to one that the transaction holds locked; answers how many it found so. */
export async function bindUploads(
  queries: Queries,
  clientId: string,
  ids: readonly string[],
  to: { orderId: string; type: OrderFileType; now: number },
): Promise<number> {
  if (ids.length === 0) return 0
  const bound = { order_id: to.orderId, order_file_type: to.type, attached_at: new Date(to.now) }
  return updateRows(queries, 'upload', { client_id: clientId, id: ids, order_id: null }, bound)
}

/** Whether an upload is not to be had any more (FILE-04). */
export const isRefused = ({ status }: Pick<StoredUpload, 'status'>): boolean =>
  status === 'rejected' || status === 'infected'

/** What the client attached to the task, as the order shows it: without what was refused meanwhile. */
export async function attachmentsOf(queries: Queries, clientId: string, orderId: string): Promise<StoredAttachment[]> {
  const attached = { client_id: clientId, order_id: orderId, order_file_type: 'order_form', deleted_at: null } as const
  const rows = await findRows(queries, 'upload', attached, { by: ['attached_at', 'id'] })
  return rows.filter((row) => !isRefused(row)).map((row) => ({ id: row.id, name: row.file_name, bytes: row.bytes }))
}

/** Uploads that wait for the scanner and whose time has come; what was taken away has no object to scan. */
export async function uploadsToScan(queries: Queries, now: number, most: number): Promise<StoredUpload[]> {
  const due = { status: 'scanning', scan_at: until(now), deleted_at: null } as const
  return findRows(queries, 'upload', due, { by: ['scan_at'], most })
}

/** Uploads that have waited for the scanner since an instant and were not reported to staff yet, the oldest first. */
export async function unreportedUnscanned(
  queries: Queries,
  since: number,
): Promise<{ client_id: string; id: string; since: number }[]> {
  const untold = {
    status: 'scanning',
    unscanned_since: until(since),
    unscanned_told_at: null,
    deleted_at: null,
  } as const
  const rows = await findRows(queries, 'upload', untold, { by: ['unscanned_since'] })
  return rows.map(({ client_id, id, unscanned_since }) => ({ client_id, id, since: unscanned_since ?? since }))
}

/** Records that these were reported to staff. */
export async function markUnscannedReported(
  queries: Queries,
  uploads: readonly { client_id: string; id: string }[],
  now: number,
): Promise<void> {
  for (const upload of uploads) await updateUpload(queries, upload, { unscanned_told_at: new Date(now) })
}

/** Marks uploads that are there as received by the upload page; answers how many those are. */
export async function markReceived(queries: Queries, clientId: string, ids: readonly string[], now: number) {
  const key = { client_id: clientId, id: ids, deleted_at: null }
  return updateRows(queries, 'upload', key, { received_at: new Date(now) })
}

/** Notes what the upload page sent at one time; false when the same was noted before. */
export async function insertFilesReceived(queries: Queries, received: Selectable<Tables['files_received']>) {
  const { at, uploads, ...rest } = received
  return insertIfNew(queries, 'files_received', { ...rest, at: new Date(at), uploads: JSON.stringify(uploads) })
}

/** A page of what a client's upload page sent, newest first, and how often it sent in all. */
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
  const waiting = { id: form.id, object_key: form.objectKey, status: 'new', deleted_at: null } as const
  return (await findRow(queries, 'upload', waiting)) !== undefined
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
  const rows = await findRows(queries, 'upload', { id: ids })
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
  return (await findRow(queries, 'upload_page', { page_id: pageId }))?.client_id
}

/** The key of a client's upload page: the one it has, else `made`. */
export async function pageOfClient(queries: Queries, clientId: string, made: string): Promise<string> {
  const { page_id } = await queries
    .insertInto('client_upload_page')
    .values({ client_id: clientId, page_id: made })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ client_id: clientId }))
    .returning('page_id')
    .executeTakeFirstOrThrow()
  await insertIfNew(queries, 'upload_page', { page_id, client_id: clientId })
  return page_id
}

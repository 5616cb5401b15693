import {
  filesOfMessage,
  goneText,
  maxFilesOfTask,
  tooManyText,
  unscannedText,
} from '@nerdify/domain/files/file-limits.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import type { Queries, StoredAttachment } from '../database/tables.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { settleUpload } from './settle-upload.ts'
import { uploadNamedBy } from './start-upload.ts'
import {
  attachmentsOf,
  bindToMessage,
  bindUploads,
  filesOfOrder,
  isRefused,
  markReceived,
  type StoredUpload,
  uploadsOf,
  uploadsOfMessages,
} from './uploads.store.ts'

export { deleteUploadsOfMessage, type StoredUpload } from './uploads.store.ts'

/** The field of a body that names uploads. */
const field = 'files'
const foreignText = 'This is not one of your uploads. Please choose the file again.'
const foreign = () => unacceptable(foreignText, field, 'upload_unknown')
const refused = ({ note }: StoredUpload) => unacceptable(note ?? foreignText, field, 'file_refused')

/** Why some uploads cannot be attached: the scanner refused one since it was read (SAFE-15), or one is gone. */
async function faultSinceRead(queries: Queries, clientId: string, ids: readonly string[]): Promise<Refusal> {
  const found = (await uploadsOf(queries, clientId, ids)).find(isRefused)
  return found === undefined ? foreign() : refused(found)
}

/**
 * Settles the uploads that a body names. 422 at the field for an upload of another client, one that has not arrived, is
 * gone or refused (API-04, API-07). Call it before the transaction that attaches them, because it reads the files.
 */
export async function readSentUploads(
  product: AppContext,
  clientId: string,
  files: readonly { location: string; filename?: string }[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { location, filename } of files) {
    const named = uploadNamedBy(product, location)
    if (named === undefined) throw foreign()
    const upload = await settleUpload(product, clientId, named.id).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status > 409) throw error
      const unknownText = filename === undefined ? foreignText : goneText(filename)
      throw unacceptable(error.status === 404 ? unknownText : error.text, field, 'upload_unknown')
    })
    if (upload.object_key !== named.key) throw foreign()
    if (isRefused(upload)) throw refused(upload)
    ids.push(upload.id)
  }
  return [...new Set(ids)]
}

/** The number of files that an order still takes; refused ones do not count (FILE-03). */
export async function roomForFiles(
  queries: Queries,
  { clientId, orderId, type }: { clientId: string; orderId: string; type: OrderFileType },
): Promise<number> {
  const attached = (await filesOfOrder(queries, clientId, orderId)).filter(
    (upload) => upload.order_file_type === type && upload.deleted_at === null && !isRefused(upload),
  )
  return Math.max(0, maxFilesOfTask - attached.length)
}

/**
 * Attaches uploads to an order that the transaction locks or creates; those attached to it already stay. 422 for
 * uploads of another order and beyond {@link maxFilesOfTask}. Returns the order's attachments.
 */
export async function attachUploads(
  queries: Queries,
  wish: { clientId: string; orderId: string; ids: readonly string[]; type: OrderFileType; now: number },
): Promise<StoredAttachment[]> {
  const { clientId, orderId, ids, type, now } = wish
  const uploads = await uploadsOf(queries, clientId, ids)
  const elsewhere = uploads.find(
    (upload) => upload.message_id !== null || (upload.order_id !== null && upload.order_id !== orderId),
  )
  if (elsewhere !== undefined || uploads.length < ids.length) throw foreign()
  const fresh = uploads.filter((upload) => upload.order_id === null)
  const beyond = fresh[await roomForFiles(queries, wish)]
  if (beyond !== undefined) throw unacceptable(tooManyText(beyond.file_name), field, 'too_many_files')
  const freshIds = fresh.map((upload) => upload.id)
  const bound = await bindUploads(queries, clientId, freshIds, { orderId, type, now })
  // Refused, or attached to another order by a concurrent request.
  if (bound < freshIds.length) throw await faultSinceRead(queries, clientId, freshIds)
  return attachmentsOf(queries, clientId, orderId)
}

/**
 * Attaches uploads to a new message of a client or of operations (TALK-01); returns the files. 422 for an upload that is
 * used elsewhere, for more than ten, and before the virus check, so that no file of a message is refused later.
 */
export async function attachToMessage(
  queries: Queries,
  wish: { clientId: string; messageId: string; ids: readonly string[]; from: 'client' | 'operations'; now: number },
): Promise<StoredUpload[]> {
  const { clientId, messageId, ids, from, now } = wish
  if (ids.length === 0) return []
  const uploads = await uploadsOf(queries, clientId, ids)
  if (uploads.length < ids.length || uploads.some(({ origin }) => origin !== from)) throw foreign()
  const beyond = uploads.find(({ id }) => id === ids[filesOfMessage.most])
  if (beyond !== undefined) throw unacceptable(tooManyText(beyond.file_name, filesOfMessage), field, 'too_many_files')
  const unscanned = uploads.find(({ status }) => status !== 'ready')
  if (unscanned !== undefined) throw unacceptable(unscannedText(unscanned.file_name), field, 'file_scanning')
  if ((await bindToMessage(queries, clientId, ids, { messageId, now })) < ids.length) throw foreign()
  return uploads
}

/** The files of some messages of a client, by message. */
export async function filesOfMessages(
  queries: Queries,
  clientId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, StoredUpload[]>> {
  const uploads = messageIds.length === 0 ? [] : await uploadsOfMessages(queries, clientId, messageIds)
  return Map.groupBy(uploads, ({ message_id: id }) => id ?? '')
}

/**
 * Keeps uploads of the upload page, with or without an order (UP-04); returns those without an order. 422 if one was
 * removed or refused meanwhile.
 */
export async function keepReceived(
  queries: Queries,
  { clientId, ids, now }: { clientId: string; ids: readonly string[]; now: number },
): Promise<string[]> {
  const received = await markReceived(queries, clientId, ids, now)
  if (received < ids.length) throw await faultSinceRead(queries, clientId, ids)
  return (await uploadsOf(queries, clientId, ids))
    .filter((upload) => upload.order_id === null)
    .map((upload) => upload.id)
}

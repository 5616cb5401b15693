import { randomBytes } from 'node:crypto'
import type { UploadForm, UploadRequest } from '@nerdify/contract/files.ts'
import { mostUploadsADay } from '@nerdify/domain/clients/daily-limits.ts'
import { fileFault } from '@nerdify/domain/files/file-limits.ts'
import { safeFileName } from '@nerdify/domain/files/file-name.ts'
import { accountErased, lockClient } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { insertUpload, isNewUpload, type StoredUpload, uploadedSince, uploadOf } from './uploads.store.ts'

/** Lifetime of a form, in seconds; a slow phone starts at once and may take longer to finish. */
const formSeconds = 600
const dayMs = 24 * 3_600_000

/**
 * Starts an upload (FILE-01): 422 at the field for an unacceptable file (FILE-03), 429 beyond the daily limit; else a
 * signed form for exactly this many bytes. Keys have 128 random bits and nothing of the name (FILE-04).
 */
export async function startUpload(
  product: AppContext,
  wish: { clientId: string; body: UploadRequest; origin: 'client' | 'page' },
): Promise<UploadForm> {
  const { clientId, body, origin } = wish
  const now = product.clock.now()
  const fault = fileFault({ name: body.filename, size: body.size }, 0)
  if (fault !== undefined) throw unacceptable(fault, 'filename', 'file_refused')
  const id = uuidv7(now)
  const upload = await transaction(product.queries, async (queries) => {
    await refuseBeyondDay(queries, { clientId, bytes: body.size, now, scale: product.settings.limitScale })
    return insertUpload(queries, {
      client_id: clientId,
      id,
      origin,
      object_key: objectKey('u', id),
      kept_key: objectKey('f', id),
      file_name: safeFileName(body.filename),
      declared_type: body.type ?? '',
      bytes: body.size,
      status: 'new',
      created_at: new Date(now),
    })
  })
  return formOf(product, upload)
}

/** Enforces the daily limit; the lock counts a client's uploads one at a time. 409 for an erased account. */
async function refuseBeyondDay(
  queries: Queries,
  { clientId, bytes, now, scale }: { clientId: string; bytes: number; now: number; scale: number },
): Promise<void> {
  const client = await lockClient(queries, clientId)
  if (client?.erased_at != null) throw accountErased()
  const used = await uploadedSince(queries, clientId, now - dayMs)
  if (used.files < mostUploadsADay.files * scale && used.bytes + bytes <= mostUploadsADay.bytes * scale) return
  throw new Refusal(429, 'That’s a lot for one day. Please send the rest tomorrow.', {
    type: 'too_many_requests',
    value: 3_600,
    retryAfter: 3_600,
  })
}

/** A new form for an upload that has not arrived, so that a failed one can be resent (FILE-02). */
export async function renewForm(product: AppContext, clientId: string, id: string): Promise<UploadForm> {
  const upload = isUuid(id) ? await uploadOf(product.queries, clientId, id) : undefined
  if (upload === undefined || upload.deleted_at !== null) throw notFound()
  if (upload.status !== 'new') throw new Refusal(409, 'We already have this file.', { type: 'upload_arrived' })
  return formOf(product, upload)
}

/** A key of the bucket: the upload's id and 128 random bits. */
export const objectKey = (folder: 'u' | 'f', uploadId: string) =>
  `${folder}/${uploadId}/${randomBytes(16).toString('hex')}`

/** The upload id in a key. */
export const uploadOfKey = (key: string): string | undefined => {
  const [folder, id] = key.split('/')
  return (folder === 'u' || folder === 'f') && id !== undefined && isUuid(id) ? id : undefined
}

/** Whether the file of a form is still missing: after the check, a form takes no second file (SAFE-07). */
export async function isAwaited(queries: Queries, key: string): Promise<boolean> {
  const id = uploadOfKey(key)
  return id !== undefined && (await isNewUpload(queries, { id, objectKey: key }))
}

function formOf({ files, clock }: AppContext, upload: StoredUpload): UploadForm {
  const { url, fields } = files.form({
    key: upload.object_key,
    bytes: upload.bytes,
    now: clock.now(),
    seconds: formSeconds,
  })
  return { id: upload.id, filename: upload.file_name, url, fields, location: `${files.address}/${upload.object_key}` }
}

/** The upload in a `location` or `url` of a body; undefined for an address outside our bucket (API-07). */
export function uploadNamedBy(
  { files }: Pick<AppContext, 'files'>,
  location: string,
): { id: string; key: string } | undefined {
  const within = `${files.address}/`
  if (!location.startsWith(within)) return undefined
  const key = location.slice(within.length)
  const id = uploadOfKey(key)
  return id === undefined ? undefined : { id, key }
}

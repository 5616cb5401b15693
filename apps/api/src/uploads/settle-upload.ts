import type { UploadArrival } from '@nerdify/contract/files.ts'
import { infectedText, unscannableText } from '@nerdify/domain/files/file-limits.ts'
import { bytesFault } from '@nerdify/domain/files/file-types.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { withLease } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'
import { typeByBytes } from './type-by-bytes.ts'
import { isRefused, type StoredUpload, updateUpload, uploadOf } from './uploads.store.ts'

/** Pause before the next attempt when the scanner was unreachable, in milliseconds. */
export const scanAgainMs = 30_000

/** The bytes of the file are not in the bucket. */
const notArrivedText = (name: string) => `${name} has not arrived. Send it again.`

/**
 * Checks an upload that the browser reports as sent: its size, the type of its bytes, the scanner's verdict. First
 * moves it to a key that no form can write to, so that the checked bytes are those served. Idempotent. 404 for another
 * client's upload, 409 upload_missing while the bucket does not have it.
 */
export async function settleUpload(product: AppContext, clientId: string, id: string): Promise<StoredUpload> {
  if (!isUuid(id)) throw notFound()
  return withLease(product, `upload:${id}`, async () => {
    const upload = await uploadOf(product.queries, clientId, id)
    if (upload === undefined || upload.deleted_at !== null) throw notFound()
    if (upload.status === 'new') return takeArrival(product, upload)
    return upload
  })
}

/** An upload on the wire. */
export function presentArrival(upload: StoredUpload): UploadArrival {
  const { id, status, note: text } = upload
  if (status === 'new') throw new Error('This upload was not checked.')
  return { id, status, text }
}

async function takeArrival(product: AppContext, upload: StoredUpload): Promise<StoredUpload> {
  const { files } = product
  const stored = await files.stat(upload.object_key)
  if (stored === undefined) {
    // An earlier run ended between the move and its record: the object is already there.
    const moved = await files.stat(upload.kept_key)
    if (moved?.bytes === upload.bytes) return afterMove(product, upload)
  }
  const isWhole = stored !== undefined && stored.bytes === upload.bytes
  if (!isWhole || !(await files.move(upload.object_key, upload.kept_key, stored.etag))) {
    throw new Refusal(409, notArrivedText(upload.file_name), { type: 'upload_missing', value: upload.file_name })
  }
  return afterMove(product, upload)
}

/** Checks an object that no form can overwrite any more. */
async function afterMove(product: AppContext, upload: StoredUpload): Promise<StoredUpload> {
  const found = await typeByBytes(upload.file_name, () => product.files.read(upload.kept_key))
  const fault = bytesFault(upload.file_name, found)
  const outcome = fault === undefined ? await scanUpload(product, upload) : refused('rejected', fault)
  return saveOutcome(product, upload, { ...outcome, found_type: found ?? null })
}

/** The result of a check, as written to the upload's row. */
interface Outcome {
  status: StoredUpload['status']
  note?: string
  scan_at: Date | null
  unscanned_since?: Date
  found_type?: string | null
}

const refused = (status: 'rejected' | 'infected', note: string): Outcome => ({ status, note, scan_at: null })

/** Scans an upload; if the scanner is unavailable, schedules the next attempt (FILE-04). */
export async function scanUpload({ scanner, files, clock }: AppContext, upload: StoredUpload): Promise<Outcome> {
  const { verdict } =
    scanner === undefined ? { verdict: 'clean' as const } : await scanner.scan(await files.read(upload.kept_key))
  switch (verdict) {
    case 'infected':
      return refused('infected', infectedText(upload.file_name))
    case 'too_large':
      return refused('rejected', unscannableText(upload.file_name))
    case 'clean':
      return { status: 'ready', scan_at: null }
    case 'unavailable':
      return {
        status: 'scanning',
        scan_at: new Date(clock.now() + scanAgainMs),
        unscanned_since: new Date(upload.unscanned_since ?? clock.now()),
      }
  }
}

/** Writes the row first: if the removal fails, the janitor removes the object. */
async function saveOutcome(
  { queries, files }: AppContext,
  upload: StoredUpload,
  outcome: Outcome,
): Promise<StoredUpload> {
  await updateUpload(queries, upload, outcome)
  if (isRefused(outcome)) await files.remove(upload.kept_key)
  const { status, note = upload.note, scan_at, found_type = upload.found_type } = outcome
  return { ...upload, status, note, scan_at: scan_at?.getTime() ?? null, found_type }
}

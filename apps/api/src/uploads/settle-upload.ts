import type { UploadArrival } from '@nerdify/contract/files.ts'
import { infectedText, unscannableText } from '@nerdify/domain/files/file-limits.ts'
import { bytesFault } from '@nerdify/domain/files/file-types.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { withLease } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'
import { foundTypeOf } from './found-type.ts'
import { isRefused, type StoredUpload, updateUpload, uploadOf } from './uploads.store.ts'

/** Pause before a scanner that could not be asked is asked again, in milliseconds. */
export const scanAgainMs = 30_000

/** Said when the bytes of a file are not in the bucket. */
const notArrivedText = (name: string) => `${name} has not arrived. Send it again.`

/**
 * Checks an upload that the browser reports as sent: its size, the type that its bytes show, the scanner's verdict.
 * First it is moved to a key that no form can write to, so that the checked bytes are those handed out. Idempotent. 404
 * for another client's upload, 409 upload_missing while the bucket does not have it.
 */
export async function settleUpload(product: AppContext, clientId: string, id: string): Promise<StoredUpload> {
  if (!isUuid(id)) throw notFound()
  return withLease(product, `upload:${id}`, async () => {
    const upload = await uploadOf(product.queries, clientId, id)
    if (upload === undefined || upload.deleted_at !== null) throw notFound()
    if (upload.status === 'new') return lookAt(product, upload)
    return upload
  })
}

/** An upload in the words of the wire. */
export function presentArrival(upload: StoredUpload): UploadArrival {
  const { id, status, note: text } = upload
  if (status === 'new') throw new Error('This upload was not looked at.')
  return { id, status, text }
}

async function lookAt(product: AppContext, upload: StoredUpload): Promise<StoredUpload> {
  const { files } = product
  const stored = await files.stat(upload.object_key)
  if (stored === undefined) {
    // A run that ended after the move and before its note: the object is there already.
    const moved = await files.stat(upload.kept_key)
    if (moved?.bytes === upload.bytes) return afterMove(product, upload)
  }
  const isWhole = stored !== undefined && stored.bytes === upload.bytes
  if (!isWhole || !(await files.move(upload.object_key, upload.kept_key, stored.etag))) {
    throw new Refusal(409, notArrivedText(upload.file_name), { type: 'upload_missing', value: upload.file_name })
  }
  return afterMove(product, upload)
}

/** The look at an object that no form reaches any more. */
async function afterMove(product: AppContext, upload: StoredUpload): Promise<StoredUpload> {
  const found = await foundTypeOf(upload.file_name, () => product.files.read(upload.kept_key))
  const fault = bytesFault(upload.file_name, found)
  const outcome = fault === undefined ? await scanned(product, upload) : refused('rejected', fault)
  return noteOutcome(product, upload, { ...outcome, found_type: found ?? null })
}

/** What a look at an upload came to: what is written on its row. */
interface Outcome {
  status: StoredUpload['status']
  note?: string
  scan_at: Date | null
  unscanned_since?: Date
  found_type?: string | null
}

const refused = (status: 'rejected' | 'infected', note: string): Outcome => ({ status, note, scan_at: null })

/** Asks the scanner about an upload; where it cannot look, it is to be asked again in a while (FILE-04). */
export async function scanned({ scanner, files, clock }: AppContext, upload: StoredUpload): Promise<Outcome> {
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

/** The row first: should the removal fail, the janitor finds an object that no row wants. */
async function noteOutcome(
  { queries, files }: AppContext,
  upload: StoredUpload,
  outcome: Outcome,
): Promise<StoredUpload> {
  await updateUpload(queries, upload, outcome)
  if (isRefused(outcome)) await files.remove(upload.kept_key)
  const { status, note = upload.note, scan_at, found_type = upload.found_type } = outcome
  return { ...upload, status, note, scan_at: scan_at?.getTime() ?? null, found_type }
}

import { transaction } from '../database/transaction.ts'
import { withLease } from '../leases/with-lease.ts'
import { keepAttachments } from '../orders/change/keep-attachments.ts'
import { anyOrder } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import { scanAgainMs, scanned } from '../uploads/settle-upload.ts'
import {
  attachmentsOf,
  isRefused,
  type StoredUpload,
  updateUpload,
  uploadOf,
  uploadsToScan,
} from '../uploads/uploads.store.ts'

const scansOfOneRound = 10

/** Asks the scanner again about files that it could not look at (FILE-04); answers how many were looked at. */
export async function scanWaitingUploads(product: AppContext): Promise<number> {
  const waiting = await uploadsToScan(product.queries, product.clock.now(), scansOfOneRound)
  for (const { client_id, id } of waiting) {
    product.ending.throwIfAborted()
    const looked = withLease(product, `upload:${id}`, async () => {
      const upload = await uploadOf(product.queries, client_id, id)
      if (upload?.status !== 'scanning' || upload.deleted_at !== null) return
      // First, so that one whose look fails waits behind the others.
      await updateUpload(product.queries, upload, { scan_at: new Date(product.clock.now() + scanAgainMs) })
      await scanAgain(product, upload)
    })
    await looked.catch(product.putOff)
  }
  return waiting.length
}

/** A refused file leaves its order at once: without words or another file, that no longer says what is to be done (FLOW-32). */
async function scanAgain(product: AppContext, found: StoredUpload): Promise<void> {
  const { client_id: clientId, id } = found
  const outcome = await scanned(product, found)
  await transaction(product.queries, async (within) => {
    const { order_id: orderId = null } = (await uploadOf(within, clientId, id)) ?? {}
    const order = orderId === null ? undefined : await anyOrder(within, clientId, orderId, { lock: true })
    // The order first, then the upload: whoever attaches takes the locks in the same order.
    const upload = await uploadOf(within, clientId, id, { lock: true })
    if (upload === undefined || upload.order_id !== orderId) throw new Error(`upload ${id} was attached meanwhile`)
    await updateUpload(within, upload, outcome)
    if (order === undefined || !isRefused(outcome)) return
    const attachments = await attachmentsOf(within, clientId, order.id)
    await keepAttachments(within, { order, attachments, now: product.clock.now() })
  })
  // Last: should it fail, the janitor finds an object that no row wants.
  if (isRefused(outcome)) await product.files.remove(found.kept_key)
}

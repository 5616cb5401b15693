import { transaction } from '../database/transaction.ts'
import { withLease } from '../leases/with-lease.ts'
import { keepAttachments } from '../orders/change/keep-attachments.ts'
import { orderOf } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import { scanAgainMs, scanUpload } from '../uploads/settle-upload.ts'
import {
  attachmentsOf,
  isRefused,
  type StoredUpload,
  updateUpload,
  uploadOf,
  uploadsToScan,
} from '../uploads/uploads.store.ts'

const scansOfOneRound = 10

/** Retries the scan of waiting files (FILE-04); returns the number of scanned files. */
export async function scanWaitingUploads(product: AppContext): Promise<number> {
  const waiting = await uploadsToScan(product.queries, product.clock.now(), scansOfOneRound)
  for (const { client_id, id } of waiting) {
    product.ending.throwIfAborted()
    const attempt = withLease(product, `upload:${id}`, async () => {
      const upload = await uploadOf(product.queries, client_id, id)
      if (upload?.status !== 'scanning' || upload.deleted_at !== null) return
      // Postpone the next attempt first, so that a file whose scan fails queues behind the others.
      await updateUpload(product.queries, upload, { scan_at: new Date(product.clock.now() + scanAgainMs) })
      await scanAgain(product, upload)
    })
    await attempt.catch(product.putOff)
  }
  return waiting.length
}

/** A refused file leaves its order at once; an order without text or another file then has no task (FLOW-32). */
async function scanAgain(product: AppContext, found: StoredUpload): Promise<void> {
  const { client_id: clientId, id } = found
  const outcome = await scanUpload(product, found)
  const isNews = await transaction(product.queries, async (within) => {
    const { order_id: orderId = null } = (await uploadOf(within, clientId, id)) ?? {}
    const order = orderId === null ? undefined : await orderOf(within, clientId, orderId, { lock: true })
    // Locks the order, then the upload, in the order of attaching.
    const upload = await uploadOf(within, clientId, id, { lock: true })
    if (upload === undefined || upload.order_id !== orderId) throw new Error(`upload ${id} was attached meanwhile`)
    // A scan that outlived its lease must not replace a newer outcome.
    if (upload.status !== 'scanning') return false
    await updateUpload(within, upload, outcome)
    if (order === undefined || !isRefused(outcome)) return true
    const attachments = await attachmentsOf(within, clientId, order.id)
    await keepAttachments(within, { order, attachments, now: product.clock.now() })
    return true
  })
  // Last: if it fails, the janitor removes the object.
  if (isNews && isRefused(outcome)) await product.files.remove(found.kept_key)
}

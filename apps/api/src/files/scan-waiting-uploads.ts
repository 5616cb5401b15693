import { refusedLateText } from '@nerdify/domain/files/file-limits.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { postNotice } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { withLease } from '../leases/with-lease.ts'
import { keepAttachments } from '../orders/change/keep-attachments.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { orderOf, type StoredOrder } from '../orders/list/own-order.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
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
const hourMs = 3_600_000

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

/**
 * A refused file leaves its order at once, and client and staff are notified; an order without text or another file then
 * has no task (FLOW-32).
 */
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
    if (!isRefused(outcome)) return true
    const now = product.clock.now()
    await notifyOfRefusal(within, product, { upload, why: outcome.note ?? '', order, now })
    if (order === undefined) return true
    const attachments = await attachmentsOf(within, clientId, order.id)
    await keepAttachments(within, { order, attachments, now })
    return true
  })
  if (!isNews || !isRefused(outcome)) return
  product.wake.outbox()
  // Last: if it fails, the janitor removes the object.
  await product.files.remove(found.kept_key)
}

/**
 * Notifies of a file that is refused after it was sent (SAFE-15). The client reads it in the conversation and, for a paid
 * order, gets a text or mail, at most once per order and clock hour. Staff get a mail about files of paid orders and of
 * the upload page.
 */
async function notifyOfRefusal(
  queries: Queries,
  { settings }: AppContext,
  { upload, why, order, now }: { upload: StoredUpload; why: string; order: StoredOrder | undefined; now: number },
): Promise<void> {
  const { id, client_id: clientId, received_at: receivedAt } = upload
  // Not sent yet: the browser shows the refusal beside the file.
  if (order === undefined && receivedAt === null) return
  // Nobody can open its conversation.
  if (order !== undefined && orderIs.deleted(factsOf(order))) return
  await postNotice(queries, { clientId, id: order?.id ?? clientId }, { body: refusedLateText(why), now })
  const isPaid = order !== undefined && orderIs.paid(factsOf(order))
  if (isPaid) {
    const key = `${order.id}:${Math.floor(now / hourMs)}`
    await announceOrder(queries, { order, name: 'order-file-refused', key, variables: { orderId: order.id }, now })
  }
  if (!isPaid && receivedAt === null) return
  await mailStaff(queries, now, settings, {
    template: 'file-refused',
    variables: { client: clientId, order: order?.number, why },
    dedupeKey: `file-refused:${id}`,
  })
}

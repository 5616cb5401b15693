import { transaction } from '../database/transaction.ts'
import { withLease } from '../leases/with-lease.ts'
import { keepAttachments } from '../orders/change/keep-attachments.ts'
import { anyOrder } from '../orders/list/own-order.ts'
import type { Product } from '../product.ts'
import { scan, scanAgainMs } from '../uploads/settle-upload.ts'
import { attachmentsOf, type StoredUpload, updateUpload, uploadOf, uploadsToScan } from '../uploads/uploads.store.ts'

const scansOfOneRound = 10

/** Asks the scanner again about files that it could not look at (FILE-04); answers how many were looked at. */
export async function scanWaitingUploads(product: Product): Promise<number> {
  const waiting = await uploadsToScan(product.queries, product.clock.now(), scansOfOneRound)
  for (const { client_id, id } of waiting) {
    const looked = withLease(product, `upload:${id}`, async () => {
      const upload = await uploadOf(product.queries, client_id, id)
      if (upload?.status !== 'scanning' || upload.deleted_at !== null) return
      // First, so that one whose look fails waits behind the others.
      await updateUpload(product.queries, upload, { scan_at: new Date(product.clock.now() + scanAgainMs) })
      const { status } = await scan(product, upload)
      if (status === 'infected' || status === 'rejected') await detach(product, upload)
    })
    await looked.catch(product.putOff)
  }
  return waiting.length
}

/** Takes a refused file off its order: without words or another file that no longer says what is to be done (FLOW-32). */
async function detach({ queries, clock }: Product, { client_id: clientId, id }: StoredUpload): Promise<void> {
  await transaction(queries, async (within) => {
    // Attached while it was looked at, perhaps.
    const orderId = (await uploadOf(within, clientId, id))?.order_id
    if (orderId == null) return
    const order = await anyOrder(within, clientId, orderId, { lock: true })
    if (order === undefined) return
    const attachments = await attachmentsOf(within, clientId, orderId)
    await keepAttachments(within, { order, attachments, now: clock.now() })
  })
}

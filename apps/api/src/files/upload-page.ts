import { randomBytes } from 'node:crypto'
import type { ReceivedFiles } from '@nerdify/contract/files.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { notFound } from '../http/refusal.ts'
import { keepAttachments } from '../orders/keep-attachments.ts'
import { latestActiveOrder, noteReceivedFiles } from '../orders/received-files.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { Product } from '../product.ts'
import { attachUploads, readSentUploads } from './attach-uploads.ts'
import { clientOfPage, pageOfClient } from './uploads.store.ts'

const pagePattern = /^[A-Za-z0-9_-]{22}$/

/** The client whose upload page this is; 404 for a key that is nobody's (UP-04). */
export async function ownerOfPage(queries: Queries, pageId: string): Promise<string> {
  const clientId = pagePattern.test(pageId) ? await clientOfPage(queries, pageId) : undefined
  if (clientId === undefined) throw notFound()
  return clientId
}

/** The key of a client's upload page, 128 random bits; made at the first asking, then the same (UP-04). */
export function uploadPageOf(queries: Queries, clientId: string): Promise<string> {
  return pageOfClient(queries, clientId, randomBytes(16).toString('base64url'))
}

/**
 * Takes what the upload page sent (API-07, UP-04): the files join the client's latest active order as order_form, and
 * operations are told with the description. Without an active order they are told all the same. 422 for an address that
 * is no upload of this client's.
 */
export async function receiveFiles(product: Product, clientId: string, body: ReceivedFiles): Promise<void> {
  const field = 'files'
  const ids = await readSentUploads(product, clientId, { locations: body.files.map((file) => file.url), field })
  const now = product.clock.now()
  const description = body.description?.trim() ?? ''
  await transaction(product.queries, async (queries) => {
    const order = await latestActiveOrder(queries, clientId, now)
    if (order !== undefined) {
      const attachments = await attachUploads(queries, {
        clientId,
        orderId: order.id,
        ids,
        type: 'order_form',
        field,
        now,
      })
      await keepAttachments(queries, { order, attachments, now })
      await noteReceivedFiles(queries, { order, data: { files: ids.length, description }, now })
    }
    await enqueue(queries, now, {
      channel: 'email',
      to: product.settings.supportEmail,
      template: 'files-received',
      variables: {
        client: clientId,
        order: order === undefined ? 'no order in work' : order.number,
        count: String(ids.length),
        description: description === '' ? 'none' : description,
      },
      dedupeKey: `files-received:${clientId}:${ids.join(',')}`,
    })
  })
  product.wake.outbox()
}

import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { hash, randomBytes } from 'node:crypto'
import type { ReceivedFiles } from '@nerdify/contract/files.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type FilesReceivedPage, operationsPageSize } from '@nerdify/contract/operations.ts'
import { refuseBlocked } from '../accounts/blocked.ts'
import { refuseErased } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { notFound } from '../http/refusal.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { keepAttachments, latestActiveOrder } from '../orders/change/keep-attachments.ts'
import { insertOrderEvent } from '../orders/list/own-order.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import { attachUploads, keepReceived, readSentUploads, roomForFiles } from '../uploads/attach-uploads.ts'
import { presentUpload } from '../uploads/present-upload.ts'
import {
  clientOfPage,
  filesReceivedFrom,
  insertFilesReceived,
  knownPageOfClient,
  pageOfClient,
  uploadsOf,
} from '../uploads/uploads.store.ts'

const pagePattern = /^[A-Za-z0-9_-]{22}$/

/** Submissions of one upload page: staff get a mail about each. */
const submissionsOfOnePage: RateLimit = { name: 'files-received', most: 60, windowMs: 3_600_000 }

/** The client of an upload page; 404 for an unknown key (UP-04), 422 for a blocked client's (OPS-11). */
export async function ownerOfPage(queries: Queries, pageId: string): Promise<string> {
  const clientId = pagePattern.test(pageId) ? await clientOfPage(queries, pageId) : undefined
  if (clientId === undefined) throw notFound()
  await refuseBlocked(queries, clientId)
  return clientId
}

/** The address of a client's upload page with its key; null before the first use. */
export async function addressOfPage(
  { queries, settings }: Pick<AppContext, 'queries' | 'settings'>,
  clientId: string,
): Promise<string | null> {
  const key = await knownPageOfClient(queries, clientId)
  return key === undefined ? null : settings.publicUrl + webPaths.uploadPage(key)
}

/** The key of a client's upload page, 128 random bits, created at first use (UP-04). */
export function uploadPageOf(queries: Queries, clientId: string): Promise<string> {
  return pageOfClient(queries, clientId, randomBytes(16).toString('base64url'))
}

/**
 * Accepts the submission of an upload page (API-07, UP-04): the files join the client's latest active order as
 * order_form; without an order, or beyond its number of files, operations keep them. Staff get a notice with the
 * description either way; a repeat of the same files and description is a no-op. 422 for an address that is no upload
 * of this client, 429 beyond {@link submissionsOfOnePage}.
 */
export async function receiveFiles(product: AppContext, clientId: string, body: ReceivedFiles): Promise<void> {
  const files = body.files.map(({ url: location, filename }) => ({ location, filename }))
  const ids = await readSentUploads(product, clientId, files)
  const now = product.clock.now()
  const description = writtenText(body.description ?? '')
  await transaction(product.queries, async (queries) => {
    await refuseErased(queries, clientId)
    const order = await latestActiveOrder(queries, clientId, now)
    const unattached = await keepReceived(queries, { clientId, ids, now })
    if (order !== undefined && unattached.length > 0) {
      const task = { clientId, orderId: order.id, type: 'order_form' } as const
      const fitting = unattached.slice(0, await roomForFiles(queries, task))
      const attachments = await attachUploads(queries, { ...task, ids: fitting, now })
      await keepAttachments(queries, { order, attachments, now })
    }
    const mark = markOf(ids, description)
    const received = {
      client_id: clientId,
      id: uuidv7(now),
      at: now,
      mark,
      description,
      order_id: order?.id ?? null,
      uploads: ids,
    }
    if (!(await insertFilesReceived(queries, received))) return
    await limitUse(queries, submissionsOfOnePage, { subject: clientId, now, scale: product.settings.limitScale })
    if (order !== undefined) {
      const at = Math.max(now, order.updated_at + 1)
      const entry = { event: 'files_received', data: { files: ids.length, description } } as const
      await insertOrderEvent(queries, { clientId, orderId: order.id, at, author: 'upload page', ...entry })
    }
    await mailStaff(queries, now, product.settings, {
      template: 'files-received',
      variables: {
        client: clientId,
        order: order === undefined ? 'no order in work' : order.number,
        count: String(ids.length),
        description,
      },
      dedupeKey: `files-received:${clientId}:${mark}`,
    })
  })
  product.wake.outbox()
}

/** Identifies a submission: equal for the same files in any order with the same description. */
const markOf = (ids: readonly string[], description: string): string =>
  hash('sha256', JSON.stringify([ids.toSorted(), description]), 'base64url')

/** The submissions of a client's upload page, newest first, with links for operations (UP-04). Pages count from 0. */
export async function listFilesReceived(
  product: AppContext,
  queries: Queries,
  { clientId, page }: { clientId: string; page: number },
): Promise<FilesReceivedPage> {
  const window = { offset: page * operationsPageSize, most: operationsPageSize }
  const { received, total } = await filesReceivedFrom(queries, clientId, window)
  const ids = received.flatMap((batch) => batch.uploads)
  const uploads = await uploadsOf(queries, clientId, ids)
  return {
    results: received.map((batch) => ({
      _id: batch.id,
      at: new Date(batch.at).toISOString(),
      description: batch.description,
      order_id: batch.order_id,
      files: uploads
        .filter((upload) => batch.uploads.includes(upload.id) && upload.deleted_at === null)
        .flatMap((upload) => presentUpload(product, upload, 'operations')),
    })),
    page,
    pages: Math.ceil(total / operationsPageSize),
    total,
  }
}

/** Whether a client ever sent files by their upload page. */
export async function hasReceivedFiles(queries: Queries, clientId: string): Promise<boolean> {
  return (await filesReceivedFrom(queries, clientId, { offset: 0, most: 1 })).total > 0
}

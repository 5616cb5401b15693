import { IdAddress, PageAddress, PageUploadAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { OrderFiles, ReceivedFiles, UploadArrival, UploadForm, UploadRequest } from '@nerdify/contract/files.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import { extensionOf } from '@nerdify/domain/files/file-name.ts'
import { servedAs } from '@nerdify/domain/files/file-types.ts'
import { reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { clientCall, openCall, storedWithWrite } from '../http/call.ts'
import { clientOf, type OpenSession } from '../http/caller.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import { sendTroublePage } from '../http/answers/trouble-page.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { ownOrder, orderOf } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import { type FileReader, readDownloadToken } from '../keys/download-link.ts'
import { encoded } from '../uploads/s3-signature.ts'
import { filesFor, mayDownload } from './order-files.ts'
import { presentArrival, settleUpload } from '../uploads/settle-upload.ts'
import { renewForm, startUpload } from '../uploads/start-upload.ts'
import { ownerOfPage, receiveFiles } from './upload-page.ts'
import { uploadOf, attachmentsOf, type StoredUpload, updateUpload } from '../uploads/uploads.store.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { keepAttachments } from '../orders/change/keep-attachments.ts'

const Token = Type.Object({ token: Type.String({ maxLength: 512 }) })

/** Lifetime of the bucket's own link, in seconds; browsers follow it at once. */
const bucketLinkSeconds = 60
/** Limits calls of upload pages by network, so that keys cannot be guessed. */
const pageCalls: RateLimit = { name: 'upload-page', most: 300, windowMs: 3_600_000, ofNetworks: true }

/** Routes for uploads (FILE-01), an order's files (FILE-06), downloads (FILE-04) and the upload page (API-07). */
export function fileRoutes(app: App, product: AppContext): void {
  uploadRoutes(app, product)
  downloadRoutes(app, product)
  uploadPageRoutes(app, product)
}

function uploadRoutes(app: App, product: AppContext): void {
  app.post(
    apiPaths.uploads(),
    clientCall('Begin an upload', { body: UploadRequest, 201: UploadForm }),
    async (request, reply) => {
      const { clientId } = clientOf(request)
      void reply.code(201)
      return startUpload(product, { clientId, body: request.body, origin: 'client' })
    },
  )

  app.post(
    apiPaths.uploadForm(':id'),
    clientCall('A new form for an upload', { params: IdAddress, 200: UploadForm }),
    async (request) => renewForm(product, clientOf(request).clientId, request.params.id),
  )

  app.post(
    apiPaths.uploadArrival(':id'),
    clientCall('The file was sent', { params: IdAddress, 200: UploadArrival }),
    async (request) => presentArrival(await settleUpload(product, clientOf(request).clientId, request.params.id)),
  )

  app.delete(
    apiPaths.upload(':id'),
    clientCall('Take a file away', { params: IdAddress, 200: OkAnswer }, storedWithWrite),
    async (request) => {
      const session = clientOf(request)
      const { id } = request.params
      return writeOnce(product, request, async (queries) => {
        await removeUpload(queries, { session, id, now: product.clock.now() })
        return { ok: true }
      })
    },
  )
}

function downloadRoutes(app: App, product: AppContext): void {
  app.get(
    apiPaths.orderFiles(':id'),
    clientCall('The files of an order', { params: IdAddress, 200: OrderFiles }),
    async (request) => {
      const order = await ownOrder(product.queries, clientOf(request).clientId, request.params.id)
      return filesFor(product, product.queries, { order, reader: 'client' })
    },
  )

  // A download carries no bearer token: the link names its reader, and the permission is checked again.
  app.get(
    apiPaths.fileDownload(':token'),
    { config: { who: 'anyone' }, schema: { hide: true, params: Token } },
    async (request, reply) => {
      const { files, queries, clock, settings } = product
      const download = readDownloadToken(settings, request.params.token, clock.now())
      if (download === undefined) return sendTroublePage(reply, 'file-link-over')
      const upload = await uploadOf(queries, download.clientId, download.uploadId)
      if (
        upload === undefined ||
        !(await mayDownload(queries, upload, { reader: download.reader, now: clock.now() }))
      ) {
        return sendTroublePage(reply, 'file-link-over')
      }
      const { name, type } = servedAs(nameFor(download.reader, upload.file_name), upload.found_type)
      return reply.header('cache-control', 'no-store').redirect(
        files.link({
          key: upload.kept_key,
          disposition: attachmentHeader(name),
          type,
          now: clock.now(),
          seconds: bucketLinkSeconds,
        }),
        302,
      )
    },
  )
}

/** The name of a saved file: a Nerd does not see the client's name for it (OPS-14). */
function nameFor(reader: FileReader, fileName: string): string {
  const ending = extensionOf(fileName)
  return typeof reader === 'string' ? fileName : ['task', ending].filter(Boolean).join('.')
}

/** The header that saves a file under its name (FILE-04): plain ASCII, with the real name encoded next to it. */
function attachmentHeader(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(fileName)}`
}

function uploadPageRoutes(app: App, product: AppContext): void {
  const ownerFor = async (request: { ip: string }, pageId: string) => {
    await limitUse(product.queries, pageCalls, {
      subject: request.ip,
      now: product.clock.now(),
      scale: product.settings.limitScale,
    })
    return ownerOfPage(product.queries, pageId)
  }

  app.post(
    apiPaths.uploadPageCheck(':pageId'),
    openCall('Whether this upload page exists', { params: PageAddress, 200: OkAnswer }),
    async (request) => {
      await ownerFor(request, request.params.pageId)
      return { ok: true }
    },
  )

  app.post(
    apiPaths.uploadPageForm(':pageId'),
    openCall('Begin an upload on the upload page', { params: PageAddress, body: UploadRequest, 201: UploadForm }),
    async (request, reply) => {
      const clientId = await ownerFor(request, request.params.pageId)
      void reply.code(201)
      return startUpload(product, { clientId, body: request.body, origin: 'page' })
    },
  )

  app.post(
    apiPaths.uploadPageArrival(':pageId', ':uploadId'),
    openCall('The file was sent on the upload page', { params: PageUploadAddress, 200: UploadArrival }),
    async (request) => {
      const clientId = await ownerFor(request, request.params.pageId)
      return presentArrival(await settleUpload(product, clientId, request.params.uploadId))
    },
  )

  app.post(
    apiPaths.uploadPageReceive(':pageId'),
    openCall('Take the files of the upload page', { params: PageAddress, body: ReceivedFiles, 201: OkAnswer }),
    async (request, reply) => {
      const clientId = await ownerFor(request, request.params.pageId)
      await receiveFiles(product, clientId, request.body)
      void reply.code(201)
      return { ok: true }
    },
  )
}

/**
 * Removes a client's own file, also from an unpaid order; the janitor removes the object. A repeat is a no-op. 404 for
 * another client's file and for one of an order beyond the session's reach (SAFE-03), 409 order_paid for a file of a paid
 * order, 409 file_sent for a file of a message.
 */
async function removeUpload(
  queries: Queries,
  removal: { session: OpenSession; id: string; now: number },
): Promise<StoredUpload> {
  const { session, id, now } = removal
  const { clientId } = session
  const found = isUuid(id) ? await uploadOf(queries, clientId, id) : undefined
  if (found === undefined || found.origin === 'operations') throw notFound()
  if (found.order_id !== null && !reaches(session, { need: 'its order', orderId: found.order_id, now }))
    throw notFound()
  const order = found.order_id === null ? undefined : await orderOf(queries, clientId, found.order_id, { lock: true })
  // Locks the order, then the upload, in the order of attaching.
  const upload = await uploadOf(queries, clientId, id, { lock: true })
  if (upload === undefined || upload.order_id !== found.order_id) throw notFound()
  if (upload.deleted_at !== null) return upload
  if (upload.message_id !== null) {
    throw new Refusal(409, 'This file belongs to a message that you sent, so it stays.', { type: 'file_sent' })
  }
  if (order !== undefined && orderIs.paid(factsOf(order))) {
    throw new Refusal(409, 'This order is paid, so its files stay with it.', { type: 'order_paid' })
  }
  await updateUpload(queries, upload, { deleted_at: new Date(now) })
  if (order !== undefined) {
    await keepAttachments(queries, { order, attachments: await attachmentsOf(queries, clientId, order.id), now })
  }
  return upload
}

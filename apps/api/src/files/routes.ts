import { IdAddress, PageAddress, PageUploadAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { OrderFiles, ReceivedFiles, UploadArrival, UploadForm, UploadRequest } from '@nerdify/contract/files.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import { extensionOf } from '@nerdify/domain/files/file-name.ts'
import { servedAs } from '@nerdify/domain/files/file-types.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { clientCall, openCall, storedWithWrite } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import { sendTroublePage } from '../http/answers/trouble-page.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { ownOrder } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import { type FileReader, readDownloadToken } from '../keys/download-link.ts'
import { encoded } from '../uploads/s3-signature.ts'
import { filesFor, mayDownload } from './order-files.ts'
import { removeUpload } from './remove-upload.ts'
import { presentArrival, settleUpload } from '../uploads/settle-upload.ts'
import { renewForm, startUpload } from '../uploads/start-upload.ts'
import { ownerOfPage, receiveFiles } from './upload-page.ts'
import { uploadOf } from '../uploads/uploads.store.ts'

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
      const { clientId } = clientOf(request)
      const { id } = request.params
      return writeOnce(product, request, async (queries) => {
        await removeUpload(queries, { clientId, id, now: product.clock.now() })
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

/** The name under which a file is saved: a Nerd does not see what the client called it (OPS-14). */
function nameFor(reader: FileReader, fileName: string): string {
  const ending = extensionOf(fileName)
  return reader !== 'nerd' ? fileName : ['task', ending].filter(Boolean).join('.')
}

/** The header that saves a file under its name (FILE-04): plain ASCII, with the real name encoded beside it. */
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

import { createReadStream } from 'node:fs'
import { IdAddress, OperationsOrderAddress } from '@nerdify/contract/addresses.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { OrderFile, OrderFiles, UploadPageAddress } from '@nerdify/contract/files.ts'
import { FilesReceivedPage } from '@nerdify/contract/operations.ts'
import { PageQuery } from '@nerdify/contract/page-of.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { findAnyClient, findClientToChange } from '../clients/change-for-operations.ts'
import { isUnreachable } from '../database/transaction.ts'
import { addOrderFile, readSentFile, storeFile } from '../files/add-order-file.ts'
import { filesFor, presentFile } from '../files/order-files.ts'
import { listFilesReceived, uploadPageOf } from '../files/upload-page.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { readLongBody } from '../http/requests/long-bodies.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import type { AppContext } from '../app-context.ts'
import { loggedCall, writeLogged } from './logged-write.ts'
import { actorOf } from './operator.ts'

/** The calls of operations about the files of an order (OPS-05). */
export function operationsFileRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.orderFiles(':id'),
    operationsCall('All files of an order', { params: OperationsOrderAddress, 200: OrderFiles }),
    async (request) => {
      const order = await findAnyOrder(product.queries, request.params.id)
      request.account = order.client_id
      return filesFor(product, product.queries, { order, reader: 'operations' })
    },
  )

  app.get(
    opsPaths.clientFiles(':id'),
    operationsCall('What a client’s upload page sent, also while no order was in work', {
      params: IdAddress,
      querystring: PageQuery,
      200: FilesReceivedPage,
    }),
    async (request) => {
      const { id: clientId } = await findAnyClient(product.queries, request.params.id)
      request.account = clientId
      return listFilesReceived(product, product.queries, { clientId, page: Number(request.query.page ?? '0') })
    },
  )

  app.post(
    opsPaths.uploadPage(':id'),
    loggedCall('The upload page of a client, made at the first asking', { params: IdAddress, 200: UploadPageAddress }),
    async (request) =>
      writeLogged(product, request, 'upload page', async ({ queries }) => {
        const client = await findClientToChange(queries, request.params.id)
        const upload_page = await uploadPageOf(queries, client.id)
        const url = product.settings.publicUrl + webPaths.uploadPage(upload_page)
        return { subject: `client ${client.id}`, body: { upload_page, url } }
      }),
  )

  // Only this call takes a multipart body; it is read as it comes, not into memory.
  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    scope.post(
      opsPaths.orderFiles(':id'),
      loggedCall('Add a file of the Nerd to an order', {
        consumes: ['multipart/form-data'],
        params: OperationsOrderAddress,
        201: OrderFile,
      }),
      async (request, reply) => {
        // Whoever names themselves wrongly sends no file in vain.
        actorOf(request)
        const { id } = request.params as { id: string }
        const order = await findAnyOrder(product.queries, id)
        const sent = await readLongBody(request, () => readSentFile(request.raw))
        // What the key stands for: the parts of the form.
        request.body = { type: sent.type, name: sent.name, digest: sent.digest }
        let unused: string | undefined
        try {
          const stored = await storeFile(product, createReadStream(sent.path), sent.bytes)
          unused = stored.key
          const added = await writeLogged(product, request, 'add file', async ({ queries, author, now }) => {
            const upload = await addOrderFile(queries, { order, sent, stored, author, now })
            const [file] = presentFile(product, upload, { order, reader: 'operations' })
            return { subject: `order ${order.id}`, body: file as OrderFile, logged: { type: sent.type } }
          })
          if (added._id === stored.id) unused = undefined
          return await reply.code(201).send(added)
        } catch (error) {
          // Its row may be there, where only the answer of the commit was lost; without one the janitor removes it.
          if (isUnreachable(error)) unused = undefined
          throw error
        } finally {
          await sent.forget()
          // A repeat has stored its bytes again, and a refused one in vain.
          if (unused !== undefined) await product.files.remove(unused)
        }
      },
    )
  })
}

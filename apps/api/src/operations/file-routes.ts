import { createReadStream } from 'node:fs'
import multipart from '@fastify/multipart'
import { IdAddress, OperationsOrderAddress } from '@nerdify/contract/addresses.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { OrderFile, OrderFiles, ReceivedFile, UploadPageAddress } from '@nerdify/contract/files.ts'
import { FileRemoval, FilesReceivedPage } from '@nerdify/contract/operations.ts'
import { maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import type { ActionName } from '@nerdify/domain/staff/logged-actions.ts'
import { PageQuery } from '@nerdify/contract/page-of.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { findAnyClient, findClientToChange } from '../clients/change-for-operations.ts'
import { findConversationToChange } from '../conversations/conversations.ts'
import { isUnreachable } from '../database/transaction.ts'
import {
  addAnswerFile,
  addOrderFile,
  checkedFileType,
  readOperationsFile,
  type OperationsFile,
  scanOperationsFile,
  storeFile,
} from '../files/add-order-file.ts'
import { filesFor, presentFile, removeOrderFile } from '../files/order-files.ts'
import { listFilesReceived, uploadPageOf } from '../files/upload-page.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { readLongBody } from '../http/requests/long-bodies.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import type { AppContext } from '../app-context.ts'
import { presentUpload } from '../uploads/present-upload.ts'
import { type Circumstances, loggedCall, type LoggedFields, writeLogged } from './logged-write.ts'

/** The calls of operations about the files of an order (OPS-05). */
export function operationsFileRoutes(app: App, product: AppContext): void {
  removeFileRoute(app, product)
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

  // Only these calls accept a multipart body; it is streamed, not buffered.
  void app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { files: 1, fields: 5, fieldSize: 1_000, fileSize: maxFileBytes + 1 },
    })
    scope.post(
      opsPaths.orderFiles(':id'),
      loggedCall('Add a file of the Nerd to an order', {
        consumes: ['multipart/form-data'],
        params: OperationsOrderAddress,
        201: OrderFile,
      }),
      async (request, reply) => {
        const order = await findAnyOrder(product.queries, (request.params as { id: string }).id)
        const add = async ({ queries, author, now }: Circumstances, { file, object }: FileOfForm) => {
          const upload = await addOrderFile(queries, { order, file, object, author, now })
          const [body] = presentFile(product, upload, { order, reader: 'operations' })
          return { subject: `order ${order.id}`, body: body as OrderFile, logged: { type: file.type } }
        }
        const check = ({ type }: OperationsFile) => void checkedFileType(type)
        const answer = await addFileOfForm(product, request, { check, action: 'add file', add })
        product.wake.outbox()
        return reply.code(201).send(answer)
      },
    )
    scope.post(
      opsPaths.conversationFiles(':id'),
      loggedCall('Send a file for a later answer to a client', {
        consumes: ['multipart/form-data'],
        params: OperationsOrderAddress,
        201: ReceivedFile,
      }),
      async (request, reply) => {
        const key = await findConversationToChange(product.queries, (request.params as { id: string }).id)
        const add = async ({ queries, now }: Circumstances, form: FileOfForm) => {
          const upload = await addAnswerFile(queries, key.clientId, { ...form, now })
          const [body] = presentUpload(product, upload, 'operations')
          return { subject: `conversation ${key.id}`, body: body as ReceivedFile, logged: {} }
        }
        return reply.code(201).send(await addFileOfForm(product, request, { action: 'send file for answer', add }))
      },
    )
  })
}

function removeFileRoute(app: App, product: AppContext): void {
  app.post(
    opsPaths.orderFileRemovals(':id'),
    loggedCall('Remove a file that operations added to an order; nobody can open it any more', {
      params: OperationsOrderAddress,
      body: FileRemoval,
      200: OrderFiles,
    }),
    async (request) =>
      writeLogged(product, request, 'remove file', async ({ queries, author, now }) => {
        const order = await findAnyOrder(queries, request.params.id)
        await removeOrderFile(queries, { order, fileId: request.body.file_id, author, now })
        return {
          subject: `order ${order.id}`,
          body: await filesFor(product, queries, { order, reader: 'operations' }),
        }
      }),
  )
}

interface FileOfForm {
  file: OperationsFile
  object: Awaited<ReturnType<typeof storeFile>>
}

/**
 * Reads the file of a form, scans and stores it, and adds its row with `add`; removes the bytes of a repeat or a refused
 * file.
 */
async function addFileOfForm<Added extends { _id: string }, Name extends ActionName>(
  product: AppContext,
  request: FastifyRequest,
  addition: {
    check?: (file: OperationsFile) => void
    action: Name
    add: (
      write: Circumstances,
      form: FileOfForm,
    ) => Promise<{ subject: string; body: Added; logged?: LoggedFields<Name> }>
  },
): Promise<Added> {
  const file = await readLongBody(request, () => readOperationsFile(request))
  // The body for the idempotency key: the parts of the form.
  request.body = { type: file.type, name: file.name, digest: file.digest }
  let unused: string | undefined
  try {
    addition.check?.(file)
    await scanOperationsFile(product, file)
    const object = await storeFile(product, createReadStream(file.path), file.bytes)
    unused = object.key
    const added = await writeLogged(product, request, addition.action, (write) => addition.add(write, { file, object }))
    if (added._id === object.id) unused = undefined
    return added
  } catch (error) {
    // The row may exist if only the commit's answer was lost; otherwise the janitor removes the object.
    if (isUnreachable(error)) unused = undefined
    throw error
  } finally {
    await file.forget()
    // Nobody needs the bytes of a repeat or of a refused file.
    if (unused !== undefined) await product.files.remove(unused)
  }
}

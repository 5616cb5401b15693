import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createWriteStream, createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { fileFault, maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import { safeFileName } from '@nerdify/domain/files/file-name.ts'
import { bytesFault } from '@nerdify/domain/files/file-types.ts'
import { isOrderFileType, type OrderFileType, orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { unacceptable } from '../http/refusal.ts'
import { anyOrder, noteOrderEvent, type StoredOrder } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import { foundTypeOf } from '../uploads/found-type.ts'
import { objectKey } from '../uploads/start-upload.ts'
import { insertUpload, type StoredUpload } from '../uploads/uploads.store.ts'

/** A file that operations sent, on the disk until it lies in the bucket. */
export interface SentByOperations {
  type: OrderFileType
  name: string
  bytes: number
  /** The MIME type that its bytes show, if any. */
  foundType?: string | undefined
  /** Tells one body from another, for idempotency. */
  digest: string
  path: string
  /** Removes it from the disk. */
  forget(): Promise<void>
}

/**
 * Reads the multipart body of operations' call (OPS-05): the parts `type` and `file`. 422 at
 * the part that is missing or cannot be taken. The caller forgets the file.
 */
export async function readSentFile(request: IncomingMessage): Promise<SentByOperations> {
  const folder = await mkdtemp(join(tmpdir(), 'nerdify-file-'))
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'file')
    const { type, name, bytes, digest } = await readParts(request, path)
    if (name === undefined) throw unacceptable('Please send a file.', 'file')
    if (!isOrderFileType(type)) {
      throw unacceptable(`The type must be one of ${Object.keys(orderFileTypes).join(', ')}.`, 'type')
    }
    const foundType = await foundTypeOf(name, () => createReadStream(path))
    const fault = fileFault({ name, size: bytes }, 0) ?? bytesFault(name, foundType)
    if (fault !== undefined) throw unacceptable(fault, 'file', 'file_refused')
    return { type, name, bytes, foundType, digest, path, forget }
  } catch (error) {
    await forget()
    throw error
  }
}

async function readParts(
  request: IncomingMessage,
  path: string,
): Promise<{ type: string; name: string | undefined; bytes: number; digest: string }> {
  const found = { type: '', name: undefined as string | undefined, bytes: 0, digest: '' }
  const hash = createHash('sha256')
  await new Promise<void>((resolve, reject) => {
    const writing: Promise<void>[] = []
    /** Reads on to nowhere, and lets go of the file before its failure is told, so that it can be removed. */
    const giveUp = (failure: Error) => {
      request.unpipe(parser)
      request.resume()
      parser.destroy(failure)
      void Promise.allSettled(writing).then(() => reject(failure))
    }
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 5, fieldSize: 1_000, fileSize: maxFileBytes + 1 },
      })
    } catch {
      reject(unacceptable('The body must be multipart/form-data.', 'body'))
      return
    }
    parser.on('field', (name, value) => {
      if (name === 'type') found.type = value
    })
    parser.on('file', (name, content, { filename }) => {
      // Whoever writes it hears of its end otherwise; unheard, it would end the process.
      content.on('error', () => undefined)
      if (name !== 'file') {
        content.resume()
        return
      }
      found.name = safeFileName(filename ?? '')
      const file = createWriteStream(path, { mode: 0o600 })
      content.on('data', (chunk: Buffer) => hash.update(chunk))
      const written = pipeline(content, file).then(() => {
        found.bytes = file.bytesWritten
        found.digest = hash.digest('base64url')
      })
      writing.push(written)
      // At once: a parser whose file is no longer taken never comes to its end.
      written.catch(giveUp)
    })
    parser.on('close', () => {
      Promise.all(writing).then(() => resolve(), reject)
    })
    const giveUpUnreadable = () => giveUp(unacceptable('The body cannot be read.', 'body'))
    parser.on('error', giveUpUnreadable)
    request.on('aborted', giveUpUnreadable)
    // It may have broken off before anybody listened.
    if (request.destroyed) giveUpUnreadable()
    else request.pipe(parser)
  })
  return found
}

/**
 * Puts what is to become a file of an order into the bucket; it holds no transaction. Without a row the janitor removes it.
 * Answers where it lies, and the id that its row gets.
 */
export async function storeFile(product: AppContext, content: Readable, bytes: number) {
  const id = uuidv7(product.clock.now())
  const key = objectKey('f', id)
  await product.files.write(key, content, bytes)
  return { id, key }
}

/**
 * Puts a stored file on its order (OPS-05), whose row it locks: what comes after a delivery is of the next one, whichever clocks
 * the two were written by (WAIT-06). Nothing is scanned: it comes from our own people.
 */
export async function addOrderFile(
  queries: Queries,
  given: {
    order: StoredOrder
    sent: Pick<SentByOperations, 'type' | 'name' | 'bytes' | 'foundType'>
    stored: Awaited<ReturnType<typeof storeFile>>
    author: string
    now: number
  },
): Promise<StoredUpload> {
  const { order, sent, stored, author, now } = given
  const { id, key } = stored
  const locked = await anyOrder(queries, order.client_id, order.id, { lock: true })
  // Its name is the client's business and stays out of the history.
  const added = { event: 'file_added', data: { file: id, type: sent.type } }
  await noteOrderEvent(queries, { clientId: order.client_id, orderId: order.id, at: now, author, ...added })
  return insertUpload(queries, {
    client_id: order.client_id,
    id,
    origin: 'operations',
    object_key: objectKey('u', id),
    kept_key: key,
    file_name: sent.name,
    declared_type: '',
    bytes: sent.bytes,
    found_type: sent.foundType ?? null,
    status: 'ready',
    created_at: new Date(now),
    order_id: order.id,
    order_file_type: sent.type,
    attached_at: new Date(Math.max(now, (locked?.sent_at ?? 0) + 1)),
  })
}

import { createHash } from 'node:crypto'
import { createWriteStream, createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { fileFault, infectedText, unscannableText } from '@nerdify/domain/files/file-limits.ts'
import { safeFileName } from '@nerdify/domain/files/file-name.ts'
import { bytesFault } from '@nerdify/domain/files/file-types.ts'
import { clientMaySee, isOrderFileType, type OrderFileType, orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { refuseErased, refuseErasedWithOrder } from '../accounts/find-client.ts'
import type { NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { orderOf, insertOrderEvent, type StoredOrder } from '../orders/list/own-order.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
import type { AppContext } from '../app-context.ts'
import { typeByBytes } from '../uploads/type-by-bytes.ts'
import { scanAgainMs } from '../uploads/settle-upload.ts'
import { objectKey } from '../uploads/start-upload.ts'
import { insertUpload, type StoredUpload } from '../uploads/uploads.store.ts'

/** A file from operations, on the disk until it is in the bucket. */
export interface OperationsFile {
  /** The form's `type`, empty if missing. */
  type: string
  name: string
  bytes: number
  /** The MIME type of its bytes, if known. */
  detectedType?: string | undefined
  /** Identifies the body, for idempotency. */
  digest: string
  path: string
  /** Removes it from the disk. */
  forget(): Promise<void>
}

/**
 * Reads the multipart body of operations' call (OPS-05): the parts `type` and `file`. 422 for a missing or unacceptable
 * file. The caller must call `forget`.
 */
export async function readOperationsFile(request: FastifyRequest): Promise<OperationsFile> {
  const folder = await mkdtemp(join(tmpdir(), 'nerdify-file-'))
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'file')
    const { type, name, bytes, digest } = await readParts(request, path)
    if (name === undefined) throw unacceptable('Please send a file.', 'file')
    const detectedType = await typeByBytes(name, () => createReadStream(path))
    const fault = fileFault({ name, size: bytes }, 0) ?? bytesFault(name, detectedType)
    if (fault !== undefined) throw unacceptable(fault, 'file', 'file_refused')
    return { type, name, bytes, detectedType, digest, path, forget }
  } catch (error) {
    await forget()
    throw error
  }
}

/**
 * Scans a file for viruses, because Nerds send theirs from outside (TALK-01): 422 for a virus, 503 while the scanner is
 * unavailable.
 */
export async function scanOperationsFile(
  { scanner }: Pick<AppContext, 'scanner'>,
  file: OperationsFile,
): Promise<void> {
  if (scanner === undefined) return
  const { verdict } = await scanner.scan(createReadStream(file.path))
  switch (verdict) {
    case 'clean':
      return
    case 'infected':
      throw unacceptable(infectedText(file.name), 'file', 'file_refused')
    case 'too_large':
      throw unacceptable(unscannableText(file.name), 'file', 'file_refused')
    case 'unavailable':
      throw new Refusal(503, unscannedText, { type: 'unavailable', retryAfter: scanAgainMs / 1000 })
  }
}

const unscannedText =
  'Our virus check is unavailable, so we couldn’t take this file. Please try again in a few minutes.'

/** The `type` of an order's file; 422 for an unknown one. */
export function checkedFileType(type: string): OrderFileType {
  if (isOrderFileType(type)) return type
  throw unacceptable(`The type must be one of ${Object.keys(orderFileTypes).join(', ')}.`, 'type')
}

/** Reads the parts in sequence, because the form ends only after its file was read. */
async function readParts(
  request: FastifyRequest,
  path: string,
): Promise<{ type: string; name: string | undefined; bytes: number; digest: string }> {
  const found = { type: '', name: undefined as string | undefined, bytes: 0, digest: '' }
  const hash = createHash('sha256')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'type') found.type = String(part.value)
      } else if (part.fieldname === 'file') {
        found.name = safeFileName(part.filename ?? '')
        const file = createWriteStream(path, { mode: 0o600 })
        part.file.on('data', (chunk: Buffer) => hash.update(chunk))
        await pipeline(part.file, file)
        found.bytes = file.bytesWritten
        found.digest = hash.digest('base64url')
      } else {
        part.file.resume()
      }
    }
  } catch (error) {
    // A failed system call is a fault of our disk; every other error is the form's.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw unacceptable('The body cannot be read.', 'body')
  }
  return found
}

/**
 * Stores a file in the bucket, outside a transaction; without a row the janitor removes it. Returns its place and the
 * id for its row.
 */
export async function storeFile(product: AppContext, content: Readable, bytes: number) {
  const id = uuidv7(product.clock.now())
  const key = objectKey('f', id)
  await product.files.write(key, content, bytes)
  return { id, key }
}

/**
 * Adds a stored file to its order (OPS-05) and locks the order's row: a file after a delivery belongs to the next one,
 * whatever the clocks say (WAIT-06). 409 for an erased account.
 */
export async function addOrderFile(
  queries: Queries,
  newFile: NewFile & { order: StoredOrder; author: string },
): Promise<StoredUpload> {
  const { order, file, object, author, now } = newFile
  const locked = await orderOf(queries, order.client_id, order.id, { lock: true })
  await refuseErasedWithOrder(queries, order.client_id)
  // The name is the client's private data and stays out of the history.
  const type = checkedFileType(file.type)
  const entry = { event: 'file_added', data: { file: object.id, type } } as const
  await insertOrderEvent(queries, { clientId: order.client_id, orderId: order.id, at: now, author, ...entry })
  if (locked !== undefined && type === 'file_draft_paper') await announceDraft(queries, locked, now)
  return insertUpload(queries, {
    ...rowOf(order.client_id, { file, object, now }),
    order_id: order.id,
    order_file_type: type,
    attached_at: new Date(Math.max(now, (locked?.sent_at ?? 0) + 1)),
  })
}

/** Announces a draft that comes before the work (MSG-06), at most once per order and clock hour. */
async function announceDraft(queries: Queries, order: StoredOrder, now: number): Promise<void> {
  if (order.sent_at !== null || !clientMaySee('file_draft_paper', factsOf(order))) return
  await announceOrder(queries, { order, name: 'order-draft', key: `${order.id}:${Math.floor(now / hourMs)}`, now })
}

const hourMs = 3_600_000

interface NewFile {
  file: Pick<OperationsFile, 'type' | 'name' | 'bytes' | 'detectedType'>
  /** Its place in the bucket. */
  object: Awaited<ReturnType<typeof storeFile>>
  now: number
}

const rowOf = (clientId: string, { file, object, now }: NewFile): NewRow<'upload'> => ({
  client_id: clientId,
  id: object.id,
  origin: 'operations',
  object_key: objectKey('u', object.id),
  kept_key: object.key,
  file_name: file.name,
  declared_type: '',
  bytes: file.bytes,
  found_type: file.detectedType ?? null,
  status: 'ready',
  created_at: new Date(now),
})

/** Adds a stored file for a later answer to a client (TALK-01); the janitor removes an unused one. */
export async function addAnswerFile(queries: Queries, clientId: string, file: NewFile): Promise<StoredUpload> {
  await refuseErased(queries, clientId)
  return insertUpload(queries, rowOf(clientId, file))
}

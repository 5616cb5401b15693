import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import busboy from 'busboy'
import { opaqueType } from '@nerdify/domain/files/file-types.ts'
import { isUnavailable } from '../../database/transaction.ts'
import { unavailableText } from '../../http/answers/error-response.ts'
import { originHeaders } from '../../http/answers/security-headers.ts'
import { networkOf } from '../../limits/network-of.ts'
import type { Clock } from '../../ports.ts'
import { type TrustedProxies, visitorAddress } from '../../trusted-proxies.ts'
import type { BucketStorage, StoredObject } from './bucket-storage.ts'
import { type FormLimits, formLimits, watchForms } from './form-watch.ts'
import { objectPath, signedAt, signLink } from '../s3-signature.ts'
import type { BucketAccess } from '../../settings.ts'
import { type AllowedUpload, BucketRefusal, checkSpecifiedForm } from './upload-form.ts'

/**
 * The parts of the embedded bucket. `pageOrigin` is the only site whose scripts may post to it, `isAwaited` says
 * whether a form's file is still missing, `failed` receives errors that no request caused, such as a full disk.
 */
export interface EmbeddedBucketParts {
  access: BucketAccess
  storage: BucketStorage
  clock: Clock
  pageOrigin: string
  isAwaited: (key: string) => Promise<boolean>
  failed: (error: Error) => void
  limits?: FormLimits
  trustProxy?: TrustedProxies
}

/** The longest form field, in bytes; the policy is the longest. */
const maxFieldBytes = 8_000
const maxFields = 20
/** How much of a refused body is still read, in bytes and milliseconds. */
const lingerBytes = 1_000_000
const lingerMs = 2_000

/**
 * The embedded bucket (FILE-01, FILE-04), an origin of its own so that no stored file can act as this site. It accepts
 * the specification's signed form; checks policy, exact key and size while the bytes arrive; and serves objects only by
 * an unexpired signed link, as attachments that run nothing.
 */
export function embeddedBucket(
  parts: EmbeddedBucketParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const bucket = { ...parts, watch: watchForms(parts.limits ?? formLimits) }
  const headers = Object.entries({ ...safeHeaders, ...originHeaders(parts.access.endpoint) })
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (isUpload(parts, request)) {
      response.setHeader('vary', 'Origin')
      if (request.headers.origin === parts.pageOrigin) {
        response.setHeader('access-control-allow-origin', parts.pageOrigin)
        response.setHeader('access-control-expose-headers', 'ETag, Location')
      }
    }
    answer(bucket, request, response).catch((error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal !== error && !request.socket.destroyed) parts.failed(error as Error)
      refuse(request, response, refusal)
    })
  }
}

interface Bucket extends EmbeddedBucketParts {
  watch: ReturnType<typeof watchForms>
}

/** The one call that a page of another origin may make: posting a form, or its preflight (SAFE-01). */
const isUpload = ({ access }: EmbeddedBucketParts, { method, url }: IncomingMessage) =>
  (method === 'POST' || method === 'OPTIONS') && url === `/${access.bucket}`

const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

async function answer(parts: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url: address = '/' } = request
  if (!URL.canParse(address, parts.access.endpoint)) throw noSuchKey()
  const url = new URL(address, parts.access.endpoint)
  switch (request.method) {
    case 'OPTIONS':
      refuseBody(request)
      response.writeHead(204, { 'access-control-allow-methods': 'POST', 'access-control-max-age': '600' })
      response.end()
      return
    case 'POST':
      if (url.pathname !== `/${parts.access.bucket}`) throw noSuchKey()
      await receiveForm(parts, request, response)
      return
    case 'GET':
    case 'HEAD':
      refuseBody(request)
      await serveObject(parts, url, request.method, response)
      return
    default:
      throw new BucketRefusal(405, 'MethodNotAllowed', 'The bucket takes forms and hands out objects.')
  }
}

/** Stores the file of a posted form. */
async function receiveForm(parts: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parser = readForm(request)
  const fields = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    let hasFile = false
    const network = networkOf(visitorAddress(request, parts.trustProxy ?? 0))
    const form = parts.watch(network, (refusal) => {
      // The partial object would wait for the rest forever.
      parser.destroy(refusal)
      if (response.headersSent) request.destroy()
      else reject(refusal)
    })
    response.once('close', () => form.end())
    parser.on('field', (name, value) => fields.set(name.toLowerCase(), value))
    parser.on('file', (name, content) => {
      hasFile = true
      // Without a listener, the error of a refused file would end the process.
      content.on('error', () => undefined)
      const store = async () => {
        if (name !== 'file') throw malformed('The file’s field is named "file".')
        const allowed = checkSpecifiedForm(parts.access, fields, parts.clock.now())
        form.allow(allowed.key, allowed.mostBytes)
        await refuseSecondFile(parts, allowed.key)
        // Aborted meanwhile: neither data nor an end will follow.
        if (content.destroyed) throw brokenOff()
        return parts.storage.write(allowed.key, content.pipe(atMost(allowed, content)), async (bytes) => {
          if (bytes < allowed.leastBytes) throw new BucketRefusal(400, 'EntityTooSmall', 'The file is too small.')
          await refuseSecondFile(parts, allowed.key)
        })
      }
      const confirm = (stored: StoredObject) => {
        const location = parts.access.endpoint + objectPath(parts.access, fields.get('key') as string)
        response.writeHead(201, { 'content-type': 'application/xml', etag: stored.etag, location })
        response.end(
          `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><ETag>${stored.etag}</ETag></PostResponse>\n`,
        )
        linger(request)
        resolve()
      }
      store().then(confirm).catch(reject)
    })
    parser.on('close', () => {
      if (!hasFile) reject(malformed('The form has no file.'))
    })
    parser.on('error', () => reject(malformed('The form cannot be read.')))
    request.on('aborted', () => {
      // A pipe does not forward errors, and the partial object would wait for the rest forever.
      parser.destroy(brokenOff())
      reject(brokenOff())
    })
    request.pipe(form.meter).pipe(parser)
  })
}

/** A form takes one file: after the check, nothing would check a second one. */
async function refuseSecondFile({ isAwaited }: EmbeddedBucketParts, key: string): Promise<void> {
  if (!(await isAwaited(key))) throw new BucketRefusal(403, 'AccessDenied', 'The file of this form has come already.')
}

/** A body that nothing reads could be endless. */
function refuseBody({ headers }: IncomingMessage): void {
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    throw malformed('Only a form has a body.')
  }
}

function readForm(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits: { fields: maxFields, fieldSize: maxFieldBytes, files: 1 } })
  } catch {
    throw malformed('The body is no form.')
  }
}

/** Passes as many bytes as the policy allows, and fails at the next one. */
function atMost({ mostBytes }: AllowedUpload, content: NodeJS.ReadableStream): Transform {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > mostBytes ? new BucketRefusal(400, 'EntityTooLarge', 'The file is too large.') : null, chunk)
    },
  })
  content.on('error', (error) => counting.destroy(error as Error))
  return counting
}

/** Serves an object to the holder of an unexpired link that was signed for it. */
async function serveObject(
  { access, storage, clock }: EmbeddedBucketParts,
  url: URL,
  method: 'GET' | 'HEAD',
  response: ServerResponse,
): Promise<void> {
  const prefix = `/${access.bucket}/`
  if (!url.pathname.startsWith(prefix)) throw noSuchKey()
  const query = Object.fromEntries(url.searchParams)
  const signed = signedAt(query)
  if (signed === undefined) throw new BucketRefusal(403, 'AccessDenied', 'Access Denied')
  const { at, seconds } = signed
  const overrides = Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith('X-Amz-')))
  const expected = signLink(access, { method, path: url.pathname, now: at, seconds, query: overrides })
  if (expected !== `${access.endpoint}${url.pathname}${url.search}`) {
    throw new BucketRefusal(403, 'SignatureDoesNotMatch', 'The link was not signed here.')
  }
  if (clock.now() > at + seconds * 1000) throw new BucketRefusal(403, 'AccessDenied', 'Request has expired')
  const key = decodeURIComponent(url.pathname.slice(prefix.length))
  const stored = await storage.stat(key)
  if (stored === undefined) throw noSuchKey()
  response.writeHead(200, {
    'content-type': query['response-content-type'] ?? opaqueType,
    'content-disposition': query['response-content-disposition'] ?? 'attachment',
    'content-length': String(stored.bytes),
    etag: stored.etag,
  })
  if (method === 'HEAD') {
    response.end()
    return
  }
  const content = storage.read(key)
  content.on('error', () => response.destroy())
  response.on('close', () => content.destroy())
  content.pipe(response)
}

const brokenOff = () => new Error('The upload was broken off.')
const noSuchKey = () => new BucketRefusal(404, 'NoSuchKey', 'There is no such object.')
const malformed = (message: string) => new BucketRefusal(400, 'MalformedPOSTRequest', message)

/** `Retry-After` in seconds. */
const laterSeconds = 5

function refusalOf(error: unknown): BucketRefusal {
  if (error instanceof BucketRefusal) return error
  return isUnavailable(error)
    ? new BucketRefusal(503, 'ServiceUnavailable', unavailableText)
    : new BucketRefusal(500, 'InternalError', 'Something went wrong here.')
}

/** Answers an error document and stops reading the body. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, code, message }: BucketRefusal): void {
  if (response.headersSent || request.socket.destroyed) {
    response.destroy()
    return
  }
  request.unpipe()
  if (status === 503) response.setHeader('retry-after', String(laterSeconds))
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`,
  )
  linger(request)
}

/** Reads a little of the remaining body, so that the answer is not lost with the connection; then cuts it. */
function linger(request: IncomingMessage): void {
  if (request.closed) return
  let bytes = 0
  const cut = () => request.destroy()
  const timer = setTimeout(cut, lingerMs)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingerBytes) cut()
  })
  request.on('close', () => clearTimeout(timer))
  request.resume()
}

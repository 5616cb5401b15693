import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { opaqueType } from '@nerdify/domain/files/file-types.ts'
import { bucketAddress, downloadLinkOf, objectPath, signForm, signLink } from '../uploads/s3-signature.ts'
import type { BucketAccess } from '../settings.ts'
import { type Clock, type Files, ProviderUnavailable } from '../ports.ts'

/** Validity of the signature of our own requests, in seconds. */
const signatureSeconds = 300
/** The longest silence of the bucket before it counts as unavailable, in milliseconds (HOLD-11). */
const usualSilenceMs = 15_000
/** Temporary refusals besides 5xx: a timeout, and too many requests. {@link must} handles all others. */
const temporaryRefusals = new Set([408, 429])

/** An answer of the bucket. Its reader must read or cancel the body, which fails if the bucket falls silent. */
interface Answer {
  status: number
  headers: Headers
  body: Readable
}

interface CallParts {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Readable
  bytes?: number
}

function callsOf(access: BucketAccess, clock: Clock, silenceMs: number) {
  return async (
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    path: string,
    { query, headers = {}, body, bytes }: CallParts = {},
  ): Promise<Answer> => {
    const url = signLink(access, {
      method,
      path,
      now: clock.now(),
      seconds: signatureSeconds,
      headers,
      ...(query && { query }),
    })
    const watch = watchSilence(silenceMs)
    const source = body === undefined ? undefined : sourceOf(body, watch)
    try {
      const response = await fetch(url, {
        method,
        signal: watch.signal,
        headers: { ...headers, ...(bytes !== undefined && { 'content-length': String(bytes) }) },
        ...(source && { body: source.content, duplex: 'half' }),
      } as RequestInit)
      const { status } = response
      if (status >= 500 || temporaryRefusals.has(status)) {
        await response.body?.cancel()
        throw new ProviderUnavailable(`The bucket answered ${status} to ${method}`)
      }
      return { status, headers: response.headers, body: Readable.from(bodyOf(response, watch)) }
    } catch (error) {
      throw source?.error() ?? unavailable(error)
    } finally {
      watch.stop()
    }
  }
}

/** Treats a wrong key or bucket as unavailable: operations must fix it, and the client can retry later (HOLD-11). */
function must(answer: Answer, action: string): Answer {
  if (answer.status < 300) return answer
  answer.body.resume()
  throw new ProviderUnavailable(`The bucket answered ${answer.status} to ${action}.`)
}

/** An S3-compatible bucket; path-style addresses, signature version 4. A silence of `silenceMs` makes it unavailable. */
export function s3Files(access: BucketAccess, clock: Clock, silenceMs = usualSilenceMs): Files {
  const call = callsOf(access, clock, silenceMs)
  const pathOf = (key: string) => objectPath(access, key)

  return {
    origin: access.endpoint,
    address: bucketAddress(access),
    form: (terms) => signForm(access, terms),
    link: (terms) => downloadLinkOf(access, terms),
    async stat(key) {
      const answer = await call('HEAD', pathOf(key))
      if (answer.status === 404) return undefined
      const { headers } = must(answer, 'HEAD')
      return { bytes: Number(headers.get('content-length')), etag: headers.get('etag') ?? '' }
    },
    async read(key) {
      return must(await call('GET', pathOf(key)), 'GET').body
    },
    async write(key, content, bytes) {
      const headers = { 'content-type': opaqueType }
      await text(must(await call('PUT', pathOf(key), { body: content, bytes, headers }), 'PUT').body)
    },
    async move(from, to, etag) {
      const copy = await call('PUT', pathOf(to), {
        headers: { 'x-amz-copy-source': pathOf(from), 'x-amz-copy-source-if-match': etag },
      })
      const answer = await text(copy.body)
      if (copy.status === 412 || copy.status === 404) return false
      must(copy, 'COPY')
      // The bucket answers 200 before it copies and may still fail: then the source is the only copy.
      if (!answer.includes('CopyObjectResult')) {
        throw new ProviderUnavailable(`The bucket answered ${/<Code>(\w+)/.exec(answer)?.[1] ?? 'nothing'} to COPY.`)
      }
      await text(must(await call('DELETE', pathOf(from)), 'DELETE').body)
      return true
    },
    async remove(key) {
      const answer = await call('DELETE', pathOf(key))
      if (answer.status !== 404) must(answer, 'DELETE')
      await text(answer.body)
    },
    async *keys() {
      let more: string | undefined
      do {
        const query = { 'list-type': '2', ...(more !== undefined && { 'continuation-token': more }) }
        const page = await text(must(await call('GET', `/${access.bucket}`, { query }), 'LIST').body)
        for (const [, key] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) yield key as string
        more = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
      } while (more !== undefined)
    },
    // A bucket stores whole objects only.
    removeUnfinished: async () => undefined,
  }
}

/** Maps an error of `fetch`: no connection, a broken connection, or a silent bucket. */
function unavailable(error: unknown): ProviderUnavailable {
  if (error instanceof ProviderUnavailable) return error
  const { message, cause } = error as Error
  return new ProviderUnavailable(`The bucket did not answer: ${message}`, { cause })
}

/** The request body. The watch runs while the bucket takes a part and stops while the source produces the next. */
function sourceOf(from: Readable, watch: SilenceWatch): { content: AsyncIterable<Uint8Array>; error(): unknown } {
  let sourceError: unknown
  const send = async function* () {
    try {
      watch.stop()
      for await (const part of from) {
        watch.start()
        yield part as Uint8Array
        watch.stop()
      }
      watch.start()
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  return { content: send(), error: () => sourceError }
}

/** The answer's body. The watch runs while the next part is awaited and stops while the reader uses it. */
async function* bodyOf({ body }: Response, watch: SilenceWatch): AsyncGenerator<Uint8Array> {
  if (body === null) return
  try {
    watch.start()
    for await (const part of body) {
      watch.stop()
      yield part
      watch.start()
    }
  } catch (error) {
    throw unavailable(error)
  } finally {
    watch.stop()
  }
}

/** Ends a call to a silent bucket; an active call may take any time. */
interface SilenceWatch {
  /** Aborts with {@link ProviderUnavailable} after too long a silence. */
  signal: AbortSignal
  /** Starts the timer: the bucket must act next. */
  start(): void
  /** Stops the timer: we or the client must act next. */
  stop(): void
}

/** A watch with a running timer of `limitMs` milliseconds. */
function watchSilence(limitMs: number): SilenceWatch {
  const controller = new AbortController()
  const abort = () => controller.abort(new ProviderUnavailable(`The bucket was silent for ${limitMs / 1000} s`))
  let timer = setTimeout(abort, limitMs)
  const stop = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    stop,
    start() {
      stop()
      timer = setTimeout(abort, limitMs)
    },
  }
}

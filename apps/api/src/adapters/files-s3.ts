import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { opaqueType } from '@nerdify/domain/files/file-types.ts'
import { bucketAddress, downloadLinkOf, objectPath, signForm, signLink } from '../uploads/s3-signature.ts'
import type { BucketAccess } from '../settings.ts'
import { type Clock, type Files, ProviderUnavailable } from '../ports.ts'

/** How long our own requests may take to begin, in seconds. */
const ownSeconds = 300
/** The longest silence of the bucket before it counts as mute, in milliseconds (HOLD-11). */
const usualSilenceMs = 15_000
/** Besides 5xx: it is too slow for us, or we are too quick for it. What else it refuses, such as our key, is said by `must`. */
const notNow = new Set([408, 429])

/** What the bucket answered; the body ends the call when the bucket falls silent, and is read or cancelled by its taker. */
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
      seconds: ownSeconds,
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
      if (status >= 500 || notNow.has(status)) {
        await response.body?.cancel()
        throw new ProviderUnavailable(`The bucket answered ${status} to ${method}`)
      }
      return { status, headers: response.headers, body: Readable.from(bodyOf(response, watch)) }
    } catch (error) {
      throw source?.broken() ?? unavailable(error)
    } finally {
      watch.rests()
    }
  }
}

/** A key or a bucket that is wrong is for operations to mend: the client who waits did nothing wrong (HOLD-11). */
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
      const copied = await call('PUT', pathOf(to), {
        headers: { 'x-amz-copy-source': pathOf(from), 'x-amz-copy-source-if-match': etag },
      })
      const answer = await text(copied.body)
      if (copied.status === 412 || copied.status === 404) return false
      must(copied, 'COPY')
      // It answers 200 before it copies, and may fail after that; then the only copy is where it was.
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
    // It takes an object whole or keeps nothing of it.
    removeUnfinished: async () => undefined,
  }
}

/** Whatever `fetch` throws of a call that was made well: nobody answers, the line broke, the bucket fell silent. */
function unavailable(error: unknown): ProviderUnavailable {
  if (error instanceof ProviderUnavailable) return error
  const { message, cause } = error as Error
  return new ProviderUnavailable(`The bucket did not answer: ${message}`, { cause })
}

/** What is sent: it is the bucket's turn while it takes a part, and not while the source has none. */
function sourceOf(from: Readable, watch: SilenceWatch): { content: AsyncIterable<Uint8Array>; broken(): unknown } {
  let broken: unknown
  const send = async function* () {
    try {
      watch.rests()
      for await (const part of from) {
        watch.waits()
        yield part as Uint8Array
        watch.rests()
      }
      watch.waits()
    } catch (error) {
      broken = error
      throw error
    }
  }
  return { content: send(), broken: () => broken }
}

/** What comes: it is the bucket's turn while its next part is awaited, and not while that is used. */
async function* bodyOf({ body }: Response, watch: SilenceWatch): AsyncGenerator<Uint8Array> {
  if (body === null) return
  try {
    watch.waits()
    for await (const part of body) {
      watch.rests()
      yield part
      watch.waits()
    }
  } catch (error) {
    throw unavailable(error)
  } finally {
    watch.rests()
  }
}

/** Ends a call to a bucket that falls silent; it says nothing about how long a call takes that goes on. */
interface SilenceWatch {
  /** Aborts with {@link ProviderUnavailable} when it was the bucket's turn for too long. */
  signal: AbortSignal
  /** From now on it is the bucket's turn. */
  waits(): void
  /** From now on it is our turn, or that of the client. */
  rests(): void
}

/** Begins with the bucket's turn, of `limitMs` milliseconds. */
function watchSilence(limitMs: number): SilenceWatch {
  const controller = new AbortController()
  const fallen = () => controller.abort(new ProviderUnavailable(`The bucket was silent for ${limitMs / 1000} s`))
  let timer = setTimeout(fallen, limitMs)
  const rests = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    rests,
    waits() {
      rests()
      timer = setTimeout(fallen, limitMs)
    },
  }
}

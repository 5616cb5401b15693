import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type BucketAccess, bucketAddress, objectPath, objectType, signForm, signLink } from '../files/s3-signature.ts'
import type { Clock, Files } from '../ports.ts'

/** How long our own requests may take to begin, in seconds. */
const ownSeconds = 300

/** An S3-compatible bucket; path-style addresses, signature version 4. */
export function s3Files(access: BucketAccess, clock: Clock): Files {
  const call = async (
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    path: string,
    options: { query?: Record<string, string>; headers?: Record<string, string>; body?: Readable; bytes?: number } = {},
  ): Promise<Response> => {
    const { query, headers = {}, body, bytes } = options
    const url = signLink(access, {
      method,
      path,
      now: clock.now(),
      seconds: ownSeconds,
      headers,
      ...(query === undefined ? {} : { query }),
    })
    return fetch(url, {
      method,
      headers: { ...headers, ...(bytes === undefined ? {} : { 'content-length': String(bytes) }) },
      ...(body === undefined ? {} : { body: Readable.toWeb(body) as ReadableStream<Uint8Array>, duplex: 'half' }),
    } as RequestInit)
  }
  const must = (response: Response, what: string) => {
    if (!response.ok) throw new Error(`The bucket answered ${response.status} to ${what}.`)
    return response
  }
  const pathOf = (key: string) => objectPath(access, key)

  return {
    origin: access.endpoint,
    address: bucketAddress(access),
    form: (terms) => signForm(access, terms),
    link: ({ key, disposition, now, seconds }) =>
      signLink(access, {
        method: 'GET',
        path: pathOf(key),
        now,
        seconds,
        query: { 'response-content-disposition': disposition, 'response-content-type': objectType },
      }),
    async stat(key) {
      const response = await call('HEAD', pathOf(key))
      if (response.status === 404) return undefined
      must(response, 'HEAD')
      return { bytes: Number(response.headers.get('content-length')), etag: response.headers.get('etag') ?? '' }
    },
    async read(key) {
      const { body } = must(await call('GET', pathOf(key)), 'GET')
      if (body === null) throw new Error('The bucket answered GET without a body.')
      return Readable.fromWeb(body as ReadableStream)
    },
    async write(key, content, bytes) {
      must(await call('PUT', pathOf(key), { body: content, bytes, headers: { 'content-type': objectType } }), 'PUT')
    },
    async move(from, to, etag) {
      const copied = await call('PUT', pathOf(to), {
        headers: { 'x-amz-copy-source': pathOf(from), 'x-amz-copy-source-if-match': etag },
      })
      const answer = await copied.text()
      if (copied.status === 412 || copied.status === 404) return false
      must(copied, 'COPY')
      // It answers 200 before it copies, and may fail after that; then the only copy is where it was.
      if (!answer.includes('CopyObjectResult')) {
        throw new Error(`The bucket answered ${/<Code>(\w+)/.exec(answer)?.[1] ?? 'nothing'} to COPY.`)
      }
      must(await call('DELETE', pathOf(from)), 'DELETE')
      return true
    },
    async remove(key) {
      const response = await call('DELETE', pathOf(key))
      if (response.status !== 404) must(response, 'DELETE')
    },
    async *keys() {
      let more: string | undefined
      do {
        const query = { 'list-type': '2', ...(more === undefined ? {} : { 'continuation-token': more }) }
        const page = await must(await call('GET', `/${access.bucket}`, { query }), 'LIST').text()
        for (const [, key] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) yield key as string
        more = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
      } while (more !== undefined)
    },
    // It takes an object whole or keeps nothing of it.
    removeUnfinished: async () => undefined,
  }
}

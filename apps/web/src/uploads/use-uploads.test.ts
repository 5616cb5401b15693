import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../visit/session.ts'
import { postForm, uploadCalls } from './use-uploads.ts'

/** A request that the test drives. */
class RequestByHand extends EventTarget {
  static made: RequestByHand[] = []
  readonly upload = new EventTarget()
  readonly opened: string[] = []
  sent: FormData | undefined
  isAborted = false
  status = 0

  constructor() {
    super()
    RequestByHand.made.push(this)
  }
  open(method: string, url: string) {
    this.opened.push(method, url)
  }
  send(body: FormData) {
    this.sent = body
  }
  abort() {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  leave(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  }
  answer(status: number) {
    this.status = status
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  RequestByHand.made = []
  vi.stubGlobal('XMLHttpRequest', RequestByHand)
})
afterEach(() => vi.unstubAllGlobals())

function posting(signal = new AbortController().signal) {
  const form = {
    id: 'u1',
    filename: 'a.pdf',
    url: 'https://files.test/bucket',
    fields: { key: 'u/1', AWSAccessKeyId: 'k', acl: 'public-read', policy: 'p', signature: 's' },
    location: 'https://files.test/bucket/u/1',
  }
  const progress = vi.fn()
  const done = postForm(form, new Blob(['%PDF']), { progress, signal })
  return { done, progress, request: RequestByHand.made.at(-1) as RequestByHand }
}

test('[FILE-01] one POST sends the fields in order, then the file, and reports each byte count', async () => {
  const { done, progress, request } = posting()
  expect(request.opened).toEqual(['POST', 'https://files.test/bucket'])
  const sent = [...(request.sent ?? new FormData())]
  expect(sent.map(([name]) => name)).toEqual(['key', 'AWSAccessKeyId', 'acl', 'policy', 'signature', 'file'])
  expect(sent.slice(0, -1).map(([, value]) => value)).toEqual(['u/1', 'k', 'public-read', 'p', 's'])
  const [, file] = sent.at(-1) ?? []
  expect(await (file as File).text()).toBe('%PDF')
  request.leave(2)
  request.leave(4)
  expect(progress.mock.calls).toEqual([[2], [4]])
  request.answer(201)
  await expect(done).resolves.toBeUndefined()
})

test.each([0, 302, 400, 403, 500])('[FILE-02] an answer of %i is no upload', async (status) => {
  const { done, request } = posting()
  request.answer(status)
  await expect(done).rejects.toThrow('did not take')
})

test('[FILE-02] a broken and an aborted connection are no upload', async () => {
  const broken = posting()
  broken.request.dispatchEvent(new Event('error'))
  await expect(broken.done).rejects.toThrow('did not take')
  const caller = new AbortController()
  const aborted = posting(caller.signal)
  caller.abort()
  await expect(aborted.done).rejects.toThrow('did not take')
  expect(aborted.request.isAborted).toBe(true)
  const late = posting(caller.signal)
  await expect(late.done).rejects.toThrow('did not take')
  expect(late.request.sent).toBeUndefined()
})

test('[AUTH-15] a file that waits when its client signs out never goes out for the next one', async () => {
  const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
  session.start(tokenOf('first'))
  const calls = uploadCalls()
  session.end({ chosen: true })
  session.start(tokenOf('next'))
  await expect(calls.begin({ filename: 'a.pdf', size: 4, type: 'application/pdf' })).rejects.toMatchObject({
    status: 422,
  })
  session.end({ chosen: true })
})

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Files } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { answerOf } from './answer-of.ts'

const bytes = Buffer.from('Written by the doctor, who removes it again.')
/** Validity of the doctor's own form, in seconds. */
const formSeconds = 60

/**
 * Stores an object, moves it, reads it, and removes it; then acts as a stranger and as a browser, unless the bucket is
 * ours (HOLD-11).
 */
export async function lookAtBucket(files: Files, { s3, publicUrl }: Settings): Promise<string> {
  const key = await storeAndMove(files)
  if (s3 !== undefined) await closedToStrangers(files, key).catch((error) => removeAndThrow(files, key, error))
  await expectBytes(files, key)
  // The embedded one answers only while the product runs, and accepts a form only if a row waits for its file.
  if (s3 === undefined) return 'The embedded one takes an object, gives it back and removes it.'
  await sendAsBrowser(files, publicUrl)
  return `${s3.bucket} takes an object, gives it back and removes it, and takes a form from ${publicUrl}.`
}

/** Does what the product does with an upload; returns the key of the moved object. */
async function storeAndMove(files: Files): Promise<string> {
  const [from, to] = [`doctor/${randomUUID()}`, `doctor/${randomUUID()}`]
  await files.write(from, Readable.from([bytes]), bytes.length)
  try {
    const stored = await files.stat(from)
    if (stored?.bytes !== bytes.length) throw new Error('It does not say how large an object is')
    if (!(await files.move(from, to, stored.etag))) throw new Error('It does not move an object')
  } catch (error) {
    return removeAndThrow(files, from, error)
  }
  // Without the right to list, S3 answers 403 for a missing object: each file that did not arrive would be a 503.
  const left = await files.stat(from).catch(() => 'unknown')
  if (left === undefined) return to
  return removeAndThrow(files, to, new Error('It does not say that an object is missing'))
}

async function removeAndThrow(files: Files, key: string, error: unknown): Promise<never> {
  await files.remove(key).catch(() => undefined)
  throw error
}

/** Only our own keys and links may open objects (SAFE-01). */
async function closedToStrangers({ address }: Files, key: string): Promise<void> {
  for (const url of [`${address}/${key}`, `${address}?list-type=2`]) {
    const answer = await answerOf(url)
    if (typeof answer !== 'string' && answer.ok) throw new Error(`It lets everybody read ${url}`)
  }
}

/** Checks whether a page of `origin` may post, and posts a signed form, like the web app's uploads. */
async function sendAsBrowser(files: Files, origin: string): Promise<void> {
  const allowed = await fetch(files.address, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  const methods = allowed.headers.get('access-control-allow-methods') ?? ''
  if (!allowed.ok || !isAllowed(allowed, origin) || !/(^|[\s,])(POST|\*)([\s,]|$)/.test(methods)) {
    throw new Error(`It does not let a page of ${origin} post to it: its preflight was answered ${allowed.status}`)
  }
  const key = `doctor/${randomUUID()}`
  const form = files.form({ key, bytes: bytes.length, now: Date.now(), seconds: formSeconds })
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob([bytes]))
  const posted = await fetch(form.url, { method: 'POST', headers: { origin }, body })
  if (posted.status !== 201) {
    const code = /<Code>(\w+)/.exec(await posted.text())?.[1]
    throw new Error(`It answered ${posted.status}${code === undefined ? '' : ` ${code}`} to a signed form`)
  }
  await expectBytes(files, key)
  if (!isAllowed(posted, origin)) throw new Error(`It takes a form, and does not let a page of ${origin} see that`)
}

/** Whether a browser lets a page of this origin read the answer. */
const isAllowed = ({ headers }: Response, origin: string) =>
  [origin, '*'].includes(headers.get('access-control-allow-origin') ?? '')

/** Reads the stored object, and removes it. */
async function expectBytes(files: Files, key: string): Promise<void> {
  try {
    if ((await buffer(await files.read(key))).equals(bytes)) return
    throw new Error('It gives back other bytes than it was given')
  } finally {
    await files.remove(key)
  }
}

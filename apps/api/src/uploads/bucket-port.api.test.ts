import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../adapters/clock.ts'
import { connectServer } from '../database/connect.ts'
import { uuidv7 } from '../database/uuid.ts'
import { endlessBodies, sendEndlessly } from '../testing/endless-bodies.ts'
import { fillDisk, mebibyte, smallDisk } from '../testing/small-disk.ts'
import { eventually } from '../testing/test-client.ts'
import { bucketServer, portLimits } from './bucket-server.ts'
import { openBucketStorage } from './embedded-bucket/bucket-storage.ts'
import { embeddedBucket } from './embedded-bucket/embedded-bucket.ts'
import { type FormLimits, formLimits } from './embedded-bucket/form-watch.ts'
import { isAwaited as isAwaitedIn, objectKey } from './start-upload.ts'
import { specifiedForm } from './embedded-bucket/upload-form.ts'

const quick: FormLimits = { ...formLimits, formMs: 400, paceMs: 400 }

const open: { server: Server; folder: string }[] = []
afterEach(async () => {
  for (const { server, folder } of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  }
})

interface BucketSetup {
  headersMs?: number
  /** The parent folder of its storage. */
  inside?: string
  failed?: (error: Error) => void
  isAwaited?: (key: string) => Promise<boolean>
  port?: Partial<typeof portLimits>
  trustProxy?: number
}

/** A bucket on a port of its own, with its forms. */
async function bucketWith(
  limits: FormLimits,
  {
    headersMs = 400,
    inside = tmpdir(),
    failed = () => undefined,
    isAwaited = async () => true,
    port,
    trustProxy = 0,
  }: BucketSetup = {},
) {
  const folder = mkdtempSync(join(inside, 'nerdify-bucket-'))
  const storage = await openBucketStorage(folder)
  const access = { endpoint: '', region: 'embedded', bucket: 'nerdify', accessKeyId: 'a', secretAccessKey: 'b' }
  const bucket = embeddedBucket({
    access: { ...access, endpoint: 'http://localhost' },
    storage,
    clock: systemClock,
    pageOrigin: 'http://localhost',
    isAwaited,
    failed,
    limits,
    trustProxy,
  })
  // The API never answers, so a request to it lasts until the port ends it.
  const server = bucketServer(
    { bucket, api: (request) => void request.resume() },
    { limits: { ...portLimits, headersMs, requestMs: 400, ...port }, trusted: trustProxy },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ server, folder })
  const { port: openPort } = server.address() as AddressInfo
  const formFor = (key: string, bytes: number) =>
    specifiedForm(
      { ...access, endpoint: `http://127.0.0.1:${openPort}` },
      { key, bytes, now: Date.now(), seconds: 600 },
    )
  return { port: openPort, storage, formFor, unfinished: () => readdir(join(folder, 'unfinished')) }
}

type Bucket = Awaited<ReturnType<typeof bucketWith>>

async function post({ formFor }: Bucket, key: string, content: string): Promise<number> {
  const { url, fields } = formFor(key, content.length)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([content]), 'a')
  return (await fetch(url, { method: 'POST', body })).status
}

/** Retries until a file is accepted: with quick limits a busy machine may cut one off. */
const untilTaken = (bucket: Bucket, key: string) =>
  eventually(async () => (await post(bucket, key, 'x').catch(() => 0)) === 201)

/** The start of a form, up to the bytes of its file. */
function beginning({ formFor }: Bucket, key: string, bytes: number): string {
  const parts = Object.entries(formFor(key, bytes).fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`)
  const body = [...parts, 'name="file"; filename="a"\r\n\r\n']
    .map((part) => `--form\r\nContent-Disposition: form-data; ${part}`)
    .join('\r\n')
  return `POST /nerdify HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=form\r\ncontent-length: ${body.length + bytes + 1_000_000}\r\n\r\n${body}`
}

/** Starts a file and stops; returns once the bucket stored it or cut it off. */
async function beginFile(bucket: Bucket, key: string) {
  const line = connect(bucket.port, '127.0.0.1')
  let answer = ''
  line.on('data', (chunk: Buffer) => {
    answer += chunk
  })
  line.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => line.once('close', () => resolve(answer)))
  const before = (await bucket.unfinished()).length
  line.write(`${beginning(bucket, key, 1_000_000)}${'x'.repeat(1_000)}`)
  await eventually(async () => line.closed || (await bucket.unfinished()).length > before)
  return { line, closed }
}

const patience = { giveUpMs: 20_000 }
/** More than the socket buffers of this machine hold. */
const mostSent = 12_000_000

describe('an endless sender to the bucket’s port', () => {
  test.each([
    ['fields without end', 'HTTP/1.1 400 Bad Request', 'MaxPostPreDataLengthExceeded'],
    ['one field without end', 'HTTP/1.1 400 Bad Request', 'MaxPostPreDataLengthExceeded'],
    ['a part whose headers do not end', 'HTTP/1.1 400 Bad Request', undefined],
    ['something before the first part', 'HTTP/1.1 400 Bad Request', 'MaxPostPreDataLengthExceeded'],
    ['a body where none belongs', 'HTTP/1.1 400 Bad Request', 'MalformedPOSTRequest'],
    ['a form byte by byte', 'HTTP/1.1 400 Bad Request', 'RequestTimeout'],
    ['headers byte by byte', 'HTTP/1.1 408 Request Timeout', undefined],
    ['nothing after the headers', 'HTTP/1.1 400 Bad Request', 'RequestTimeout'],
  ] as const)('[SAFE-07] (abuse 30) is cut: %s', async (how, answer, code) => {
    const bucket = await bucketWith(quick)
    const cut = await sendEndlessly(bucket.port, endlessBodies[how], patience)
    expect(cut.afterMs).toBeLessThan(patience.giveUpMs)
    expect(cut.sent).toBeLessThan(mostSent)
    // The connection may be cut before the answer is read, if the client sent more than the bucket reads of a refused
    // body.
    if (cut.answer !== '') expect(cut.answer).toBe(answer)
    if (cut.code !== undefined && code !== undefined) expect(cut.code).toBe(code)
    await untilTaken(bucket, 'u/one')
  })

  test('[SAFE-07] is cut also after an accepted file', async () => {
    const bucket = await bucketWith(quick)
    const first = `${beginning(bucket, 'u/one', 3)}abc\r\n--form\r\n`
    const again = 'Content-Disposition: form-data; name="file"; filename="b"\r\n\r\nmore'
    const cut = await sendEndlessly(bucket.port, { first, again: again.repeat(100), everyMs: 0 }, patience)
    expect(cut.afterMs).toBeLessThan(patience.giveUpMs)
    expect(cut.sent).toBeLessThan(mostSent)
    const stored = await bucket.storage.stat('u/one')
    expect([undefined, 3]).toContain(stored?.bytes)
  })

  test('[SAFE-07] is cut when slower than any phone, and nothing is stored', async () => {
    const bucket = await bucketWith(quick)
    const { closed } = await beginFile(bucket, 'u/slow')
    expect(await closed).toContain('<Code>RequestTimeout</Code>')
    await eventually(async () => (await bucket.unfinished()).length === 0)
    expect(await bucket.storage.stat('u/slow')).toBeUndefined()
  })

  test('[SAFE-07][API-07] is cut when it calls the API byte by byte', async () => {
    const bucket = await bucketWith(quick)
    const first = 'POST /api/webhooks/files/x/check HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n'
    const cut = await sendEndlessly(bucket.port, { first, again: 'x', everyMs: 20 }, patience)
    expect(cut.afterMs).toBeLessThan(patience.giveUpMs)
  })

  test('[SAFE-07] headers larger than any of ours are refused', async () => {
    const { port } = await bucketWith(quick)
    const answer = await fetch(`http://127.0.0.1:${port}/nerdify/x`, { headers: { 'x-long': 'x'.repeat(9_000) } })
    expect(answer.status).toBe(431)
  })
})

/** Opens connections from a local address that send headers endlessly; returns once they are open. */
async function halfOpen(port: number, localAddress: string, count: number) {
  const lines = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }))
  for (const line of lines) {
    line.on('error', () => undefined)
    line.write('GET /nerdify/x HTTP/1.1\r\nhost: localhost\r\n')
  }
  await eventually(async () => lines.every(({ connecting }) => !connecting))
  return {
    end: () => lines.forEach((line) => line.destroy()),
    open: () => lines.filter(({ closed }) => !closed).length,
  }
}

describe('many at once', () => {
  test.each([
    ['their own network', '127.0.0.1', { connections: 100, networkConnections: 5 }],
    ['another network', '127.0.0.2', { connections: 10, networkConnections: 100 }],
  ])('[SAFE-07] half-open connections from %s block no download', async (_whose, attacker, port) => {
    const bucket = await bucketWith(formLimits, { headersMs: 60_000, port })
    const attack = await halfOpen(bucket.port, attacker, 30)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => fetch(`http://127.0.0.1:${bucket.port}/nerdify/x`).catch(() => undefined)),
    )
    // Without a signed link the download is refused, but answered.
    expect(answers.map((answer) => answer?.status)).toEqual([403, 403, 403, 403])
    await eventually(async () => attack.open() < 10)
    attack.end()
  })

  test('[SAFE-07] a running upload survives any number of half-open connections', async () => {
    const bucket = await bucketWith(formLimits, { headersMs: 60_000, port: { connections: 10, networkConnections: 5 } })
    const { line, closed } = await beginFile(bucket, 'u/one')
    const attack = await halfOpen(bucket.port, '127.0.0.1', 30)
    await eventually(async () => attack.open() < 10)
    expect(line.closed).toBe(false)
    line.destroy()
    await closed
    attack.end()
  })

  test('[SAFE-07] at the limit of unread forms, the busiest network loses its oldest', async () => {
    const bucket = await bucketWith({ ...formLimits, unreadForms: 3 }, { trustProxy: 1 })
    const form = beginning(bucket, 'u/one', 3)
    const from = (address: string, text: string) =>
      text.replace('host: localhost', `host: localhost\r\nx-forwarded-for: 192.0.2.1, ${address}`)
    const half = from('198.51.100.7', form.slice(0, 700))
    const honest = connect(bucket.port, '127.0.0.1')
    const rest = from('198.51.100.7', form).slice(half.length)
    let answer = ''
    honest.on('data', (chunk: Buffer) => {
      answer += chunk
    })
    honest.on('error', () => undefined)
    honest.write(half)
    const silent = endlessBodies['nothing after the headers']
    const attack = { ...silent, first: from('203.0.113.9', silent.first) }
    const cut = await Promise.race(Array.from({ length: 4 }, () => sendEndlessly(bucket.port, attack, patience)))
    expect(cut).toMatchObject({ answer: 'HTTP/1.1 503 Service Unavailable', code: 'SlowDown' })
    expect(answer).toBe('')
    honest.write(`${rest}abc\r\n--form--\r\n`)
    await eventually(async () => answer.startsWith('HTTP/1.1 201'))
    honest.destroy()
  })

  test('[SAFE-07] limits unread forms: the oldest makes room, and a real one is accepted', async () => {
    const bucket = await bucketWith({ ...formLimits, unreadForms: 3 })
    const silent = endlessBodies['nothing after the headers']
    const waiting = [1, 2, 3].map(() => sendEndlessly(bucket.port, silent, patience))
    const first = await Promise.race([
      ...waiting,
      // Each finds three older ones.
      eventually(async () => ((await post(bucket, 'u/real', 'x')) === 201 ? undefined : 'refused')),
    ])
    expect(first).toMatchObject({ answer: 'HTTP/1.1 503 Service Unavailable', code: 'SlowDown' })
  })

  test('[SAFE-07] limits concurrent files; a further one gets "try later"', async () => {
    const bucket = await bucketWith({ ...formLimits, files: 2 })
    const [one, two] = [await beginFile(bucket, 'u/one'), await beginFile(bucket, 'u/two')]
    expect(await post(bucket, 'u/three', 'x')).toBe(503)
    one.line.destroy()
    await untilTaken(bucket, 'u/three')
    two.line.destroy()
  })

  test('[SAFE-07][FILE-02] a second post of a file replaces the first, so a form takes one file', async () => {
    const bucket = await bucketWith(formLimits)
    const first = await beginFile(bucket, 'u/same')
    expect(await post(bucket, 'u/same', 'last')).toBe(201)
    first.line.end()
    await first.closed
    await eventually(async () => (await bucket.unfinished()).length === 0)
    const kept: Buffer[] = []
    for await (const chunk of bucket.storage.read('u/same')) kept.push(chunk as Buffer)
    expect(Buffer.concat(kept).toString()).toBe('last')
  })
})

test('[GO-02] answers 404 to the proxy’s health check', async () => {
  const { port } = await bucketWith(quick)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})

test('[FILE-04] an object that is moved at once counts as accepted', async () => {
  const bucket = await bucketWith(formLimits)
  let writing = true
  const take = async () => {
    while (writing) {
      await bucket.storage.remove('u/quick')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const taking = Promise.all([take(), take(), take()])
  const statuses: number[] = []
  for (let times = 0; times < 100; times += 1) statuses.push(await post(bucket, 'u/quick', 'x'))
  writing = false
  await taking
  expect(new Set(statuses)).toEqual(new Set([201]))
})

test('[HOLD-05][API-10] without its database the bucket answers 503 in words, and accepts the file later', async () => {
  const database = connectServer('postgres://nobody@127.0.0.1:9/nothing', 1)
  let isAway = true
  const bucket = await bucketWith(formLimits, {
    isAwaited: (key) => (isAway ? isAwaitedIn(database.queries, key) : Promise.resolve(true)),
  })
  const key = objectKey('u', uuidv7(1))
  expect(await post(bucket, key, 'x')).toBe(503)
  isAway = false
  expect(await post(bucket, key, 'x')).toBe(201)
  await database.close()
})

test('[HOLD-03][API-10] a full disk is 503 in words and logged, leaves no partial file, and recovers', async ({
  skip,
}) => {
  const disk = smallDisk(8)
  if (disk === undefined) return skip('this machine does not let us mount a small disk')
  try {
    const faults: string[] = []
    const failed = (error: Error) => void faults.push((error as Error & { code?: string }).code ?? error.message)
    const bucket = await bucketWith(formLimits, { inside: disk.path, failed })
    const filler = join(disk.path, 'filler')
    await fillDisk(filler, { leaving: mebibyte })
    const large = 'x'.repeat(2 * mebibyte)
    const { url, fields } = bucket.formFor('u/large', large.length)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([large]), 'a.pdf')
    const refused = await fetch(url, { method: 'POST', body: form })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refused.text()).toContain('Please try again in a moment.')
    expect(faults).toEqual(['ENOSPC'])
    expect(await bucket.unfinished()).toEqual([])
    rmSync(filler)
    expect(await post(bucket, 'u/large', large)).toBe(201)
  } finally {
    disk.remove()
  }
})

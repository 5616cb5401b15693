import { createHash, randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderFile, UploadArrival, UploadForm } from '@nerdify/contract/files.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endlessBodies, sendEndlessly } from '../testing/endless-bodies.ts'
import { mostMemoryDuring, type ProductProcess, withProductProcess } from '../testing/product-process.ts'
import { promisedWithin, sendTo, signInByCode } from '../testing/test-client.ts'
import { openBucketStorage } from './embedded-bucket/bucket-storage.ts'
import { proofSize } from '../testing/proof-size.ts'

const mega = 1024 * 1024
const endlessSenders = proofSize({ embedded: { test: 60, prove: 600 } })
const kills = proofSize({ embedded: { test: 1, prove: 20 } })
const largeBytes = 100 * mega
/** Warms the process up: a first file loads code and memory regardless of its size. */
const warmUpBytes = 16 * mega
const uploadersAtOnce = 3
const filesOfOneOrder = 15
/** Time within which every endless sender is cut, also on a busy machine; the product's limit is ten seconds. */
const endlessPatienceMs = 60_000

/** Pause between the requests of other users. */
const servingPauseMs = 250

const head = '%PDF-1.4\n'

/** Sends a client's calls; throws if one is cut off. */
type Call = <Body>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>

const begin = async (call: Call, filename: string, size: number) =>
  (await call<UploadForm>('POST', '/api/v3/uploads', { filename, size })).body

/** Posts a form with a generated file, so that the file is never in memory. */
async function postStream(form: UploadForm, chunks: () => Generator<Uint8Array>): Promise<number> {
  const boundary = 'nerdify-strain'
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = Object.entries(form.fields).map(([name, value]) => field(name, value))
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
  const parts = function* () {
    yield Buffer.from(fields.join('') + file)
    yield* chunks()
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const response = await fetch(form.url, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(parts()),
    duplex: 'half',
  } as RequestInit)
  await response.arrayBuffer()
  return response.status
}

function* largeFile(bytes: number): Generator<Uint8Array> {
  yield Buffer.from(head)
  const chunk = Buffer.alloc(65_536, 0x20)
  for (let left = bytes - head.length; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}

/** Sends and fetches a large file; returns the growth of the server's memory in megabytes. */
async function tryLargeFile(product: ProductProcess, call: Call): Promise<number> {
  const send = async (bytes: number) => {
    const form = await begin(call, 'thesis.pdf', bytes)
    expect(await postStream(form, () => largeFile(bytes))).toBe(201)
    const { body } = await call<UploadArrival>('POST', `/api/v3/uploads/${form.id}/arrival`)
    expect(body.status).toBe('ready')
    const files = [{ location: form.location }]
    const order = (await call<Order>('POST', '/api/v3/orders', { type: 'Quiz', files })).body
    const [kept] = (await call<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body
    let received = 0
    for await (const chunk of (await fetch(kept?.location ?? '')).body ?? []) received += chunk.byteLength
    expect(received).toBe(bytes)
  }
  for (let times = 0; times < 3; times += 1) await send(warmUpBytes)
  const before = product.memory()
  const most = await mostMemoryDuring(product, () => send(largeBytes))
  const grown = Math.round((most - before) / mega)
  const outcome = `memory grew by ${grown} MB while ${largeBytes / mega} MB came and went`
  console.log(`PROOF ${JSON.stringify({ name: 'a large file', requirement: 'FILE-04', runs: 1, outcome })}`)
  return grown
}

/**
 * Many clients send slow and endless bodies to the bucket's port until all are cut, while files and pages are
 * requested. Returns the slowest and the undisturbed response times, and the growth of memory.
 */
async function tryEndlessBodies(product: ProductProcess, call: Call) {
  const ways = Object.values(endlessBodies)
  const port = Number(new URL(product.filesUrl).port)
  const sendFile = async () => {
    const form = await begin(call, 'thesis.pdf', mega)
    expect(await postStream(form, () => largeFile(mega))).toBe(201)
    const { body } = await call<UploadArrival>('POST', `/api/v3/uploads/${form.id}/arrival`)
    expect(body.status).toBe('ready')
  }
  const servePageAndFile = async () => {
    const startedAt = performance.now()
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    await sendFile()
    return performance.now() - startedAt
  }
  const undisturbedMs = await servePageAndFile()
  const before = product.memory()
  let slowestMs = 0
  let meanwhile = 0
  const most = await mostMemoryDuring(product, async () => {
    let areAllCut = false
    const cuts = Promise.all(
      Array.from({ length: endlessSenders }, (_, number) =>
        sendEndlessly(port, ways[number % ways.length] as (typeof ways)[number], { giveUpMs: endlessPatienceMs }),
      ),
    ).finally(() => {
      areAllCut = true
    })
    while (!areAllCut) {
      slowestMs = Math.max(slowestMs, await servePageAndFile())
      meanwhile += 1
      await Promise.race([cuts, pause(servingPauseMs)])
    }
    const outcomes = await cuts
    expect(Math.max(...outcomes.map(({ afterMs }) => afterMs))).toBeLessThan(endlessPatienceMs)
    const sent = outcomes.reduce((sum, each) => sum + each.sent, 0)
    const longest = Math.round(Math.max(...outcomes.map(({ afterMs }) => afterMs)) / 1000)
    console.log(`${Math.round(sent / mega)} MB left the senders; the last was cut after ${longest} s`)
  })
  const grownMb = Math.round((most - before) / mega)
  const outcome = `all cut; ${meanwhile} files taken meanwhile, the slowest in ${Math.round(slowestMs)} ms; memory grew by ${grownMb} MB`
  console.log(
    `PROOF ${JSON.stringify({ name: 'slow and endless bodies at the bucket’s port', requirement: 'SAFE-07', runs: endlessSenders, outcome })}`,
  )
  return { slowestMs, undisturbedMs, grownMb }
}

/** The state of a file before the kill. */
interface Sent {
  form: UploadForm
  content: Buffer
  hash: string
  /** The product confirmed the file. */
  acknowledged: boolean
  /** The order to attach it to, and whether the product confirmed that. */
  order: string | undefined
  attached: boolean
}
/** Kills the product during uploads, and checks each file. */
async function killAmongUploads(product: ProductProcess, call: Call): Promise<void> {
  const sent: Sent[] = []
  const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
  const arrive = async (upload: Sent) => {
    const { status, body } = await call<UploadArrival>('POST', `/api/v3/uploads/${upload.form.id}/arrival`)
    upload.acknowledged ||= status === 200 && body.status === 'ready'
    return status
  }
  const post = (upload: Sent) =>
    postStream(upload.form, function* () {
      // In chunks, so that a kill falls between them.
      for (let at = 0; at < upload.content.length; at += 16_384) yield upload.content.subarray(at, at + 16_384)
    })
  const newOrder = async () => (await call<Order>('POST', '/api/v3/orders', { type: 'Quiz' })).body.id
  const attach = async (upload: Sent, order: string) => {
    upload.order = order
    const files = [{ location: upload.form.location }]
    const { status } = await call('PATCH', `/api/v3/orders/${order}`, { files })
    upload.attached ||= status === 200
    return status
  }

  /** Sends files until the product is gone. */
  const keepSending = async (): Promise<void> => {
    try {
      for (;;) {
        const order = await newOrder()
        for (let count = 0; count < filesOfOneOrder; count += 1) {
          const content = Buffer.concat([Buffer.from(head), randomBytes(randomInt(1, 300_000))])
          const form = await begin(call, 'notes.pdf', content.length)
          const upload: Sent = {
            form,
            content,
            hash: hashOf(content),
            acknowledged: false,
            order: undefined,
            attached: false,
          }
          sent.push(upload)
          await post(upload)
          await arrive(upload)
          await attach(upload, order)
        }
      }
    } catch {
      // The kill interrupted unconfirmed uploads.
    }
  }

  /** Every file that an order lists is complete, and every confirmed file is listed. */
  const verify = async () => {
    const rest = await newOrder()
    for (const upload of sent.filter(({ attached }) => !attached)) {
      const status = await arrive(upload)
      if (status === 409) {
        // It arrived incomplete and unconfirmed: a new form accepts it.
        expect(upload.acknowledged).toBe(false)
        upload.form = (await call<UploadForm>('POST', `/api/v3/uploads/${upload.form.id}/form`)).body
        expect(await post(upload)).toBe(201)
        expect(await arrive(upload)).toBe(200)
      } else expect(status).toBe(200)
      // The order may have it without confirmation; then a repeat is a no-op.
      expect(await attach(upload, upload.order ?? rest)).toBe(200)
    }
    for (const order of new Set(sent.flatMap((upload) => upload.order ?? []))) {
      const files = (await call<OrderFile[]>('GET', `/api/v3/orders/${order}/files`)).body
      for (const upload of sent.filter((each) => each.order === order)) {
        expect(files.map(({ _id }) => _id)).toContain(upload.form.id)
      }
      for (const file of files) {
        const bytes = new Uint8Array(await (await fetch(file.location ?? '')).arrayBuffer())
        expect(hashOf(bytes)).toBe(sent.find(({ form }) => form.id === file._id)?.hash)
      }
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    const busy = Array.from({ length: uploadersAtOnce }, keepSending)
    const before = sent.length
    while (sent.length < before + uploadersAtOnce * 2) await new Promise((resolve) => setTimeout(resolve, 10))
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 200)))
    await product.kill()
    await Promise.all(busy)
    await product.startAgain()
    await verify()
  }
  const rows = await product.readData(async (queries) => {
    const found = await sql<{ kept_key: string; bytes: number }>`
      select kept_key, bytes from upload where status = 'ready' and deleted_at is null`.execute(queries)
    return found.rows
  })
  const storage = await openBucketStorage(join(product.dataDir, 'bucket'))
  const stored = await Promise.all(rows.map(async ({ kept_key: key }) => (await storage.stat(key))?.bytes))
  expect(stored).toEqual(rows.map(({ bytes }) => Number(bytes)))
  const outcome = `${sent.filter(({ acknowledged }) => acknowledged).length} acknowledged files whole, ${rows.length} rows with their objects`
  console.log(
    `PROOF ${JSON.stringify({ name: 'kills in the middle of uploads', requirement: 'FILE-04', runs: kills, outcome })}`,
  )
}

async function callsOf(product: ProductProcess): Promise<Call> {
  const token = await signInByCode(product, '+14155550101')
  return async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await sendTo<Body>(product, method, path, { token, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
}

test(`[FILE-03][FILE-04] (abuse 30) a file of ${largeBytes / mega} MB keeps memory flat; ${kills} kills lose no confirmed file`, () =>
  withProductProcess(async (product) => {
    const call = await callsOf(product)
    expect(await tryLargeFile(product, call)).toBeLessThan(largeBytes / mega / 2)
    await killAmongUploads(product, call)
  }))

test(`[SAFE-07] (abuse 30) cuts ${endlessSenders} endless senders; memory is bounded and others are served`, () =>
  withProductProcess(async (product) => {
    const { slowestMs, undisturbedMs, grownMb } = await tryEndlessBodies(product, await callsOf(product))
    expect(slowestMs).toBeLessThan(promisedWithin(10_000, undisturbedMs))
    expect(grownMb).toBeLessThan(200)
  }))

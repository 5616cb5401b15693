import { randomUUID } from 'node:crypto'
import { apiPaths, idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { UploadArrival, UploadForm } from '@nerdify/contract/files.ts'
import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { expect, test } from 'vitest'
import { expectBooksOf } from './testing/cards/books.ts'
import { testCards } from './testing/cards/card-page.ts'
import { startedDatabase } from './testing/own-database.ts'
import { type ProductProcess, withProductProcess } from './testing/product-process.ts'
import { proofSize } from './testing/proof-size.ts'
import { sandboxPages } from './testing/sandbox-provider.ts'
import { newPhone, sendTo, signInByCode } from './testing/test-client.ts'

const seconds = proofSize({ embedded: { test: 15, prove: 30 * 60 } })
const connections = 32
/** Requests per second of all connections: the product is busy but not saturated. */
const perSecond = 100
/** Orders of one client before the connection continues with another. */
const ordersOfClient = 10
/** Parts of a run; the first one, a warm-up, is not compared. */
const parts = 6
const mega = 1024 * 1024

/** The measurements of one part of the run. */
interface Part {
  tookMs: number[]
  /** The most memory that the product used in a sample, in bytes. */
  memory: number
}

/** The time below which this share of the requests stayed, in milliseconds. */
function quantile({ tookMs }: Part, share: number): number {
  const sorted = tookMs.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

/** Clients who sign in, look around, order, change their minds, send files, pay and leave, at a limited rate. */
async function loadFor(product: ProductProcess, durationMs: number) {
  const begun = performance.now()
  const parted: Part[] = Array.from({ length: parts }, () => ({ tookMs: [], memory: 0 }))
  const partNow = () =>
    parted[Math.min(parts - 1, Math.floor(((performance.now() - begun) / durationMs) * parts))] as Part
  /** On a busy machine the sign-ins alone may take the time, so each kind of call is made at least once. */
  const isOver = () =>
    failures.length > 0 || (performance.now() - begun >= durationMs && Object.values(done).every((count) => count > 0))
  const pages = sandboxPages(product.sandboxUrl)
  const failures: unknown[] = []
  const done = { orders: 0, payments: 0, files: 0, clients: 0 }

  const connection = async (number: number): Promise<void> => {
    let next = performance.now() + Math.random() * 1000
    /** Waits for this connection's turn, sends, and measures the time. */
    const call = async <Body>(
      [method, path]: [string, string],
      status: number,
      { token, body }: { token?: string; body?: unknown } = {},
    ) => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
      // A delayed connection does not catch up: the load stays limited.
      next = Math.max(next + (connections / perSecond) * 1000, performance.now())
      const sent = performance.now()
      const headers = method === 'POST' ? { [idempotencyHeader]: randomUUID() } : {}
      const ask = () => sendTo<Body>(product, method, path, { token, body, headers })
      // A connection opened ahead may close just then: browsers retry on another one, and so does this.
      const answer = await ask().catch(ask)
      partNow().tookMs.push(performance.now() - sent)
      if (answer.status !== status) {
        const afterS = Math.round((performance.now() - begun) / 1000)
        failures.push({ method, path, status: answer.status, body: answer.body, afterS })
        throw new Error(`${method} ${path} was answered ${answer.status}`)
      }
      return answer.body
    }

    const orderOnce = async (token: string, count: number): Promise<void> => {
      const mine = <Body>(method: string, path: string, status = 200, body?: unknown) =>
        call<Body>([method, path], status, { token, body })
      await mine('GET', apiPaths.pricing())
      await mine('GET', apiPaths.firstData())
      const { id, payment_link } = await mine<Order>('POST', apiPaths.orders(), 201, {
        type: 'Essay (writing)',
        subject: 'History',
        size: '2 Pages',
        deadline: new Date(deadlineFromHours(Date.now(), 24)).toISOString(),
        details: 'What the fall of Rome has to do with lead in the water.',
      })
      done.orders += 1
      for (const size of ['3 Pages', '4 Pages', '5 Pages']) await mine('PATCH', apiPaths.order(id), 200, { size })
      if (count % 5 === 0) {
        const content = `%PDF-1.4\n${'x'.repeat(20_000)}`
        const file = { filename: 'notes.pdf', size: content.length }
        const form = await mine<UploadForm>('POST', apiPaths.uploads(), 201, file)
        const fields = new FormData()
        for (const [name, value] of Object.entries(form.fields)) fields.append(name, value)
        fields.append('file', new Blob([content]), file.filename)
        const { status } = await fetch(form.url, { method: 'POST', body: fields })
        const arrival = await mine<UploadArrival>('POST', apiPaths.uploadArrival(form.id))
        if (status !== 201 || arrival.status !== 'ready') failures.push({ status, arrival })
        await mine('PATCH', apiPaths.order(id), 200, { files: [{ location: form.location }] })
        done.files += 1
      }
      if (count % 5 === 1) {
        const page = await fetch(product.url + new URL(payment_link).pathname, { redirect: 'manual' })
        await pages.pay(page.headers.get('location') ?? '', testCards.good, 'complete')
        const paid = await mine<PaymentCheckAnswer>('POST', apiPaths.paymentCheck(id))
        if (paid.status !== 'paid') failures.push({ id, paid })
        done.payments += 1
      }
      await mine('GET', apiPaths.order(id))
      await mine('GET', apiPaths.orderHistory(id))
      await mine('GET', `${apiPaths.orders()}?page=0`)
    }

    while (!isOver()) {
      const phone = newPhone()
      const creation = { phone, email: `p${phone.slice(1)}@example.com`, adult_confirmed: true }
      await call(['POST', opsPaths.clients()], 201, { token: product.operationsToken, body: creation })
      const token = await signInByCode(product, phone)
      done.clients += 1
      const stream = new AbortController()
      const live = await fetch(product.url + apiPaths.orderStream(), {
        headers: { authorization: `Bearer ${token}` },
        signal: stream.signal,
      })
      if (live.status !== 200) failures.push({ stream: live.status })
      // Each connection begins with another kind of order, so that even a busy machine meets all kinds.
      for (let count = 0; count < ordersOfClient && !isOver(); count += 1) await orderOnce(token, number + count)
      stream.abort()
    }
  }

  const watching = setInterval(() => {
    const part = partNow()
    part.memory = Math.max(part.memory, product.memory())
  }, 500)
  try {
    // An answer can say that a call failed; calls without an answer count separately.
    const ended = await Promise.allSettled(Array.from({ length: connections }, (_, number) => connection(number)))
    if (failures.length === 0) {
      for (const one of ended) if (one.status === 'rejected') failures.push(String(one.reason))
    }
  } finally {
    clearInterval(watching)
  }
  return { parted, failures, done }
}

test(`[OPS-03][OPS-04] ${seconds} s of mixed load fail no request, keep memory and times flat, and the books agree`, async () => {
  const database = process.env.TEST_DATABASE_URL === undefined ? undefined : await startedDatabase()
  try {
    await withProductProcess(
      async (product) => {
        const { parted, failures, done } = await loadFor(product, seconds * 1000)
        expect(failures).toEqual([])
        expect(done.orders).toBeGreaterThan(0)
        expect(done.payments).toBeGreaterThan(0)
        expect(done.files).toBeGreaterThan(0)

        const requests = parted.reduce((sum, { tookMs }) => sum + tookMs.length, 0)
        const perPart = (value: (part: Part) => number, unit: string) =>
          `${parted.map((part) => Math.round(value(part))).join(', ')} ${unit}`
        const outcome = [
          `${requests} requests, ${done.orders} orders, ${done.payments} payments, ${done.files} files of ${done.clients} clients; none failed`,
          `half of the requests within ${perPart((part) => quantile(part, 0.5), 'ms')}`,
          `95 of 100 within ${perPart((part) => quantile(part, 0.95), 'ms')}`,
          `memory at most ${perPart(({ memory }) => memory / mega, 'MiB')}`,
        ].join('; ')
        console.log(
          `PROOF ${JSON.stringify({ name: `${connections} connections of mixed load for ${seconds} s, told in sixths`, requirement: 'OPS-04', runs: requests, outcome })}`,
        )
        const [, early, ...later] = parted as [Part, Part, ...Part[]]
        const late = later.at(-1) as Part
        // A short run cannot show a leak: only the long run asserts its claims.
        if (process.env.PROVE !== undefined) {
          expect(late.memory).toBeLessThan(early.memory * 1.25)
          expect(quantile(late, 0.5)).toBeLessThan(quantile(early, 0.5) * 1.5)
        }
        await product.readData(expectBooksOf)
      },
      database === undefined ? {} : { databaseUrl: database.url },
    )
  } finally {
    await database?.drop()
  }
})

import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { personWithPaidOrder } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import type { App } from '../app-type.ts'

/** Long enough for a busy machine, which may pause between two bytes. */
const arrival = { limitMs: 3_000, lookEveryMs: 100 }
/** One byte per interval, many intervals within the limit. */
const byteEveryMs = 75

let app: App
beforeAll(async () => {
  const { product } = await testProduct()
  app = await buildApp(product, { webDirectory: 'no-web-app', logger: false, arrival })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Sends `first` at once and `rest` byte by byte while the server reads; returns the answer. */
function trickle(first: string, rest: string): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve, reject) => {
    let answer = ''
    let sent = 0
    let drip: NodeJS.Timeout | undefined
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write(first)
      drip = setInterval(() => {
        if (sent < rest.length && socket.writable) socket.write(rest[sent++] ?? '')
      }, byteEveryMs)
    })
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A byte that crosses the closing of the connection.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearInterval(drip)
      resolve({ answer, sent })
    })
  })
}

const line = 'POST /api/v3/factor_auth HTTP/1.1\r\nhost: localhost\r\n'
const body = JSON.stringify({ type: 'request_code', factor: 'email', value: 'x'.repeat(10_000) })

describe.concurrent('a request that never completes', () => {
  test.each([
    [
      'its body comes byte by byte',
      `${line}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      body,
    ],
    ['its headers come byte by byte', line, `x-long: ${'x'.repeat(10_000)}`],
    [
      'it says that a body follows, and none does',
      `${line}content-type: application/json\r\ncontent-length: 5\r\n\r\n`,
      '',
    ],
  ])('[API-01] (abuse 38) is ended with 408 when %s; others continue', async (_how, first, rest) => {
    const slow = trickle(first, rest)
    const { port } = app.server.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    const { answer, sent } = await slow
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"error_type":"too_slow"')
    expect(sent).toBeLessThanOrEqual(rest.length === 0 ? 0 : rest.length - 1)
  })

  test('[API-01] (abuse 38) closes an unused connection without an answer', async () => {
    expect(await trickle('', '')).toEqual({ answer: '', sent: 0 })
  })

  test('[API-01] (abuse 38) answers a slow request within the limit', async () => {
    // A few pauses within a limit of many, because a busy machine stretches them.
    const small = '{}'
    const head = `${line}connection: close\r\ncontent-type: application/json\r\ncontent-length: ${small.length}\r\n\r\n`
    const { answer, sent } = await trickle(head, small)
    expect(sent).toBe(small.length)
    expect(answer).toMatch(/^HTTP\/1\.1 422 /)
  })

  describe('an upload of operations', () => {
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    // Takes longer than the limit at one byte per interval.
    const rest = `${'x'.repeat((2 * arrival.limitMs) / byteEveryMs)}\r\n--x--\r\n`
    const head = async (token: string) =>
      `POST /api/ops/orders/${(await personWithPaidOrder()).order.id}/files HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${form.length + rest.length}\r\n\r\n${form}`
    const operationsToken = async () => (await testProduct()).settings.operationsToken

    test('[OPS-05][FILE-03] is read as long as bytes arrive', async () => {
      const { answer, sent } = await trickle(await head(await operationsToken()), rest)
      expect(sent).toBe(rest.length)
      // The server read the whole body, which lacks the facts.
      expect(answer).toMatch(/^HTTP\/1\.1 422 /)
      expect(answer).toContain('"error_value":"type"')
    })

    test('[OPS-05] (abuse 38) is cut off when idle, and at the usual limit without authentication', async () => {
      expect((await trickle(await head(await operationsToken()), '')).answer).toBe('')
      const { answer, sent } = await trickle(await head('wrong'), rest)
      expect(answer).toMatch(/^HTTP\/1\.1 401 /)
      expect(sent).toBeLessThan(rest.length)
    })
  })
})

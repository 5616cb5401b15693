import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { sdkAt } from '../sandbox-provider.ts'

const served: { line: string; key: string | undefined; host: string | undefined; body: string }[] = []
/** A fake distant provider: it compresses, and records its requests. */
const far = createServer(async (request, response) => {
  served.push({
    line: `${request.method} ${request.url}`,
    key: request.headers['idempotency-key']?.toString(),
    host: request.headers.host,
    body: await text(request),
  })
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'request-id': 'req_far' })
  response.end(gzipSync(JSON.stringify({ object: 'customer', id: `cus_${served.length}` })))
})
let proxy: FaultyProxy
let sdk: Stripe

beforeAll(async () => {
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  proxy = await startFaultyProxy(`http://127.0.0.1:${(far.address() as AddressInfo).port}`)
  sdk = sdkAt(proxy.url, 'sk_test_far')
})
afterEach(() => {
  proxy.mend()
  served.length = 0
})
afterAll(async () => {
  await proxy.close()
  await new Promise((resolve) => far.close(resolve))
})

describe('a proxy that breaks calls', () => {
  test('forwards other calls unchanged', async () => {
    const customer = await sdk.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'once' })
    expect(customer.id).toBe('cus_1')
    expect(customer.lastResponse.requestId).toBe('req_far')
    const host = new URL(`http://127.0.0.1:${(far.address() as AddressInfo).port}`).host
    expect(served).toEqual([{ line: 'POST /v1/customers', key: 'once', host, body: 'email=ada%40example.com' }])
  })

  test('loses an answer after the work; the repeat succeeds with the same key', async () => {
    proxy.breakCalls({ fault: 'lose_response', method: 'POST', path: '/v1/customers' })
    await sdk.customers.retrieve('cus_1')
    const customer = await sdk.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'once' })
    expect(customer.id).toBe('cus_3')
    expect(served.map(({ line, key }) => [line, key])).toEqual([
      ['GET /v1/customers/cus_1', undefined],
      ['POST /v1/customers', 'once'],
      ['POST /v1/customers', 'once'],
    ])
  })

  test.each([
    ['error', 'StripeAPIError'],
    ['rate_limit', 'StripeRateLimitError'],
    ['reset', 'StripeConnectionError'],
    ['nonsense', 'StripeAPIError'],
  ] as const)('breaks a call by %s, which the SDK reports as %s, before it reaches the target', async (fault, type) => {
    proxy.breakCalls({ fault, calls: 5 })
    await expect(sdk.customers.create({}, { maxNetworkRetries: 0 })).rejects.toMatchObject({ type })
    expect(served).toEqual([])
    proxy.mend()
    expect((await sdk.customers.create({})).object).toBe('customer')
  })

  test('an unreachable target looks like a broken connection', async () => {
    const blind = await startFaultyProxy('http://127.0.0.1:9')
    const there = sdkAt(blind.url, 'sk_test_far')
    await expect(there.customers.create({}, { maxNetworkRetries: 0 })).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    await blind.close()
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openBucket } from '../../adapters/open-bucket.ts'
import { buildApp } from '../../app.ts'
import { testProduct } from '../../testing/running-product.ts'

const s3 = { endpoint: 'https://s3.test', region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' }

test.each(['/', '/login', '/nowhere', '/api/v3/orders', '/api/nowhere', '/healthz', '/o/x', '/f/x'])(
  '[SAFE-16] %s of the product demands HTTPS and isolates its window',
  async (path) => {
    const { product, settings } = await testProduct()
    const parts = { ...product, settings: { ...settings, production: true, publicUrl: 'https://nerdify.test' } }
    const app = await buildApp(parts, { webDirectory: 'no-web-app', logger: false })
    const { headers } = await app.inject({ url: path })
    await app.close()
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
    })
  },
)

test.each([
  ['embedded', undefined],
  ['unused', s3],
])('[SAFE-16] every answer of the %s bucket demands HTTPS and isolates its window', async (_kind, bucketAccess) => {
  const { settings, clock } = await testProduct()
  const bucket = await openBucket({ ...settings, filesUrl: 'https://files.test', s3: bucketAccess }, clock, {
    failed: () => undefined,
  })
  const server = createServer(bucket.serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    for (const [method, path] of [
      ['GET', '/nerdify/none'],
      ['POST', '/nerdify'],
      ['OPTIONS', '/nerdify'],
      ['DELETE', '/'],
    ] as const) {
      const { headers } = await fetch(origin + path, { method })
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test('[SAFE-16] an http origin does not demand HTTPS', async () => {
  const { url } = await testProduct()
  const { headers } = await fetch(`${url}/healthz`)
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

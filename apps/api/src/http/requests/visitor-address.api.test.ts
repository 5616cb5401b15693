import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { App } from '../app-type.ts'
import { testProduct } from '../../testing/running-product.ts'
import { type TrustedProxies, visitorAddress } from '../../trusted-proxies.ts'

const apps: App[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** The address that the product sees for a call with this header from this machine. */
async function takenFrom(trustProxy: TrustedProxies, forwardedFor: string, remoteAddress = '10.0.0.1') {
  const { product, settings } = await testProduct()
  const app = await buildApp(
    { ...product, settings: { ...settings, trustProxy } },
    { webDirectory: 'no-web-app', logger: false },
  )
  apps.push(app)
  const headers = { authorization: `Bearer ${settings.operationsToken}`, 'x-forwarded-for': forwardedFor }
  const answer = await app.inject({ url: '/api/ops/caller', remoteAddress, headers })
  return answer.statusCode === 200 ? answer.json().ip_address : answer
}

test.each<[TrustedProxies, string, string, string]>([
  [0, '198.51.100.9', '10.0.0.1', '10.0.0.1'],
  [1, '198.51.100.9, 203.0.113.7', '10.0.0.1', '203.0.113.7'],
  [2, '198.51.100.9, 203.0.113.7, 10.0.0.2', '10.0.0.1', '203.0.113.7'],
  [['10.0.0.0/8'], '198.51.100.9, 203.0.113.7, 10.0.0.2', '10.0.0.1', '203.0.113.7'],
  [['10.0.0.0/8'], '198.51.100.9', '203.0.113.7', '203.0.113.7'],
  [['10.0.0.0/8'], '198.51.100.9, 203.0.113.7', '::ffff:10.0.0.1', '203.0.113.7'],
  [['fd00::/8', '10.0.0.1'], '198.51.100.9, 2001:db8::7, fd00::2', '10.0.0.1', '2001:db8::7'],
])(
  '[SAFE-06] TRUST_PROXY %j: %s via %s counts as %s, whatever a visitor wrote in front',
  async (trusted, forwardedFor, remoteAddress, caller) => {
    expect(await takenFrom(trusted, forwardedFor, remoteAddress)).toBe(caller)
    const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } }
    expect(visitorAddress(request, trusted)).toBe(caller)
  },
)

test.each(['unknown', '203.0.113.7:5123', '_hidden', '<script>', '203.0.113.256'])(
  '[SAFE-06] refuses %s from a proxy: it is no address',
  async (word) => {
    const answer = await takenFrom(1, word)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      text: 'We could not tell where this request came from.',
      error_type: 'invalid_request',
      error_value: 'x-forwarded-for',
    })
  },
)

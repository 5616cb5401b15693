import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import type { App } from '../http/app-type.ts'
import type { Settings } from '../settings.ts'
import { testProduct } from '../testing/running-product.ts'

const apps: App[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

/** The product with other settings, and an address database of one network. */
async function withSettings(changed: Partial<Settings>): Promise<App> {
  const { product } = await testProduct()
  const geo = {
    knowsRegions: true,
    regionOf: (ip: string) => (ip.startsWith('198.51.100.') ? 'DE-BE' : undefined),
  }
  const parts = { ...product, geo, settings: { ...product.settings, ...changed } }
  const app = await buildApp(parts, { webDirectory: 'no-web-app', logger: false })
  apps.push(app)
  return app
}

const path = '/ipinfo/me?geo=1'
const visitor = { remoteAddress: '198.51.100.7' }

describe('[API-08] a visitor’s country', () => {
  test('follows from the address of the request, in an uncacheable answer', async () => {
    const app = await withSettings({})
    const answer = await app.inject({ url: path, ...visitor })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ country_code: 'DE' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await app.inject({ url: path, remoteAddress: '192.0.2.1' })).json()).toEqual({ country_code: null })
  })

  test('follows from the proxy’s header only if the proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const trusting = await withSettings({ trustProxy: 1 })
    expect((await trusting.inject({ url: path, headers })).json()).toEqual({ country_code: 'DE' })
    const wary = await withSettings({ trustProxy: 0 })
    expect((await wary.inject({ url: path, headers })).json()).toEqual({ country_code: null })
  })

  test('[OPS-07] comes from the host in ANALYTICS_URL, which lets our pages read it', async () => {
    const app = await withSettings({ publicUrl: 'https://nerdify.example', analyticsUrl: 'https://where.example' })
    const sent = await app.inject({ url: path, ...visitor, headers: { host: 'nerdify.example' } })
    expect(sent.statusCode).toBe(307)
    expect(sent.headers.location).toBe('https://where.example/ipinfo/me?geo=1')
    expect(sent.headers['content-security-policy']).toContain('https://where.example')
    const answer = await app.inject({ url: path, ...visitor, headers: { host: 'where.example' } })
    expect(answer.json()).toEqual({ country_code: 'DE' })
    expect(answer.headers['access-control-allow-origin']).toBe('https://nerdify.example')
  })

  test('[API-10] refuses other queries', async () => {
    const app = await withSettings({})
    expect((await app.inject({ url: '/ipinfo/me?geo=2' })).statusCode).toBe(422)
  })
})

test('[CONS-04] the page may load only a configured tag, and gets its id', async () => {
  const policyOf = async (app: App) => String((await app.inject({ url: path })).headers['content-security-policy'])
  expect(await policyOf(await withSettings({}))).not.toContain('google')
  const app = await withSettings({ tag: { id: 'GTM-ABC123', strict: true } })
  expect(await policyOf(app)).toContain("script-src 'self' https://www.googletagmanager.com;")
  expect((await app.inject({ url: path, ...visitor })).json()).toEqual({
    country_code: 'DE',
    tag: { id: 'GTM-ABC123', strict: true },
  })
})

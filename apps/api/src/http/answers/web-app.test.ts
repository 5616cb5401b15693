import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { pricePlaceholder, pricedStartPage } from '@nerdify/contract/served-price.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from '../app-type.ts'
import { sendPlainPage } from './plain-page.ts'
import { serveWebApp } from './web-app.ts'

const fontFace = '@font-face{font-family:Besley;src:url(/assets/besley-1.woff2)format("woff2")}'

/** A server with a small built app; `amountAtStart` reads its price. */
async function serverOf(amountAtStart: () => Promise<string | undefined>) {
  const directory = mkdtempSync(join(tmpdir(), 'nerdify-web-'))
  for (const [file, text] of [
    ['index.html', `<style>@layer tokens{:root{--font-display:"Besley", serif;--s-1:.25rem}}${fontFace}</style>`],
    ['404.html', 'unknown'],
    ['start/index.html', 'without a price'],
    [pricedStartPage, `${pricePlaceholder} · Continue, ${pricePlaceholder}`],
  ] as const) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), text)
  }
  const app = Fastify() as unknown as App
  const surroundings = { production: false, filesOrigin: 'http://localhost:3001' }
  app.get('/plain', { config: { who: 'anyone' } }, (_request, reply) =>
    sendPlainPage(reply.header('content-security-policy', "style-src 'none'"), { title: 'Receipt', main: '' }),
  )
  await serveWebApp(app, directory, surroundings as never, amountAtStart)
  return (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } })
}

test('[DOOR-01] /start has the current price at each request, and none where it may differ', async () => {
  let amount: string | undefined = '$48.00'
  const visit = await serverOf(async () => amount)
  const first = await visit('/start')
  expect(first.body).toBe('$48.00 · Continue, $48.00')
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining('default-src'),
  })
  amount = '$50.00'
  const packed = await visit('/start?utm_source=mail', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(packed.rawPayload))).toBe('$50.00 · Continue, $50.00')
  expect((await visit('/start?ref=shared')).body).toBe('without a price')
  amount = undefined
  expect((await visit('/start')).body).toBe('without a price')
})

test('[DOOR-01] serves /start without a price while the prices are unreadable', async () => {
  const visit = await serverOf(async () => Promise.reject(new Error('no database')))
  expect(await visit('/start')).toMatchObject({ statusCode: 200, body: 'without a price' })
})

test('[DOOR-01] answers 304 to a browser that has the page, until the price changes', async () => {
  let amount = '$48.00'
  const visit = await serverOf(async () => amount)
  const known = { 'if-none-match': String((await visit('/start')).headers.etag) }
  for (const encoding of ['identity', 'br']) {
    const again = await visit('/start', { ...known, 'accept-encoding': encoding })
    expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag: known['if-none-match'] } })
  }
  amount = '$50.00'
  expect(await visit('/start', known)).toMatchObject({ statusCode: 200, body: '$50.00 · Continue, $50.00' })
})

test('[PAY-16] a plain page has the fonts of the built app and our mark', async () => {
  const { body } = await (await serverOf(async () => undefined))('/plain')
  expect(body).toContain(`${fontFace}\n:root{--font-display:"Besley", serif}`)
  expect(body).toContain('var(--font-display,')
  expect(body).toMatch(/<p class="brand"><svg .*<\/svg>Nerdify<\/p>/)
})

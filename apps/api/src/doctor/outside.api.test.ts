import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stripeCards } from '../adapters/cards-stripe.ts'
import { smtpMail } from '../adapters/mail-smtp.ts'
import { clamdScanner } from '../adapters/scanner-clamd.ts'
import { twilioSms } from '../adapters/sms-twilio.ts'
import { buildApp } from '../app.ts'
import { connectServer } from '../database/connect.ts'
import { deskServer } from '../desk/desk-server.ts'
import type { Settings } from '../settings.ts'
import { newAuthority, type ServerCertificate } from '../testing/certificates.ts'
import { testProduct } from '../testing/running-product.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { smallDisk } from '../testing/small-disk.ts'
import { openBucket } from '../adapters/open-bucket.ts'
import { checksOf } from './checks.ts'
import { examine } from './examine.ts'
import { outsideChecks } from './outside-checks.ts'

const authority = newAuthority()
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Listens until the test ends; returns the port. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endings.push(() => {
    if ('closeAllConnections' in server) (server as unknown as { closeAllConnections(): void }).closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const overHttps = async (answer: RequestListener, certificate: ServerCertificate = authority.issue('localhost', 60)) =>
  `https://localhost:${await listen(createTlsServer(certificate, answer))}`

/** A server that accepts connections and never answers. */
function muteServer(): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  endings.push(() => sockets.forEach((socket) => socket.destroy()))
  return listen(createSocketServer((socket) => void sockets.add(socket.on('error', () => undefined))))
}

const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
/** A product that refuses strangers. */
const refuses: RequestListener = (request, response) =>
  void response.writeHead(/^\/(metrics|api\/ops)/.test(request.url ?? '') ? 401 : 200, hsts).end()
const leadsOn: RequestListener = (request, response) =>
  void response.writeHead(308, { location: `https://localhost${request.url}` }).end()

/** The findings by name: true, or the text of a failed check. */
async function found(settings: Partial<Settings>, httpPort?: number, limitMs?: number) {
  const { settings: own } = await testProduct()
  const port = httpPort ?? (await listen(createServer(leadsOn)))
  const production = { ...own, production: true, desk: undefined, s3: own.s3, ...settings }
  const findings = await examine(outsideChecks(production, port), limitMs)
  return Object.fromEntries(findings.map(({ name, well, text }) => [name, well || text]))
}

/** Runs only the site's check, with a healthy product apart from these parts. */
async function foundSite(parts: { certificate?: ServerCertificate; answer?: RequestListener; httpPort?: number }) {
  const url = await overHttps(parts.answer ?? refuses, parts.certificate)
  return (await found({ publicUrl: url, filesUrl: url }, parts.httpPort))['site']
}

test('[GO-06] the doctor finds the product well through its three origins', async () => {
  const { product, settings } = await testProduct()
  const publicUrl = await overHttps((request, response) => app.routing(request, response))
  const app = await buildApp(
    { ...product, settings: { ...settings, publicUrl } },
    { webDirectory: 'no-web-app', logger: false },
  )
  endings.push(() => app.close())
  await app.ready()
  const desk = await deskServer({ directory: join(import.meta.dirname), origin: publicUrl, api: app.routing })
  const deskUrl = await overHttps((request, response) => void desk.emit('request', request, response))
  let serve: RequestListener = () => undefined
  const filesUrl = await overHttps((request, response) => serve(request, response))
  const bucket = await openBucket({ ...settings, filesUrl }, product.clock, { failed: () => undefined })
  serve = bucket.serve
  expect(await found({ publicUrl, filesUrl, desk: { port: 0, url: deskUrl } })).toEqual({
    site: true,
    files: true,
    desk: true,
    strangers: true,
    clock: true,
    disk: true,
  })
})

test('[GO-06] reports a certificate that browsers refuse, or that ends soon and was not renewed', async () => {
  const issue = authority.issue
  expect(await foundSite({ certificate: issue('localhost', 22) })).toBe(true)
  expect(await foundSite({ certificate: issue('localhost', 20.5) })).toMatch(/ends in 20 days.*proxy/)
  // Renewal is due when a third of the lifetime is left: 15 days, or 30.
  expect(await foundSite({ certificate: issue('localhost', 16, 45) })).toBe(true)
  expect(await foundSite({ certificate: issue('localhost', 11, 45) })).toMatch(/ends in 1\d days/)
  expect(await foundSite({ certificate: issue('localhost', 16, 90) })).toMatch(/ends in 1\d days/)
  expect(await foundSite({ certificate: issue('localhost', -1) })).toMatch(/certificate has expired/)
  expect(await foundSite({ certificate: issue('other.example', 60) })).toMatch(/does not match certificate/)
  expect(await foundSite({ certificate: newAuthority('Nobody').issue('localhost', 60) })).toMatch(/unable to verify/)
})

test('[SAFE-16] reports an origin without HSTS, or with a site under http', async () => {
  expect(await foundSite({ answer: (_request, response) => void response.end() })).toMatch(/no HSTS/)
  const short: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'strict-transport-security': 'max-age=60' }).end()
  expect(await foundSite({ answer: short })).toMatch(/no HSTS/)

  const servesPlain = await listen(createServer((_request, response) => void response.end('pages')))
  expect(await foundSite({ httpPort: servesPlain })).toMatch(/answers 200 and does not lead to https/)
  const leadsToPlain = await listen(
    createServer((_request, response) => void response.writeHead(301, { location: 'http://localhost/' }).end()),
  )
  expect(await foundSite({ httpPort: leadsToPlain })).toMatch(/answers 301 and does not lead to https/)
  expect(await foundSite({ httpPort: await freePort() })).toBe(true)
})

test('[GO-06] reports an origin where nobody listens, or that hangs', async () => {
  const url = `https://localhost:${await freePort()}`
  expect(await found({ publicUrl: url, filesUrl: url })).toMatchObject({
    site: expect.stringMatching(/ECONNREFUSED/),
    files: expect.stringMatching(/ECONNREFUSED/),
    strangers: true,
  })
  const mute = `https://localhost:${await muteServer()}`
  expect(await found({ publicUrl: mute, filesUrl: mute }, undefined, 200)).toMatchObject({
    site: expect.stringMatching(/no answer within 0.2 s/),
    strangers: expect.stringMatching(/no answer within 0.2 s/),
  })
})

test.each(['/metrics', '/api/ops/orders'])('[SAFE-10] %s that answers a stranger is named', async (path) => {
  const publicUrl = await overHttps((request, response) =>
    request.url === path ? void response.writeHead(200, hsts).end() : refuses(request, response),
  )
  expect(await found({ publicUrl, filesUrl: publicUrl })).toMatchObject({
    site: true,
    strangers: expect.stringMatching(new RegExp(`${path} answers 200 without a token`)),
  })
})

test('[GO-06] compares our clock with the card provider’s', async () => {
  const { settings } = await testProduct()
  for (const [seconds, finding] of [
    [0, true],
    [-20, true],
    [3600, expect.stringMatching(/Our clock is 3\d\d\d s behind .*NTP/)],
    [-3600, expect.stringMatching(/Our clock is 3\d\d\d s ahead of .*NTP/)],
  ] as const) {
    const port = await listen(
      createServer((_request, response) => {
        response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString())
        response.end()
      }),
    )
    const stripe = { ...settings.stripe, apiBase: `http://127.0.0.1:${port}` }
    expect([seconds, (await found({ production: false, stripe }))['clock']]).toEqual([seconds, finding])
  }
})

test('[GO-06] reports a nearly full disk', async ({ skip }) => {
  const disk = smallDisk(8)
  if (disk === undefined) return skip('this machine does not let us mount a small disk')
  endings.push(() => disk.remove())
  expect((await found({ production: false, dataDir: join(disk.path, 'not-made-yet') }))['disk']).toMatch(
    /nearly full: .*not-made-yet has 0\.0 of 0\.0 GB free/,
  )
})

test('[GO-06] every check has a limit, so that the doctor ends within 60 s whatever hangs', async () => {
  const { settings } = await testProduct()
  const port = await muteServer()
  const mute = `http://127.0.0.1:${port}`
  const hanging: Settings = {
    ...settings,
    publicUrl: mute,
    filesUrl: mute,
    desk: { port, url: mute },
    messengerUrl: mute,
    stripe: { ...settings.stripe, apiBase: mute },
    sms: { ...settings.sms, apiBase: mute },
    smtp: { ...settings.smtp, host: '127.0.0.1', port },
    s3: { endpoint: mute, region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' },
    clamd: { host: '127.0.0.1', port },
  }
  const mail = smtpMail(hanging.smtp)
  const database = connectServer(`postgres://nerdify@127.0.0.1:${port}/nerdify`, 1)
  const checks = checksOf({
    settings: hanging,
    cards: stripeCards(hanging.stripe),
    sms: twilioSms(hanging.sms),
    mail,
    scanner: clamdScanner({ host: '127.0.0.1', port }),
    database: async () => database,
    files: async () => (await openBucket(hanging, { now: Date.now }, { failed: () => undefined })).files,
    resolveTxt: async () => [],
  })
  expect(checks.filter(({ limitMs = 15_000 }) => limitMs > 45_000)).toEqual([])
  const findings = await examine(
    checks.map(({ limitMs: _own, ...check }) => check),
    300,
  )
  mail.close()
  const ofOurs = ['secrets', 'disk']
  const hang = findings.filter(({ name }) => !ofOurs.includes(name))
  expect(hang.map(({ name, text }) => [name, text])).toEqual(
    hang.map(({ name }) => [name, expect.stringMatching(/no answer within 0.3 s|without the database/)]),
  )
})

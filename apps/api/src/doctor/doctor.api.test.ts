import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text as textOf } from 'node:stream/consumers'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripeCards } from '../adapters/cards-stripe.ts'
import { systemClock } from '../adapters/clock.ts'
import { openBucket } from '../adapters/open-bucket.ts'
import { smtpMail } from '../adapters/mail-smtp.ts'
import { clamdScanner } from '../adapters/scanner-clamd.ts'
import { twilioSms } from '../adapters/sms-twilio.ts'
import { mailAlerts, newAlertWatch } from '../alerts/mail-alerts.ts'
import { buildApp } from '../app.ts'
import { connectServer } from '../database/connect.ts'
import { createMetrics } from '../metrics.ts'
import { readGauges } from '../metrics-routes.ts'
import type { Settings } from '../settings.ts'
import { startAddingProxy } from '../testing/servers/adding-proxy.ts'
import { startClamd } from '../testing/servers/clamd.ts'
import { testProduct } from '../testing/running-product.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { checksOf, type Patient } from './checks.ts'
import { noteBackup } from '../database/noted-backups.ts'
import { examine, type Finding, formatFindings } from './examine.ts'
import { lookAtProxy } from './look-at-proxy.ts'

let folder: string
let well: Settings
let nobody: number
beforeAll(async () => {
  const { settings, sandboxUrl } = await testProduct()
  folder = mkdtempSync(join(tmpdir(), 'nerdify-doctor-'))
  nobody = await freePort()
  well = { ...settings, dataDir: folder, messengerUrl: `${sandboxUrl}/messenger` }
  // Loads the providers' SDKs, which on a busy machine may let a new database connection time out.
  await found(() => ({}))
})
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Checks for production only, tested by `outside.api.test.ts` and `providers.api.test.ts`, and the one for late orders,
 * which other tests leave behind (`mail-alerts.api.test.ts`).
 */
const elsewhere = ['site', 'files', 'desk', 'card account', 'text account', 'mail records', 'promises']

/** The findings with these settings, by name: the text of a failed check, else true. */
async function found(change: (settings: Settings) => Partial<Settings>, more: Partial<Patient> = {}) {
  const { database } = await testProduct()
  const settings = { ...well, ...change(well) }
  const mail = smtpMail(settings.smtp)
  const findings = await examine(
    checksOf({
      settings,
      // The sandbox accepts only its own credentials, which production refuses.
      cards: stripeCards(settings.production ? well.stripe : settings.stripe),
      sms: twilioSms(settings.production ? well.sms : settings.sms),
      mail,
      scanner: settings.clamd === undefined ? undefined : clamdScanner(settings.clamd),
      database: async () => database,
      files: async () => (await openBucket(settings, systemClock, { failed: () => undefined })).files,
      resolveTxt: async () => [],
      ...more,
    }),
  )
  mail.close()
  const inside = findings.filter(({ name }) => !elsewhere.includes(name))
  return Object.fromEntries(inside.map(({ name, well: isWell, text }) => [name, isWell || text]))
}

/** A bucket's behavior towards browsers. */
interface BrowserRules {
  allows?: string | null
  methods?: string
  preflight?: number
  form?: number
  /** Stored instead of the form's file. */
  keeps?: string
  /** What strangers may read. */
  open?: 'objects' | 'list'
  /** What our key may not do. */
  lacks?: 'list' | 'copy'
}

/** A bucket in memory, with rules for the pages of an origin. */
async function startBucket(origin: string, rules: BrowserRules) {
  const { allows = origin, methods = 'POST', preflight = 200, form = 201, open, lacks } = rules
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
    const key = pathname.slice('/b/'.length)
    const isSigned = searchParams.has('X-Amz-Signature')
    const source = request.headers['x-amz-copy-source']
    const refuse = () => void response.writeHead(403).end()
    if (allows !== null) response.setHeader('access-control-allow-origin', allows)
    if (request.method === 'OPTIONS') {
      response.writeHead(preflight, { 'access-control-allow-methods': methods }).end()
    } else if (request.method === 'POST') {
      if (form !== 201) return void response.writeHead(form).end('<Error><Code>AccessDenied</Code></Error>')
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      const fields = await new Response(new Uint8Array(body), { headers }).formData()
      const file = Buffer.from(await (fields.get('file') as File).arrayBuffer())
      objects.set(String(fields.get('key')), rules.keeps === undefined ? file : Buffer.from(rules.keeps))
      response.writeHead(201).end()
    } else if (typeof source === 'string') {
      if (lacks === 'copy') return refuse()
      objects.set(key, objects.get(source.slice('/b/'.length)) ?? Buffer.of())
      response.end('<CopyObjectResult/>')
    } else if (request.method === 'PUT') {
      objects.set(key, body)
      response.end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (key === '') {
      if (isSigned ? lacks === 'list' : open !== 'list') return refuse()
      response.end('<ListBucketResult></ListBucketResult>')
    } else {
      if (!isSigned && open !== 'objects') return refuse()
      const stored = objects.get(key)
      if (stored === undefined) return void response.writeHead(lacks === 'list' ? 403 : 404).end()
      response.writeHead(200, { 'content-length': stored.length }).end(stored)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' },
    keys: () => [...objects.keys()],
    close: () => void server.close(),
  }
}

const allWell = {
  secrets: true,
  database: true,
  migrations: true,
  prices: true,
  'card provider': true,
  'text messages': true,
  mail: true,
  'chat page': true,
  backup: true,
  bucket: true,
  proxy: true,
  'card events': true,
  'texts to us': true,
  strangers: true,
  clock: true,
  disk: true,
}
const asProduction = (settings: Settings): Settings => ({
  ...settings,
  production: true,
  limitScale: 1,
  // An address without a server.
  publicUrl: 'https://nerdify.invalid',
  operationsToken: 'a token that nobody guesses',
  filesUrl: 'https://files.nerdify.invalid',
  desk: { port: 3002, url: 'https://desk.nerdify.invalid' },
  gatewayUrl: 'https://nerdify.invalid',
  analyticsUrl: 'https://nerdify.invalid',
  secret: 'IZpLqMmV0Rk2sT8uWx3YbC5dE7fG9hJ1',
  stripe: { ...settings.stripe, secretKey: 'sk_test_1', webhookSecret: 'whsec_Lk3jH5gF7dS9aP1o' },
  sms: { ...settings.sms, authToken: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
})

describe('the doctor', () => {
  test('[OPS-03] finds everything well', async () => {
    expect(await found(() => ({}))).toEqual(allWell)
    expect(await found(asProduction)).toEqual(allWell)
  })

  test('[GO-06] reports the age of a backup that is two days old', async () => {
    const { queries } = (await testProduct()).product
    const madeHoursAgo = (hours: number) => noteBackup(queries, Date.now() - hours * 3_600_000)
    try {
      await madeHoursAgo(47)
      expect((await found(() => ({})))['backup']).toBe(true)
      await madeHoursAgo(49)
      expect((await found(() => ({})))['backup']).toMatch(/newest is 49 hours old/)
    } finally {
      await queries.deleteFrom('backup').execute()
    }
  })

  test('[GO-05][GO-06] doctor, mailed alert and gauge report a production without any backup', async () => {
    const { product, clock } = await testProduct()
    const production = { ...product, settings: asProduction(product.settings), metrics: createMetrics() }
    const { queries } = production
    const startedHoursAgo = (hours: number) =>
      sql`update applied_migration set ran_at = ${new Date(clock.now() - hours * 3_600_000)}`.execute(queries)
    const reported = async (of: typeof product) => {
      await queries.deleteFrom('alert').execute()
      await mailAlerts(of, newAlertWatch())
      await readGauges(of)
      const alerts = await queries.selectFrom('alert').select('name').execute()
      const [gauge] = (await of.metrics.backupAgeSeconds.get()).values
      return {
        doctor: (await found(() => of.settings))['backup'],
        isMailed: alerts.some(({ name }) => name === 'BackupOld'),
        hours: gauge === undefined ? undefined : Math.round(gauge.value / 3600),
      }
    }
    const ranAt = await sql<{ name: string; ran_at: number }>`select name, ran_at from applied_migration`.execute(
      queries,
    )
    try {
      await startedHoursAgo(35)
      expect(await reported(production)).toEqual({ doctor: true, isMailed: false, hours: 35 })
      await startedHoursAgo(37)
      expect(await reported(production)).toEqual({ doctor: true, isMailed: true, hours: 37 })
      await startedHoursAgo(49)
      const none = expect.stringMatching(/None was made in 49 hours since the first start/)
      expect(await reported(production)).toEqual({ doctor: none, isMailed: true, hours: 49 })
      expect(await reported({ ...product, metrics: createMetrics() })).toEqual({ doctor: true, isMailed: false })
    } finally {
      await queries.deleteFrom('alert').execute()
      for (const { name, ran_at: at } of ranAt.rows)
        await sql`update applied_migration set ran_at = ${new Date(at)} where name = ${name}`.execute(queries)
    }
  })

  test.each<[keyof typeof allWell, string, (settings: Settings) => Partial<Settings>, RegExp]>([
    [
      'card provider',
      'nobody answers',
      (s) => ({ stripe: { ...s.stripe, apiBase: `http://127.0.0.1:${nobody}` } }),
      /connection.*STRIPE_SECRET_KEY/,
    ],
    [
      'text messages',
      'nobody answers',
      (s) => ({ sms: { ...s.sms, apiBase: `http://127.0.0.1:${nobody}` } }),
      /ECONNREFUSED.*SMS_ACCOUNT_SID/,
    ],
    [
      'text messages',
      'our name is not taken',
      (s) => ({ sms: { ...s.sms, accountSid: 'ACwrong' } }),
      /answered 401.*SMS_AUTH_TOKEN/,
    ],
    ['mail', 'nobody answers', (s) => ({ smtp: { ...s.smtp, port: nobody } }), /ECONNREFUSED.*SMTP_HOST/],
    [
      'chat page',
      'there is no such page',
      (s) => ({ messengerUrl: new URL('/nothing', s.messengerUrl).href }),
      /answers 404.*MESSENGER_URL/,
    ],
    [
      'bucket',
      'nobody answers',
      () => ({
        s3: {
          endpoint: `http://127.0.0.1:${nobody}`,
          region: 'r',
          bucket: 'b',
          accessKeyId: 'a',
          secretAccessKey: 's',
        },
      }),
      /ECONNREFUSED.*S3_ENDPOINT/,
    ],
    [
      'secrets',
      'keys of two modes',
      (s) => ({ stripe: { ...s.stripe, publishableKey: 'pk_live_1' } }),
      /different modes.*docs\/settings\.md/,
    ],
    [
      'secrets',
      'a token that is guessed',
      (s) => ({ ...asProduction(s), operationsToken: 'token' }),
      /OPERATIONS_TOKEN can be guessed/,
    ],
    [
      'secrets',
      'one origin for pages and files',
      (s) => ({ ...asProduction(s), filesUrl: asProduction(s).publicUrl }),
      /must be two/,
    ],
    [
      'secrets',
      'no https',
      (s) => ({ ...asProduction(s), publicUrl: 'http://nerdify.example' }),
      /PUBLIC_URL must be an https address/,
    ],
  ])('[OPS-03] %s: %s; only that line reports it, with the fix', async (name, _what, change, says) => {
    expect(await found(change)).toEqual({ ...allWell, [name]: expect.stringMatching(says) })
  })

  test('[OPS-03] reports an unwritable bucket, and what to do', async () => {
    const dataDir = mkdtempSync(join(folder, 'full-'))
    writeFileSync(join(dataDir, 'bucket'), 'in the way')
    expect(await found(() => ({ dataDir }))).toEqual({
      ...allWell,
      bucket: expect.stringMatching(/write to DATA_DIR\/bucket/),
    })
  })

  test.each<[string, BrowserRules, true | RegExp]>([
    ['lets a page post', {}, true],
    ['lets every page post', { allows: '*' }, true],
    ['has no rules about other origins', { allows: null }, /does not let a page of .* CORS rules/],
    ['allows another origin', { allows: 'https://other.example' }, /does not let a page of/],
    ['allows a page to read alone', { methods: 'GET, HEAD' }, /does not let a page of/],
    ['refuses the preflight', { preflight: 403 }, /answered 403.*CORS rules/],
    ['refuses the signed form', { form: 403 }, /answered 403 AccessDenied to a signed form/],
    ['keeps other bytes than the form has', { keeps: 'other' }, /other bytes/],
    ['lets strangers read objects', { open: 'objects' }, /lets everybody read/],
    ['lets strangers list objects', { open: 'list' }, /lets everybody read/],
    ['does not let our key list it', { lacks: 'list' }, /does not say that an object is missing.*list/],
    ['does not let our key copy', { lacks: 'copy' }, /answered 403 to COPY.*must be allowed/],
  ])('[HOLD-11][SAFE-01] reports a bucket that %s', async (_what, rules, says) => {
    const bucket = await startBucket(well.publicUrl, rules)
    try {
      const { bucket: told } = await found(() => ({ s3: bucket.access }))
      expect(told).toEqual(says === true ? true : expect.stringMatching(says))
      expect(bucket.keys()).toEqual([])
    } finally {
      bucket.close()
    }
  })

  test('[OPS-03] reports an unreachable database, and missing migrations', async () => {
    const away = connectServer(`postgres://somebody:secret@127.0.0.1:${nobody}/nerdify`, 1)
    const findings = await found(() => ({}), { database: async () => away })
    await away.close()
    expect(findings).toEqual({
      ...allWell,
      database: expect.stringMatching(/ECONNREFUSED/),
      migrations: expect.stringMatching(/needs the database/),
      prices: expect.stringMatching(/needs the database/),
      backup: expect.stringMatching(/needs the database/),
    })
    expect(JSON.stringify(findings)).not.toContain('secret@')

    const { product } = await testProduct()
    const last = product.queries
      .selectFrom('applied_migration' as never)
      .selectAll()
      .orderBy('name' as never, 'desc')
      .limit(1)
    const row = (await last.executeTakeFirstOrThrow()) as { name: string; ran_at: number }
    await product.queries
      .deleteFrom('applied_migration' as never)
      .where('name' as never, '=', row.name as never)
      .execute()
    try {
      expect(await found(() => ({}))).toEqual({
        ...allWell,
        migrations: expect.stringContaining(`Not run yet: 1, the first is ${row.name}`),
      })
    } finally {
      await product.queries
        .insertInto('applied_migration' as never)
        .values({ ...row, ran_at: new Date(row.ran_at) } as never)
        .execute()
    }
    expect(await found(() => ({}))).toEqual(allWell)
  })

  test('[OPS-03] checks the virus scanner if one is set', async () => {
    const clamd = { host: '127.0.0.1', port: nobody }
    expect(await found(() => ({ clamd }))).toEqual({ ...allWell, 'virus scanner': expect.stringMatching(/CLAMD_HOST/) })
  })

  describe('[SAFE-06] with proxies', () => {
    /** Looks at the product behind a number of proxies that append the address they see, or that of a gateway. */
    async function lookBehind<Found>(
      proxies: number,
      { trustProxy, gateway }: { trustProxy: Settings['trustProxy']; gateway?: string },
      look: (settings: Partial<Settings>) => Promise<Found>,
    ): Promise<Found> {
      const { product } = await testProduct()
      const parts = { ...product, settings: { ...product.settings, trustProxy } }
      const app = await buildApp(parts, { webDirectory: 'no-web-app', logger: false })
      const ends: (() => Promise<unknown>)[] = [() => app.close()]
      let publicUrl = await app.listen({ host: '127.0.0.1', port: 0 })
      for (let count = 0; count < proxies; count += 1) {
        const proxy = await startAddingProxy(publicUrl, gateway)
        publicUrl = proxy.url
        ends.unshift(proxy.end)
      }
      try {
        return await look({ publicUrl, trustProxy })
      } finally {
        for (const end of ends) await end()
      }
    }

    /** The doctor's finding about the product behind such proxies. */
    const foundBehind = (proxies: number, trustProxy: Settings['trustProxy']) =>
      lookBehind(proxies, { trustProxy }, async (settings) => (await found(() => settings))['proxy'])

    const believed = expect.stringMatching(/A forged X-Forwarded-For is believed.*Set TRUST_PROXY/)

    test.each<[number, Settings['trustProxy']]>([
      [0, 0],
      [1, 1],
      [2, 2],
      [2, 1],
      [1, ['192.0.2.0/24']],
    ])('%i of them and TRUST_PROXY of %j: forged addresses are ignored', async (proxies, trusted) => {
      expect(await foundBehind(proxies, trusted)).toBe(true)
    })

    test.each<[number, Settings['trustProxy']]>([
      [0, 1],
      [1, 2],
      [1, 9],
    ])(
      '%i of them and TRUST_PROXY of %j: what a visitor writes is believed, and the doctor says so',
      async (proxies, trusted) => {
        expect(await foundBehind(proxies, trusted)).toEqual(believed)
      },
    )

    test('reports one that no setting names: all its visitors look like one', async () => {
      expect(await foundBehind(1, 0)).toEqual(expect.stringMatching(/all its visitors count as one \(127\.0\.0\.1\)/))
    })

    test('a trusted machine cannot tell', async () => {
      expect(await foundBehind(1, ['127.0.0.0/8'])).toBe(true)
    })

    /** The finding about a site behind a gateway that hides visitors, from a machine with these addresses. */
    const foundFrom = (own: readonly string[], gateway: string) =>
      lookBehind(1, { trustProxy: 1, gateway }, (settings) => lookAtProxy({ ...well, ...settings }, own))

    test.each([
      ['172.18.0.1', ['203.0.113.7/24']],
      ['fd00::1', ['192.168.1.5/24', '2001:db8::7/64']],
    ])('reports %s in place of every visitor’s address, from a machine at %j', async (gateway, own) => {
      await expect(foundFrom(own, gateway)).rejects.toThrow(`The site sees a private address (${gateway})`)
    })

    test.each([
      ['in the site’s network', '172.18.0.1', ['172.18.0.3/16', '203.0.113.7/24']],
      ['behind a router', '172.18.0.1', ['127.0.0.1/8', '10.0.0.5/24', 'fd00::5/64', 'fe80::5/64']],
    ])('a machine %s cannot tell whether %s is the address of every visitor', async (_where, gateway, own) => {
      const careful = `The site sees this machine as ${gateway}, a private address: run the doctor from another one`
      expect(await foundFrom(own, gateway)).toContain(careful)
    })

    test('reports another product at the address', async () => {
      const { url } = await testProduct()
      const findings = await found(() => ({ publicUrl: url, operationsToken: 'of another' }))
      expect(findings['proxy']).toEqual(expect.stringMatching(/answers 401 to OPERATIONS_TOKEN/))
    })
  })

  test('[SAFE-15] sends the scanner a file of the largest size, and reports whether it accepts it', async () => {
    const megabyte = 1024 * 1024
    for (const [limitBytes, finding] of [
      [100 * megabyte, true],
      [25 * megabyte, expect.stringMatching(/refuses a file of 100 MB.*StreamMaxLength/)],
    ] as const) {
      const { host, port, end } = await startClamd({ limitBytes })
      expect(await found(() => ({ clamd: { host, port } }))).toEqual({ ...allWell, 'virus scanner': finding })
      await end()
    }
  })

  test('[OPS-03] does not wait for a hanging check', async () => {
    const silent = { name: 'silent', mend: 'Wake it.', look: () => new Promise<string>(() => undefined) }
    const quick = { name: 'quick', mend: '', look: async () => 'Well.' }
    const findings = await examine([silent, quick], 50)
    expect(formatFindings(findings)).toBe('✗ silent  There was no answer within 0.05 s. Wake it.\n✓ quick   Well.\n')
  })
})

describe('npm run doctor', () => {
  const doctor = async (more: Record<string, string>, options: string[] = []) => {
    const { settings, sandboxUrl } = await testProduct()
    const program = join(import.meta.dirname, '../doctor.ts')
    // In a child process, because this one runs the product.
    const child = spawn(process.execPath, [program, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATA_DIR: folder,
        STRIPE_API_BASE: sandboxUrl,
        SMS_API_BASE: sandboxUrl,
        SMTP_PORT: String(settings.smtp.port),
        MESSENGER_URL: `${sandboxUrl}/messenger`,
        ...more,
      },
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [status, stdout, stderr] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)])
    return { status, stderr, stdout, lines: stdout.split('\n').slice(0, -1) }
  }

  test('[OPS-03][GO-06] prints lines or JSON, and exits with 0 if all is well, else with 1', async () => {
    const { status, stderr, lines } = await doctor({})
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.map((line) => line.slice(0, 1))).toEqual(Array.from({ length: 18 }, () => '✓'))
    const ill = await doctor({ SMTP_PORT: String(nobody) }, ['--json'])
    expect(ill.status).toBe(1)
    const findings = JSON.parse(ill.stdout) as Finding[]
    expect(findings.map(({ name }) => name)).toContain('settings')
    expect(findings.filter(({ well: isWell }) => !isWell)).toEqual([
      { name: 'mail', well: false, text: expect.stringMatching(/SMTP_HOST/) },
    ])
  })

  test('[OPS-03][OPS-07] prints only one line for a wrong setting', async () => {
    expect(await doctor({ SMTP_PORT: 'abc' })).toMatchObject({
      status: 1,
      stderr: '',
      lines: [expect.stringMatching(/^✗ settings {2}SMTP_PORT must be a port number .*docs\/settings\.md/)],
    })
  })

  test('[OPS-03] asks the product about an embedded database in use', async () => {
    const { settings, database } = await testProduct()
    if (database.kind !== 'embedded') return
    const used = { DATA_DIR: settings.dataDir, PORT: String(settings.port) }
    expect((await doctor(used)).lines.filter((line) => line.includes('The product that runs here'))).toHaveLength(3)
    const atNobody = await doctor({ ...used, PORT: String(nobody) })
    expect(atNobody.lines.filter((line) => line.startsWith('✗'))).toEqual([
      expect.stringMatching(/^✗ database .*ECONNREFUSED/),
      expect.stringMatching(/^✗ migrations /),
      expect.stringMatching(/^✗ prices /),
      expect.stringMatching(/^✗ backup /),
      expect.stringMatching(/^✗ promises /),
    ])
  })
})

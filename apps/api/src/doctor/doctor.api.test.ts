import { spawn } from 'node:child_process'
import { text as textOf } from 'node:stream/consumers'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripeCards } from '../adapters/cards-stripe.ts'
import { systemClock } from '../adapters/clock.ts'
import { openBucket } from '../adapters/open-bucket.ts'
import { smtpMail } from '../adapters/mail-smtp.ts'
import { clamdScanner } from '../adapters/scanner-clamd.ts'
import { twilioSms } from '../adapters/sms-twilio.ts'
import { connectServer } from '../database/connect.ts'
import type { Settings } from '../settings.ts'
import { testProduct } from '../testing/running-product.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { checksOf, type Patient } from './checks.ts'
import { examine, inLines } from './examine.ts'

let folder: string
let well: Settings
let nobody: number
beforeAll(async () => {
  const { settings, sandboxUrl } = await testProduct()
  folder = mkdtempSync(join(tmpdir(), 'nerdify-doctor-'))
  nobody = await freePort()
  well = { ...settings, dataDir: folder, messengerUrl: `${sandboxUrl}/messenger` }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What the checks find with these settings, by name: the text of what is not well, and true for the rest. */
async function found(change: (settings: Settings) => Partial<Settings>, more: Partial<Patient> = {}) {
  const { database } = await testProduct()
  const settings = { ...well, ...change(well) }
  const mail = smtpMail(settings.smtp)
  const findings = await examine(
    checksOf({
      settings,
      cards: stripeCards(settings.stripe),
      sms: twilioSms(settings.sms),
      mail,
      scanner: settings.clamd === undefined ? undefined : clamdScanner(settings.clamd),
      database: async () => database,
      files: async () => (await openBucket(settings, systemClock, () => undefined)).files,
      ...more,
    }),
  )
  mail.close()
  return Object.fromEntries(findings.map(({ name, well: isWell, text }) => [name, isWell || text]))
}

const allWell = {
  secrets: true,
  database: true,
  migrations: true,
  'card provider': true,
  'text messages': true,
  mail: true,
  'chat page': true,
  bucket: true,
}
const asProduction = (settings: Settings): Settings => ({
  ...settings,
  production: true,
  publicUrl: 'https://nerdify.example',
  operationsToken: 'a token that nobody guesses',
})

describe('the doctor', () => {
  test('[OPS-03] finds all well where it is', async () => {
    expect(await found(() => ({}))).toEqual(allWell)
    expect(await found(asProduction)).toEqual(allWell)
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
      (s) => ({ sms: { ...s.sms, authToken: 'wrong' } }),
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
      /OPERATIONS_TOKEN has fewer/,
    ],
    [
      'secrets',
      'one origin for pages and files',
      (s) => ({ ...asProduction(s), filesUrl: 'https://nerdify.example' }),
      /must be two/,
    ],
    ['secrets', 'no https', (s) => ({ ...asProduction(s), publicUrl: 'http://nerdify.example' }), /not https/],
  ])('[OPS-03] %s: %s; that line alone says so, and how to mend it', async (name, _what, change, says) => {
    expect(await found(change)).toEqual({ ...allWell, [name]: expect.stringMatching(says) })
  })

  test('[OPS-03] a bucket that cannot be written is told with what to do', async () => {
    const dataDir = mkdtempSync(join(folder, 'full-'))
    writeFileSync(join(dataDir, 'bucket'), 'in the way')
    expect(await found(() => ({ dataDir }))).toEqual({
      ...allWell,
      bucket: expect.stringMatching(/write to DATA_DIR\/bucket/),
    })
  })

  test('[OPS-03] a database that is away, and migrations that have not run', async () => {
    const away = connectServer(`postgres://somebody:secret@127.0.0.1:${nobody}/nerdify`, 1)
    const findings = await found(() => ({}), { database: async () => away })
    await away.close()
    expect(findings).toEqual({
      ...allWell,
      database: expect.stringMatching(/ECONNREFUSED/),
      migrations: expect.stringMatching(/without the database/),
    })
    expect(JSON.stringify(findings)).not.toContain('secret@')

    const { product } = await testProduct()
    const last = product.queries
      .selectFrom('migration' as never)
      .selectAll()
      .orderBy('name' as never, 'desc')
      .limit(1)
    const row = (await last.executeTakeFirstOrThrow()) as { name: string; ran_at: number }
    await product.queries
      .deleteFrom('migration' as never)
      .where('name' as never, '=', row.name as never)
      .execute()
    try {
      expect(await found(() => ({}))).toEqual({
        ...allWell,
        migrations: expect.stringContaining(`1 have not run yet, the first is ${row.name}`),
      })
    } finally {
      await product.queries
        .insertInto('migration' as never)
        .values({ ...row, ran_at: new Date(row.ran_at) } as never)
        .execute()
    }
    expect(await found(() => ({}))).toEqual(allWell)
  })

  test('[OPS-03] a virus scanner is looked at where one is set', async () => {
    const clamd = { host: '127.0.0.1', port: nobody }
    expect(await found(() => ({ clamd }))).toEqual({ ...allWell, 'virus scanner': expect.stringMatching(/CLAMD_HOST/) })
  })

  test('[OPS-03] what does not answer is not waited for', async () => {
    const silent = { name: 'silent', mend: 'Wake it.', look: () => new Promise<string>(() => undefined) }
    const quick = { name: 'quick', mend: '', look: async () => 'Well.' }
    const findings = await examine([silent, quick], 50)
    expect(inLines(findings)).toBe('✗ silent  There was no answer within 0.05 s. Wake it.\n✓ quick   Well.\n')
  })
})

describe('npm run doctor', () => {
  const doctor = async (more: Record<string, string>) => {
    const { settings, sandboxUrl } = await testProduct()
    const program = join(import.meta.dirname, '../doctor.ts')
    // Beside this process, in which the product answers.
    const child = spawn(process.execPath, [program], {
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
    return { status, stderr, lines: stdout.split('\n').slice(0, -1) }
  }

  test('[OPS-03] prints a line each and ends with 0 where all is well, with 1 where something is not', async () => {
    const { status, stderr, lines } = await doctor({})
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.map((line) => line.slice(0, 1))).toEqual(Array.from({ length: 9 }, () => '✓'))
    const ill = await doctor({ SMTP_PORT: String(nobody) })
    expect(ill.status).toBe(1)
    expect(ill.lines.filter((line) => line.startsWith('✗'))).toEqual([expect.stringMatching(/^✗ mail .*SMTP_HOST/)])
  })

  test('[OPS-03][OPS-07] a wrong setting is the one line', async () => {
    expect(await doctor({ SMTP_PORT: 'abc' })).toEqual({
      status: 1,
      stderr: '',
      lines: [expect.stringMatching(/^✗ settings {2}SMTP_PORT must be a port number .*docs\/settings\.md/)],
    })
  })

  test('[OPS-03] an embedded database in use is asked through the product that uses it', async () => {
    const { settings, database } = await testProduct()
    if (database.kind !== 'embedded') return
    const used = { DATA_DIR: settings.dataDir, PORT: String(settings.port) }
    expect((await doctor(used)).lines.filter((line) => line.includes('The product that runs here'))).toHaveLength(2)
    const elsewhere = await doctor({ ...used, PORT: String(nobody) })
    expect(elsewhere.lines.filter((line) => line.startsWith('✗'))).toEqual([
      expect.stringMatching(/^✗ database .*ECONNREFUSED/),
      expect.stringMatching(/^✗ migrations /),
    ])
  })
})

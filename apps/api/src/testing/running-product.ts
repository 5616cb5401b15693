import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { stripeCards } from '../adapters/cards-stripe.ts'
import { erasedInFolder } from '../adapters/erased-in-folder.ts'
import { geoBySetting } from '../adapters/geo-mmdb.ts'
import { openBucket } from '../adapters/open-bucket.ts'
import { smtpMail } from '../adapters/mail-smtp.ts'
import { twilioSms } from '../adapters/sms-twilio.ts'
import { connectEmbedded, connectServer, type Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { seed } from '../scenarios/seed.ts'
import type { Cards, Clock } from '../ports.ts'
import { isAwaited } from '../uploads/start-upload.ts'
import { readSettings, type Settings } from '../settings.ts'
import { type RunningProduct, startProduct } from '../start-product.ts'
import type { CardProviderUnderTest } from './cards/card-provider-under-test.ts'
import { chooseCardProvider } from './cards/choose-card-provider.ts'
import { type DyingCalls, dyingCalls } from './dying-calls.ts'
import { copiedDataDir } from './started-data.ts'

/** A clock that tests advance: real time plus an offset. */
export interface TestClock extends Clock {
  advance(ms: number): void
  /** Back to real time. */
  reset(): void
}

/**
 * The product of this test run: the real server on a real database, listening, with the sandbox as its outside world.
 */
export interface TestProduct extends RunningProduct {
  url: string
  sandboxUrl: string
  settings: Settings
  database: Database
  clock: TestClock
  /** The card provider of this run. */
  provider: CardProviderUnderTest
  /** Kills callers of the card provider. */
  cardCalls: DyingCalls<Cards>
}

/** Signs events, by the sandbox and by tests. */
const webhookSecret = 'whsec_sandbox'

let running: Promise<TestProduct> | undefined

/** The one product that all API tests of this run share; each test creates its own clients. */
export function testProduct(): Promise<TestProduct> {
  running ??= start()
  return running
}

async function start(): Promise<TestProduct> {
  const { http, smtp, productPort } = inject('sandbox')
  const dataDir = await newDataDir()
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const filesServer = createServer()
  await new Promise<void>((resolve) => filesServer.listen(0, '127.0.0.1', resolve))
  const { port: filesPort } = filesServer.address() as AddressInfo
  const { provider, end } = await chooseCardProvider(inject('stripeTestKey'), http, {
    url: `http://127.0.0.1:${productPort}/webhooks/stripe`,
    secret: webhookSecret,
  })
  process.once('exit', () => void end())
  const settings = readSettings({
    ...provider.settings,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    PORT: String(productPort),
    FILES_PORT: String(filesPort),
    FILES_URL: `http://127.0.0.1:${filesPort}`,
    DATA_DIR: dataDir,
    SMS_API_BASE: http,
    SMTP_PORT: String(smtp),
    LIMIT_SCALE: '1000',
    // No other test has a client there.
    RESTRICTED_REGIONS: 'AQ',
  })
  const database = await openTestDatabase(dataDir)
  await migrate(database)
  let added = 0
  const clock: TestClock = {
    now: () => Date.now() + added,
    advance: (ms) => {
      added += ms
    },
    reset: () => {
      added = 0
    },
  }
  const bucket = await openBucket(settings, clock, {
    isAwaited: (key) => isAwaited(database.queries, key),
    failed: (error) => product.app.log.error({ err: error }, 'the bucket failed'),
  })
  filesServer.on('request', bucket.serve)
  process.once('exit', () => filesServer.close())
  await seed(database.queries, { now: clock.now(), settings, people: [] })
  const cardCalls = dyingCalls(stripeCards(settings.stripe))
  const product = await startProduct(
    {
      settings,
      clock,
      cards: cardCalls.port,
      sms: twilioSms(settings.sms),
      mail: smtpMail(settings.smtp),
      files: bucket.files,
      erased: erasedInFolder(settings.erasedDir),
      scanner: undefined,
      geo: geoBySetting(settings.geoDefaultCountry),
      database,
    },
    {
      webDirectory: join(dataDir, 'no-web-app'),
      logger: { level: process.env.LOG_LEVEL ?? 'silent' },
      // Rarer rounds would occasionally process what a test left on purpose.
      longestPauseMs: 10_000,
    },
  )
  // Only the client closes idle connections: on a busy machine both sides would do it at once, and lose a call.
  product.app.server.keepAliveTimeout = 0
  await product.app.listen({ host: '127.0.0.1', port: productPort })
  const url = `http://127.0.0.1:${productPort}`
  return { ...product, url, sandboxUrl: http, settings, database, clock, provider, cardCalls }
}

/** A data directory, with an embedded database if no server is to be used. */
const newDataDir = async () =>
  process.env.TEST_DATABASE_URL === undefined
    ? copiedDataDir('migrated', 'nerdify-api-')
    : mkdtempSync(join(tmpdir(), 'nerdify-api-'))

/** The embedded database, or with TEST_DATABASE_URL a new database of that server. */
async function openTestDatabase(dataDir: string): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) return connectEmbedded(dataDir)
  const name = `nerdify_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(server)
  address.pathname = `/${name}`
  return connectServer(address.href)
}

/**
 * The process that is measured: the product, as main.ts starts it, and a bare server beside it on the same database.
 * Told what to do by messages of its parent; a DATABASE_URL decides the engine.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { stripeCards } from '../apps/api/src/adapters/cards-stripe.ts'
import { systemClock } from '../apps/api/src/adapters/clock.ts'
import { openBucket } from '../apps/api/src/adapters/open-bucket.ts'
import { geoBySetting } from '../apps/api/src/adapters/geo-by-setting.ts'
import { smtpMail } from '../apps/api/src/adapters/mail-smtp.ts'
import { twilioSms } from '../apps/api/src/adapters/sms-twilio.ts'
import { createClient } from '../apps/api/src/clients/create-client.ts'
import { findClientIdByPhone } from '../apps/api/src/clients/find-client.ts'
import { connectEmbedded, connectServer, type Database } from '../apps/api/src/database/connect.ts'
import { migrate } from '../apps/api/src/database/migrate.ts'
import { seededPeople } from '../apps/api/src/database/scenarios/people.ts'
import { seed } from '../apps/api/src/database/scenarios/seed.ts'
import { transaction } from '../apps/api/src/database/transaction.ts'
import { loggerOf } from '../apps/api/src/logger.ts'
import { createOrder } from '../apps/api/src/orders/create-order.ts'
import { readSettings } from '../apps/api/src/settings.ts'
import { startSession } from '../apps/api/src/sign-in/sessions.ts'
import { startProduct } from '../apps/api/src/start-product.ts'
import { type BareDatabase, bareServer } from './bare-server.ts'
import { fillOrders } from './many-orders.ts'
import { type FromServer, ordersOfReader, type ServerSettings, type ToServer } from './server-messages.ts'

const { temporary, writers, otherOrders, seeded = [] } = JSON.parse(process.env.BENCH_SERVER ?? '{}') as ServerSettings
const say = (message: FromServer) => process.send?.(message)

let statements: string[] = []
countStatements()

const settings = readSettings({ ...process.env, DATA_DIR: mkdtempSync(join(temporary, 'data-')), LIMIT_SCALE: '1000' })
const database =
  settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
await migrate(database)
const now = systemClock.now()
const invited = seededPeople.filter(({ email }) => seeded.includes(email))
await seed(database.queries, { now, settings, people: invited })
await database.script(
  `create table bare_write (client_id uuid not null, id uuid not null, at timestamptz not null, details text,
   price_cents bigint not null default 0, primary key (client_id, id))`,
)
await fillOrders(database, otherOrders, now)

const { app, product, stop } = await startProduct(
  {
    settings,
    clock: systemClock,
    cards: stripeCards(settings.stripe),
    sms: twilioSms(settings.sms),
    mail: smtpMail(settings.smtp),
    files: (await openBucket(settings, systemClock, (error) => app.log.error(error))).files,
    geo: geoBySetting(settings.geoDefaultCountry),
    database,
  },
  { webDirectory: join(import.meta.dirname, '../apps/web/dist/client'), logger: loggerOf(settings) },
)
await app.listen({ host: '127.0.0.1', port: 0 })

const reader = await newClient(ordersOfReader)
const people = []
for (let count = 0; count < writers; count += 1) people.push(await newClient(1))
const seededTokens: Record<string, string> = {}
for (const { email, phone } of invited) {
  const clientId = await findClientIdByPhone(product.queries, phone)
  if (clientId === undefined) throw new Error(`${email} was not seeded`)
  seededTokens[email] = await startSession(product, product.queries, { clientId, timeZone: null })
}
await database.script('analyze')
const bare = bareServer(await bareDatabase(database), reader.clientId)
await bare.listen({ host: '127.0.0.1', port: 0 })

process.on('message', (message: ToServer) => {
  switch (message) {
    case 'count':
      statements = []
      return say({ kind: 'counting' })
    case 'counted':
      return say({ kind: 'counted', statements })
    case 'stop':
      void bare
        .close()
        .then(stop)
        .then(() => process.exit(0))
  }
})
process.once('disconnect', () => process.exit(0))
say({
  kind: 'ready',
  port: (app.server.address() as { port: number }).port,
  barePort: (bare.server.address() as { port: number }).port,
  operationsToken: settings.operationsToken,
  reader,
  writers: people,
  seededTokens,
})

/** Makes a client with orders, signed in. */
async function newClient(orders: number) {
  const clientId = await createClient(product.queries, now, { phone: null, email: null, adultConfirmed: true })
  let orderId = ''
  for (let index = 0; index < orders; index += 1) {
    const creation = {
      clientId,
      now: now - index * 1000,
      body: {
        type: 'Essay (writing)' as const,
        subject: 'History',
        size: '2 Pages',
        deadline: new Date(now + 10 * 86_400_000).toISOString(),
        title: `Task ${index}`,
        details: 'What the fall of Rome has to do with lead in the water. '.repeat(20),
      },
    }
    const order = await transaction(product.queries, (queries) => createOrder(queries, creation))
    orderId = order.id
  }
  return { clientId, orderId, token: await startSession(product, product.queries, { clientId, timeZone: null }) }
}

/** A server's own driver with prepared statements; the embedded engine through its one connection. */
async function bareDatabase({ queries }: Database): Promise<BareDatabase> {
  if (settings.databaseUrl === undefined) {
    const run: BareDatabase['query'] = (_name, text, parameters) =>
      queries.executeQuery(CompiledQuery.raw(text, [...parameters]))
    return {
      query: run,
      async transaction(work) {
        await queries.connection().execute(async (held) => {
          const query: BareDatabase['query'] = (_name, text, parameters) =>
            held.executeQuery(CompiledQuery.raw(text, [...parameters]))
          await sql`begin`.execute(held)
          await work(query)
          await sql`commit`.execute(held)
        })
      },
    }
  }
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10 })
  return {
    query: (name, text, values) => pool.query({ name, text, values: [...values] }),
    async transaction(work) {
      const held = await pool.connect()
      await held.query('begin')
      await work((name, text, values) => held.query({ name, text, values: [...values] }))
      await held.query('commit')
      held.release()
    },
  }
}

interface Packet {
  texts?: readonly string[]
}

/** Listens at the door of each engine, so that what is counted is what went through. */
function countStatements(): void {
  // A packet has several.
  const textsOf = (query: unknown): readonly string[] =>
    typeof query === 'string' ? [query] : ((query as Packet).texts ?? [String((query as { text?: string }).text)])
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    statements.push(...textsOf(given[0]))
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof query
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function counted(this: Worker, message: { kind?: string; sql?: string }) {
    if (message.kind === 'query' && message.sql !== undefined) statements.push(message.sql)
    postMessage.call(this, message)
  }
}

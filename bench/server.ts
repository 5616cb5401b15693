/**
 * The measured process: the product, as main.ts starts it, and a bare server on the same database. It ends when its parent
 * disconnects; DATABASE_URL decides the engine.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { stripeCards } from '../apps/api/src/adapters/cards-stripe.ts'
import { systemClock } from '../apps/api/src/adapters/clock.ts'
import { openBucket } from '../apps/api/src/adapters/open-bucket.ts'
import { erasedInFolder } from '../apps/api/src/adapters/erased-in-folder.ts'
import { geoBySetting } from '../apps/api/src/adapters/geo-mmdb.ts'
import { smtpMail } from '../apps/api/src/adapters/mail-smtp.ts'
import { twilioSms } from '../apps/api/src/adapters/sms-twilio.ts'
import { createClient } from '../apps/api/src/accounts/create-client.ts'
import { findClientIdByPhone } from '../apps/api/src/accounts/find-client.ts'
import { connectEmbedded, connectServer, type Database } from '../apps/api/src/database/connect.ts'
import { migrate } from '../apps/api/src/database/migrate.ts'
import { openServerPool } from '../apps/api/src/database/server-pool.ts'
import type { Tables } from '../apps/api/src/database/tables.ts'
import { seededPeople } from '../apps/api/src/scenarios/people.ts'
import { seed } from '../apps/api/src/scenarios/seed.ts'
import { transaction } from '../apps/api/src/database/transaction.ts'
import { loggerOf } from '../apps/api/src/logger.ts'
import { createOrder } from '../apps/api/src/orders/change/create-order.ts'
import { readSettings } from '../apps/api/src/settings.ts'
import { startSession } from '../apps/api/src/sessions/sessions.ts'
import { makeShortKey, shortKeyOf } from '../apps/api/src/keys/sign-in-keys.ts'
import { startProduct } from '../apps/api/src/start-product.ts'
import { deskServer } from '../apps/api/src/desk/desk-server.ts'
import { sandboxStaff } from '../apps/api/src/scenarios/sandbox-staff.ts'
import { startStaffSession } from '../apps/api/src/staff/staff-sessions.ts'
import { freePort } from '../tools/ports.ts'
import { bareServer } from './bare-server.ts'
import { fillConversations, fillThread } from './many-messages.ts'
import { fillOrders } from './many-orders.ts'
import type { BenchClient, Ready, ServerSettings } from './measured-server.ts'

/** The clerk with the session at the desk. */
const [, , clerk] = sandboxStaff

/** The reader's orders: more than one page of the list. */
const ordersOfReader = 25

const { temporary, writers, otherOrders, openOrders, conversations } = JSON.parse(
  process.env.BENCH_SERVER ?? '{}',
) as ServerSettings

const settings = readSettings({ ...process.env, DATA_DIR: mkdtempSync(join(temporary, 'data-')), LIMIT_SCALE: '1000' })
let statements = 0
const database =
  settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : countingServer(settings.databaseUrl)
await migrate(database)
const now = systemClock.now()
const dana = seededPeople.filter(({ email }) => email === 'dana@example.com')
await seed(database.queries, { now, settings, people: dana })
await fillOrders(database, { orders: otherOrders, open: openOrders, now })

const { app, product, stop } = await startProduct(
  {
    settings,
    clock: systemClock,
    cards: stripeCards(settings.stripe),
    sms: twilioSms(settings.sms),
    mail: smtpMail(settings.smtp),
    files: (await openBucket(settings, systemClock, { failed: (error) => app.log.error(error) })).files,
    erased: erasedInFolder(settings.erasedDir),
    scanner: undefined,
    geo: geoBySetting(settings.geoDefaultCountry),
    database,
  },
  { webDirectory: join(import.meta.dirname, '../apps/web/dist/client'), logger: loggerOf(settings) },
)
await app.listen({ host: '127.0.0.1', port: 0 })
const deskPort = await freePort()
const deskOrigin = `http://localhost:${deskPort}`
const directory = join(import.meta.dirname, '../apps/desk/dist')
const desk = await deskServer({ directory, origin: deskOrigin, api: app.routing })
desk.listen(deskPort)

const reader = await newClient(ordersOfReader)
const people: BenchClient[] = []
for (let count = 0; count < writers; count += 1) people.push(await newClient(1))
if (conversations !== undefined) {
  for (const [nth, messages] of conversations.threads.entries())
    await fillThread(database, { ...(people[nth] as BenchClient), messages, now })
  if (conversations.messages > 0) await fillConversations(database, { ...conversations, now })
}
const danaId = await findClientIdByPhone(product.queries, dana[0]?.phone ?? '')
if (danaId === undefined) throw new Error('Dana was not seeded')
const key = await transaction(product.queries, (within) =>
  makeShortKey(within, { secret: settings.secret, clientId: reader.clientId, now }),
)
await database.script('analyze')

const spent = () => {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, statements }
}
const bare = bareServer(settings.databaseUrl, spent)
await bare.listen({ host: '127.0.0.1', port: 0 })
process.once('disconnect', async () => {
  await bare.close()
  desk.closeAllConnections()
  desk.close()
  await stop()
  process.exit(0)
})
const portOf = ({ server }: { server: { address(): unknown } }) => (server.address() as { port: number }).port
process.send?.({
  port: portOf(app),
  barePort: portOf(bare),
  operationsToken: settings.operationsToken,
  reader,
  textedLink: webPaths.shortLink(shortKeyOf(settings.secret, key)),
  seededToken: await startSession(product, product.queries, { clientId: danaId, origin: 'code' }),
  writers: people,
  desk: {
    origin: deskOrigin,
    token: await startStaffSession(product.queries, { secret: settings.secret, staffId: clerk.id, now }),
  },
} satisfies Ready)

/** A PostgreSQL connection that counts the statements it sends: Kysely's log would slow each one down. */
function countingServer(databaseUrl: string): Database {
  const pool = openServerPool(databaseUrl, 10)
  const counted: PostgresPool = {
    ...pool,
    async connect() {
      const client = await pool.connect()
      return {
        query(text: string, values: unknown[]) {
          if (text !== 'begin' && text !== 'commit') statements += 1
          return client.query(text, values)
        },
        release: (destroy?: boolean) => client.release(destroy),
      } as PostgresPoolClient
    },
  }
  return {
    ...connectServer(databaseUrl),
    queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: counted }) }),
  }
}

/** Creates a signed-in client with orders. */
async function newClient(orders: number): Promise<BenchClient> {
  const clientId = await createClient(product.queries, now, { phone: null, email: null, adultConfirmed: true })
  let order = { id: '', number: '' }
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
    order = await transaction(product.queries, (queries) => createOrder(queries, creation))
  }
  const token = await startSession(product, product.queries, { clientId, origin: 'code' })
  return { clientId, orderId: order.id, orderNumber: order.number, token }
}

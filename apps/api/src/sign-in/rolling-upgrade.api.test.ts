import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connectEmbedded, connectServer, type Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { testProduct } from '../testing/running-product.ts'
import type { AppContext } from '../app-context.ts'
import { derivedKey, hashOfKey } from '../keys/derived-key.ts'
import { checkKey } from './check-key.ts'
import { seal } from '../keys/sealed-text.ts'
import { findClientIdByReferralCode } from '../keys/referral-codes.ts'
import { tokenSubject, openSession } from '../sessions/sessions.ts'
import { readOpenSession } from '../sessions/sessions.store.ts'

const closing: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/** An empty database of the same kind as the other tests'. */
async function emptyDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'nerdify-upgrade-'))
    closing.push(() => rmSync(directory, { recursive: true, force: true }))
    const database = await connectEmbedded(directory)
    closing.push(() => database.close())
    return database
  }
  const { ownDatabase } = await import('../testing/own-database.ts')
  const own = await ownDatabase()
  closing.push(own.drop)
  const database = connectServer(own.url, 2)
  closing.push(async () => (await database).close())
  return database
}

const directory = new URL('../database/migrations/', import.meta.url)
const name = '0031_how_sessions_began.sql'

const literal = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const insert = (table: string, row: Record<string, string | null>) =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')});`

test('[SAFE-03] sessions, keys and codes of the previous revision still work after the migration', async () => {
  const { product, settings, clock } = await testProduct()
  const { secret } = settings
  const database = await emptyDatabase()
  await database.script(
    'create table migration (name text primary key, checksum text not null, ran_at timestamptz not null);',
  )
  for (const file of readdirSync(directory).toSorted()) {
    if (!file.endsWith('.sql') || file >= name) continue
    const text = readFileSync(new URL(file, directory), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    await database.script(`${text}\n${insert('migration', { name: file, checksum, ran_at: new Date().toISOString() })}`)
  }

  // Rows of the old code, without columns that it did not know.
  const now = clock.now()
  const [at, later] = [new Date(now - 60_000).toISOString(), new Date(now + 86_400_000).toISOString()]
  const [clientId, orderId] = [randomUUID(), randomUUID()]
  const oldSession = () => {
    const id = randomUUID()
    return { id, sql: insert('session', { client_id: clientId, id, created_at: at, expires_at: later }) }
  }
  const oldKey = () => {
    const id = randomUUID()
    const key = derivedKey(secret, id, 96)
    const row = { hash: hashOfKey(secret, key), id, kind: 'short-key', client_id: clientId }
    return { id, key, sql: insert('sign_in_key', { ...row, created_at: at, expires_at: later }) }
  }
  const code = 'a-private-code-of-before'
  const hash = hashOfKey(secret, code)
  const [session, texted, recall] = [oldSession(), oldKey(), oldKey()]
  const sealed = seal(secret, code)
  await database.script(
    [
      insert('client', { id: clientId, created_at: at, phone: '+14155550123' }),
      session.sql,
      texted.sql,
      recall.sql,
      insert('client_referral', { client_id: clientId, sealed_code: sealed, hash, share_code: 'shared', made_at: at }),
      insert('referral_code_hash', { hash, client_id: clientId }),
      insert('outbox', {
        id: randomUUID(),
        shard: '0',
        channel: 'sms',
        to_address: '+14155550123',
        template: 'order-recall',
        variables: JSON.stringify({ keyId: recall.id, orderId }),
        status: 'sent',
        next_at: at,
        created_at: at,
      }),
    ].join('\n'),
  )

  await migrate(database)
  // The old process continues next to the new one.
  const [beside, textedBeside] = [oldSession(), oldKey()]
  await database.script(`${beside.sql}\n${textedBeside.sql}`)
  const upgraded: AppContext = { ...product, queries: database.queries }
  for (const { id } of [session, beside]) {
    expect(await readOpenSession(upgraded.queries, clientId, id, now)).toMatchObject({ origin: null, order_id: null })
  }
  const opened = async (value: string, order?: string) => {
    const asked = { value, orderId: order, at: { timeZone: null }, token: undefined, nonce: undefined, asks: false }
    const answer = await checkKey(upgraded, asked)
    const named = 'jwt' in answer ? await tokenSubject(upgraded, answer.jwt) : undefined
    return named && openSession(upgraded, named)
  }
  for (const { key } of [texted, textedBeside]) {
    expect(await opened(key)).toMatchObject({ clientId, origin: 'text-link', orderId: null })
  }
  expect(await opened(recall.key)).toMatchObject({ clientId, origin: 'payment-link', orderId })
  expect(await opened(code, orderId)).toMatchObject({ clientId, origin: 'rating-link' })
  expect(await findClientIdByReferralCode(upgraded.queries, { code, secret })).toBe(clientId)
})

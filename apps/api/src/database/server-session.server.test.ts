import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { databaseChecks } from '../doctor/database-checks.ts'
import { examine } from '../doctor/examine.ts'
import { type OwnDatabase, ownDatabase } from '../testing/own-database.ts'
import { testProduct } from '../testing/running-product.ts'
import { startTransactionPooler } from '../testing/servers/transaction-pooler.ts'
import { connectServer } from './connect.ts'
import { poolingOf, sessionFacts } from './server-session.ts'

/** Cleanups of the current test, run in reverse order. */
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

function connected(url: string) {
  const database = connectServer(url)
  endings.push(() => database.close())
  return database.queries
}

/** The address of a pooler in transaction mode before a database. */
async function pooled(database: OwnDatabase): Promise<string> {
  const address = new URL(database.url)
  const pooler = await startTransactionPooler(Number(address.port))
  endings.push(() => pooler.close())
  address.port = String(pooler.port)
  address.hostname = '127.0.0.1'
  return address.href
}

test('[HOLD-11][GO-06] the doctor names a pooler that loses prepared statements', async () => {
  const database = await ownDatabase()
  endings.push(() => database.drop())
  expect(await poolingOf(connected(database.url))).toBe('none')
  const address = await pooled(database)
  expect(await poolingOf(connected(address))).toBe('loses_statements')

  const { settings } = await testProduct()
  const behindPooler = connectServer(address)
  endings.push(() => behindPooler.close())
  const checks = databaseChecks({
    settings: { ...settings, databaseUrl: address },
    database: async () => behindPooler,
  })
  expect(await examine(checks.filter(({ name }) => name === 'database'))).toEqual([
    {
      name: 'database',
      well: false,
      text: expect.stringMatching(/A pooler in front of it loses.*what a pooler needs/),
    },
  ])
})

test('[GO-02][HOLD-11] backup and restore refuse a pooler, unless a direct address is set', async () => {
  const database = await ownDatabase()
  endings.push(() => database.drop())
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-pooled-'))
  endings.push(() => rmSync(folder, { recursive: true }))
  const DATABASE_URL = await pooled(database)
  // The pooler runs in this thread, so it must not wait for the tool.
  const run = async (tool: string, environment: Record<string, string>) => {
    const args = [join(import.meta.dirname, `../../../../tools/${tool}.ts`), join(folder, 'one.tar.gz')]
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL, ...environment }
    return promisify(execFile)(process.execPath, args, { env, encoding: 'utf8' })
  }
  const direct = { BACKUP_DATABASE_URL: database.url }
  await expect(run('backup', {})).rejects.toThrow('set BACKUP_DATABASE_URL')
  expect(await run('backup', direct)).toMatchObject({ stderr: '' })
  await expect(run('restore', {})).rejects.toThrow('set BACKUP_DATABASE_URL')
  expect(await run('restore', direct)).toMatchObject({ stderr: '' })
})

test('[HOLD-05][HOLD-11] every session on a server reports whether it has its limits and accepts writes', async () => {
  const database = await ownDatabase()
  endings.push(() => database.drop())
  const queries = connected(database.url)
  expect(await sessionFacts(queries)).toEqual({ isEncrypted: false, hasLimits: true, isWritable: true })
  await queries.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`set default_transaction_read_only = on`.execute(one)
    expect(await sessionFacts(one)).toMatchObject({ hasLimits: false, isWritable: false })
  })
})

/** A server certificate of a new authority that only these tests trust. */
function certificates(owner: { uid: number; gid: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-tls-'))
  endings.push(() => rmSync(folder, { recursive: true }))
  const [ca, other, key, certificate] = ['ca.pem', 'other.pem', 'server.key', 'server.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const authority = (name: string) =>
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      name,
      '-subj',
      `/CN=${name}`,
    )
  authority('ca.pem')
  authority('other.pem')
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.pem.key']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject, ...signed)
  // The server accepts only a key that no other user can read.
  for (const path of [folder, key, certificate]) chownSync(path, owner.uid, owner.gid)
  return { folder, ca, other, key, certificate }
}

test('[HOLD-11] one private authority in DATABASE_URL works for product and backup', async () => {
  const database = await ownDatabase()
  endings.push(() => database.drop())
  const plain = connected(database.url)
  const { rows } = await sql<{ data: string }>`select current_setting('data_directory') as data`.execute(plain)
  const files = certificates(statSync(rows[0]?.data ?? ''))
  const settings = { ssl: 'on', ssl_key_file: files.key, ssl_cert_file: files.certificate }
  endings.push(async () => {
    for (const name of Object.keys(settings)) await sql`alter system reset ${sql.id(name)}`.execute(plain)
    await sql`select pg_reload_conf()`.execute(plain)
  })
  for (const [name, value] of Object.entries(settings)) {
    await sql`alter system set ${sql.id(name)} = ${sql.lit(value)}`.execute(plain)
  }
  await sql`select pg_reload_conf()`.execute(plain)
  await expect.poll(async () => (await sql<{ ssl: string }>`show ssl`.execute(plain)).rows[0]?.ssl).toBe('on')

  const vouchedBy = (authority: string) => `${database.url}?sslmode=verify-full&sslrootcert=${authority}`
  expect(await sessionFacts(connected(vouchedBy(files.ca)))).toMatchObject({ isEncrypted: true })
  await expect(sessionFacts(connected(vouchedBy(files.other)))).rejects.toThrow(/self-signed|verify|issuer/)

  const backup = (authority: string) =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../../../tools/backup.ts'), join(files.folder, `${Date.now()}.tar.gz`)],
      {
        env: { ...process.env, DATA_DIR: join(files.folder, 'data'), DATABASE_URL: vouchedBy(authority) },
        encoding: 'utf8',
      },
    )
  expect(backup(files.ca)).toMatchObject({ status: 0, stderr: '' })
  expect(backup(files.other)).toMatchObject({ status: 1, stderr: expect.stringContaining('certificate verify failed') })
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { backupAge } from './noted-backups.ts'
import { connectEmbedded, connectServer, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { uuidv7 } from './uuid.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const tools = join(import.meta.dirname, '../../../../tools')
const folder = mkdtempSync(join(tmpdir(), 'nerdify-backup-test-'))
const databases: string[] = []

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  if (databases.length > 0) await onServer(databases.map((name) => `drop database "${name}"`))
})

async function onServer(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A product's storage: a data directory, and on a test server its own database. */
interface Place {
  DATA_DIR: string
  DATABASE_URL: string
}

async function newPlace(name: string): Promise<Place> {
  const place = { DATA_DIR: join(folder, name), DATABASE_URL: '' }
  if (serverUrl === undefined) return place
  const database = `backup_${uuidv7(Date.now()).replaceAll('-', '')}`
  databases.push(database)
  await onServer([`create database "${database}"`])
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return { ...place, DATABASE_URL: url.href }
}

const open = (place: Place): Promise<Database> | Database =>
  place.DATABASE_URL === '' ? connectEmbedded(place.DATA_DIR) : connectServer(place.DATABASE_URL, 2)

function command(name: 'backup' | 'restore', place: Place, file: string): { status: number | null; said: string } {
  const env = { ...process.env, ...place }
  const run = spawnSync(process.execPath, [join(tools, `${name}.ts`), file], { env, encoding: 'utf8' })
  return { status: run.status, said: `${run.stdout}${run.stderr}`.trim() }
}

const ageOf = ({ queries }: Database) => backupAge(queries, { production: false }, Date.now())

const phonesIn = async (database: Database) =>
  (await database.queries.selectFrom('client_phone').select('phone').orderBy('phone').execute()).map(
    ({ phone }) => phone,
  )

test('[OPS-04][GO-06] a backup restores rows, files and secret into an empty place, and replaces nothing', async () => {
  const first = await newPlace('first')
  const database = await open(first)
  await migrate(database)
  const phones = ['+14155550911', '+14155550912']
  for (const phone of phones) {
    await database.queries
      .insertInto('client_phone')
      .values({ phone, client_id: uuidv7(1) })
      .execute()
  }
  mkdirSync(join(first.DATA_DIR, 'bucket'), { recursive: true })
  writeFileSync(join(first.DATA_DIR, 'bucket', 'paper'), 'a finished paper')
  writeFileSync(join(first.DATA_DIR, 'secret'), 's'.repeat(43), { mode: 0o600 })
  const file = join(folder, 'nerdify.tar.gz')
  if (database.kind === 'embedded') {
    expect(command('backup', first, file)).toMatchObject({ status: 1, said: expect.stringContaining('is in use') })
    await database.close()
  }
  // A server may be in use.
  expect(command('backup', first, file)).toMatchObject({ status: 0 })
  if (database.kind === 'server') {
    expect(await ageOf(database)).toBeUndefined()
    const nights = join(folder, 'nights')
    mkdirSync(nights)
    const nightly = spawnSync(process.execPath, [join(tools, 'nightly-backup.ts'), '--once', nights], {
      env: { ...process.env, ...first },
      encoding: 'utf8',
    })
    expect(nightly).toMatchObject({ status: 0, stderr: '' })
    expect((await ageOf(database))?.ms).toBeLessThan(Date.now() - statSync(nights).birthtimeMs)
    await database.close()
  }
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(command('backup', first, file)).toMatchObject({ status: 1, said: expect.stringContaining('never replaces') })

  const second = await newPlace('second')
  expect(command('restore', second, file)).toMatchObject({
    status: 0,
    said: expect.stringContaining('is as it was at'),
  })
  const restored = await open(second)
  await migrate(restored)
  expect(await phonesIn(restored)).toEqual(phones)
  await restored.close()
  expect(readFileSync(join(second.DATA_DIR, 'bucket', 'paper'), 'utf8')).toBe('a finished paper')
  const secret = join(second.DATA_DIR, 'secret')
  expect(readFileSync(secret, 'utf8')).toBe('s'.repeat(43))
  expect(statSync(secret).mode & 0o077).toBe(0)
  expect(existsSync(join(second.DATA_DIR, 'backup.json'))).toBe(false)
  expect(command('restore', second, file)).toMatchObject({ status: 1, said: expect.stringContaining('is not empty') })
})

test('[OPS-04] restores neither a file that is no backup nor one of the other kind of database', async () => {
  const place = await newPlace('third')
  const noBackup = join(folder, 'letter.tar.gz')
  writeFileSync(noBackup, 'Dear all')
  expect(command('restore', place, noBackup).status).toBe(1)
  expect(command('restore', place, join(folder, 'nowhere')).said).toContain('There is no file')
  const other = { ...place, DATABASE_URL: place.DATABASE_URL === '' ? 'postgres://127.0.0.1:1/none' : '' }
  expect(command('restore', other, join(folder, 'nerdify.tar.gz')).said).toContain('This backup is of')
  expect(existsSync(place.DATA_DIR)).toBe(false)
})

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { erasedInFolder } from '../adapters/erased-in-folder.ts'
import { createClient } from '../accounts/create-client.ts'
import { setErasure } from '../accounts/clients.store.ts'
import { connectEmbedded, connectServer, type Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { type OwnDatabase, ownDatabase } from '../testing/own-database.ts'
import { testProduct } from '../testing/running-product.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { eraseAgain, eraseDueAccounts } from './erase-accounts.ts'

const folder = mkdtempSync(join(tmpdir(), 'nerdify-erase-again-'))
const databases: OwnDatabase[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const { drop } of databases) await drop()
})

/** A data directory, and a database of its own if these tests have a server. */
async function newPlace(name: string) {
  const DATA_DIR = join(folder, name)
  if (process.env.TEST_DATABASE_URL === undefined) return { DATA_DIR, DATABASE_URL: '' }
  const database = await ownDatabase()
  databases.push(database)
  return { DATA_DIR, DATABASE_URL: database.url }
}
type Place = Awaited<ReturnType<typeof newPlace>>

/** Runs `work` with a product on a place's database and list of erased accounts. */
async function withProductAt<Result>(
  place: Place,
  work: (product: Awaited<ReturnType<typeof productAt>>) => Promise<Result>,
) {
  const database: Database =
    place.DATABASE_URL === '' ? await connectEmbedded(place.DATA_DIR) : connectServer(place.DATABASE_URL, 2)
  try {
    await migrate(database)
    return await work(await productAt(place, database))
  } finally {
    await database.close()
  }
}
const productAt = async (place: Place, database: Database) => ({
  ...(await testProduct()).product,
  database,
  queries: database.queries,
  erased: erasedInFolder(join(place.DATA_DIR, 'erased')),
})

function command(name: 'backup' | 'restore', place: Place, file: string): void {
  const tool = join(import.meta.dirname, '../../../../tools', `${name}.ts`)
  const run = spawnSync(process.execPath, [tool, file], { env: { ...process.env, ...place }, encoding: 'utf8' })
  expect(run.stderr.replace(/^npm warn.*\n/gm, '')).toBe('')
  expect(run.status).toBe(0)
}

test('[SAFE-13][LAW-06] an erased account is erased again after the restore of an older backup', async () => {
  const first = await newPlace('first')
  const phone = '+14155550931'
  const [erasedId, keptId] = await withProductAt(first, async ({ queries, clock }) => [
    await createClient(queries, clock.now(), { phone, email: 'gone@example.com' }),
    await createClient(queries, clock.now(), { phone: '+14155550932', email: 'stays@example.com' }),
  ])
  const file = join(folder, 'older.tar.gz')
  command('backup', first, file)
  await withProductAt(first, async (product) => {
    await setErasure(product.queries, erasedId as string, product.clock.now() - 1)
    expect(await eraseDueAccounts(nothingPutOff(product))).toBe(1)
  })
  expect(readdirSync(join(first.DATA_DIR, 'erased'))).toEqual([erasedId])

  // Backups never contain the list: a restore must not replace it by an older, shorter one.
  const newer = join(folder, 'newer.tar.gz')
  command('backup', first, newer)
  const elsewhere = await newPlace('elsewhere')
  command('restore', elsewhere, newer)
  expect(existsSync(join(elsewhere.DATA_DIR, 'erased'))).toBe(false)

  const second = await newPlace('second')
  cpSync(join(first.DATA_DIR, 'erased'), join(second.DATA_DIR, 'erased'), { recursive: true })
  command('restore', second, file)
  await withProductAt(second, async (product) => {
    const clients = () =>
      product.queries.selectFrom('client').select(['id', 'phone', 'email']).orderBy('phone').execute()
    expect(await clients()).toMatchObject([{ id: erasedId, phone }, { id: keptId }])
    expect(await eraseAgain(product)).toBe(1)
    expect(await eraseDueAccounts(nothingPutOff(product))).toBe(1)
    expect(await clients()).toMatchObject([
      { id: keptId, email: 'stays@example.com' },
      { id: erasedId, phone: null, email: null },
    ])
    expect(await product.queries.selectFrom('client_phone').select('client_id').execute()).toEqual([
      { client_id: keptId },
    ])
    expect(await eraseAgain(product)).toBe(0)
  })
})

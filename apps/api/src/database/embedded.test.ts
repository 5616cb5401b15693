import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { connectEmbedded, DataDirectoryInUse } from './connect.ts'
import { isMigrated, migrate } from './migrate.ts'
import { mostPreparedTexts } from './prepared-statements.ts'
import { uuidv7 } from './uuid.ts'

const directories: string[] = []
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'nerdify-embedded-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

test('[OPS-04] every commit of the embedded database is flushed to the disk', async () => {
  const database = await connectEmbedded(newDirectory())
  await migrate(database)
  const before = await database.flushes()
  for (let count = 0; count < 20; count += 1) {
    await database.queries
      .insertInto('client_phone')
      .values({ phone: `+1${count}`, client_id: uuidv7(count) })
      .execute()
  }
  expect((await database.flushes()) - before).toBeGreaterThanOrEqual(20)
  await database.close()
})

test('[OPS-07] a data directory in use keeps a second process out with one sentence, and is free again afterwards', async () => {
  const directory = newDirectory()
  const database = await connectEmbedded(directory)
  // The lock of another process that is alive: this test's parent.
  await database.close()
  writeFileSync(join(directory, 'lock'), String(process.ppid))
  await expect(connectEmbedded(directory)).rejects.toThrow(DataDirectoryInUse)
  await expect(connectEmbedded(directory)).rejects.toThrow(/in use by process \d+; stop it or set DATA_DIR/)
  // The lock of a process that is gone does not.
  writeFileSync(join(directory, 'lock'), '2147483646')
  const again = await connectEmbedded(directory)
  await again.close()
})

test('[OPS-04] what was written is there after closing and opening; migrations run once', async () => {
  const directory = newDirectory()
  const first = await connectEmbedded(directory)
  expect(await isMigrated(first).catch(() => false)).toBe(false)
  await migrate(first)
  await first.queries
    .insertInto('client_phone')
    .values({ phone: '+1', client_id: uuidv7(1) })
    .execute()
  await first.close()
  const second = await connectEmbedded(directory)
  await migrate(second)
  expect(await isMigrated(second)).toBe(true)
  expect(await second.queries.selectFrom('client_phone').selectAll().execute()).toHaveLength(1)
  await second.close()
})

test('[OPS-04] big numbers and instants are read as numbers', async () => {
  const database = await connectEmbedded(newDirectory())
  const { rows } = await sql`select 12345678901::bigint as big, timestamptz '2027-03-14 02:30:00.125-08' as at`.execute(
    database.queries,
  )
  expect(rows).toEqual([{ big: 12_345_678_901, at: Date.UTC(2027, 2, 14, 10, 30, 0, 125) }])
  await database.close()
})

test('[OPS-04] a failed script leaves no transaction behind', async () => {
  const database = await connectEmbedded(newDirectory())
  await expect(database.script('begin; create table x (id int); select nonsense;')).rejects.toThrow(/nonsense/)
  await database.script('create table x (id int)')
  await database.close()
})

test('[OPS-04] more texts than are prepared are read like the others, each with its own columns', async () => {
  const { queries, close } = await connectEmbedded(newDirectory())
  const ask = async (number: number) => {
    const name = sql.id(`n${number}`)
    const list = ['a', null, '"{,}"']
    const asked = sql`select ${number}::integer as ${name}, ${list}::text[] as list, ${'{"x": 1}'}::jsonb as json`
    return (await asked.execute(queries)).rows
  }
  for (const number of [...Array(mostPreparedTexts + 5).keys(), 0, 1]) {
    expect(await ask(number)).toEqual([{ [`n${number}`]: number, list: ['a', null, '"{,}"'], json: { x: 1 } }])
  }
  await close()
})

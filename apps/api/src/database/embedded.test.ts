import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { connectEmbedded } from './connect.ts'
import { DataDirectoryInUse } from './embedded/directory-lock.ts'
import { isMigrated, migrate } from './migrate.ts'
import { withProductProcess } from '../testing/product-process.ts'
import { copiedDataDir } from '../testing/started-data.ts'
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

test('[OPS-04] flushes every commit of the embedded database to the disk', async () => {
  const directory = await copiedDataDir('migrated', 'nerdify-embedded-')
  directories.push(directory)
  const database = await connectEmbedded(directory)
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

/** The entries of a folder that other users than the owner may read, write or list. */
const openToOthers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )

test('[SAFE-16] restricts an embedded database of an older version to its owner', async () => {
  const directory = join(newDirectory(), 'data')
  const files = join(directory, 'database')
  await (await connectEmbedded(directory)).close()
  for (const name of ['base', 'global']) chmodSync(join(files, name), 0o755)
  chmodSync(files, 0o755)
  for (const name of ['PG_VERSION', 'global/pg_control']) chmodSync(join(files, name), 0o644)
  await (await connectEmbedded(directory)).close()
  expect([directory, files].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700])
  // The next test covers the database's own umask.
  expect(openToOthers(files).filter((name) => !name.endsWith('pg_internal.init'))).toEqual([])
})

test('[SAFE-16] only the owner can read the files of a running product', async () => {
  await withProductProcess(
    async ({ dataDir }) => {
      expect(readdirSync(dataDir).toSorted()).toEqual(['bucket', 'database', 'database.lock', 'secret'])
      expect(openToOthers(dataDir)).toEqual([])
    },
    { dataDir: newDirectory() },
  )
})

/** Locks a directory in another process; `command` may run it in a container. */
async function holdDirectory(directory: string, command: readonly string[] = []): Promise<ChildProcess> {
  const program = join(import.meta.dirname, '../testing/hold-directory.ts')
  const [first = '', ...rest] = [...command, process.execPath, program, directory]
  const holder = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit').then(() => Promise.reject(new Error('it ended before it held the directory')))
  await Promise.race([once(holder.stdout, 'data'), ended])
  return holder
}

/** Kills a process and its children, like a power cut. */
async function kill(holder: ChildProcess): Promise<void> {
  // "close" follows the death of its children too, so nothing writes there any more.
  const ended = once(holder, 'close')
  holder.kill('SIGKILL')
  await ended
}

test('[HOLD-03][OPS-07] a data directory in use refuses a second process in one sentence; a killed process does not', async () => {
  const directory = newDirectory()
  // An older version's stale lock file, with the id of a living process.
  writeFileSync(join(directory, 'lock'), String(process.pid))
  const holder = await holdDirectory(directory)
  await expect(connectEmbedded(directory)).rejects.toThrow(DataDirectoryInUse)
  await expect(connectEmbedded(directory)).rejects.toThrow(/is in use by another process; stop it or set DATA_DIR/)
  await kill(holder)
  const again = await connectEmbedded(directory)
  await expect(connectEmbedded(directory)).rejects.toThrow(DataDirectoryInUse)
  await again.close()
})

test('[HOLD-03] two containers on one volume, with equal process ids, refuse each other', async ({ skip }) => {
  // A container to the lock: its own process ids.
  const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
  const { status } = spawnSync('unshare', [...container.slice(1), 'true'])
  if (status !== 0) skip('this machine does not let us make a namespace of process numbers')
  const directory = newDirectory()
  const holder = await holdDirectory(directory, container)
  await expect(connectEmbedded(directory)).rejects.toThrow(DataDirectoryInUse)
  await expect(holdDirectory(directory, container)).rejects.toThrow('it ended before')
  await kill(holder)
  await (await connectEmbedded(directory)).close()
})

test('[OPS-04] rows survive closing and opening; migrations run once', async () => {
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

test('[OPS-04] reads big numbers and instants as numbers', async () => {
  const database = await connectEmbedded(newDirectory())
  const { rows } = await sql`select 12345678901::bigint as big, timestamptz '2027-03-14 02:30:00.125-08' as at`.execute(
    database.queries,
  )
  expect(rows).toEqual([{ big: 12_345_678_901, at: Date.UTC(2027, 2, 14, 10, 30, 0, 125) }])
  await database.close()
})

test('[OPS-04] a failed script leaves no transaction open', async () => {
  const database = await connectEmbedded(newDirectory())
  await expect(database.script('begin; create table x (id int); select nonsense;')).rejects.toThrow(/nonsense/)
  await database.script('create table x (id int)')
  await database.close()
})

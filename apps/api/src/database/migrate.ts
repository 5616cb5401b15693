import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import type { Queries } from './tables.ts'
import { isUniqueViolation } from './transaction.ts'

/** How often a start waits for a lock, each time for a second or a session's longest wait (HOLD-05). */
const mostTries = 600

/** One wait of a migration for a lock, in milliseconds (HOLD-04). */
const lockWaitMs = 1_000

const directory = new URL('./migrations/', import.meta.url)

const lockNotAvailable = '55P03'

/** PostgreSQL's errors for a race of two `create table if not exists`. */
const createRaces = ['23505', '42710', '42P07']

/**
 * Runs `work`, which several processes may start at once, and retries while another of them has the lock: a start may
 * wait for a lock longer than a session's limit. `work` must be idempotent. `alsoAfter` are further PostgreSQL codes to
 * retry.
 */
export async function waitingForLock<Result>(
  work: () => Promise<Result>,
  alsoAfter: readonly string[] = [],
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (![lockNotAvailable, ...alsoAfter].includes(code) || tries >= mostTries) throw error
    }
  }
}

interface Migration {
  name: string
  text: string
  checksum: string
  /** The removed part, in words, which older builds need; undefined if they can keep running. */
  removes: string | undefined
}

/** A first line that announces a removal: "-- Removes: the column x of client_order". */
const removal = /^-- Removes: (.+)/

/**
 * The records of executed migrations. Builds from before HOLD-04 read the table `migration` and stop at any unknown
 * name, so it stays as they left it.
 */
const records = `
  create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null);
  create table if not exists applied_migration (
    name text primary key, checksum text not null, ran_at timestamptz not null, removes text
  );
  insert into applied_migration (name, checksum, ran_at) select name, checksum, ran_at from migration
    on conflict do nothing;`

/** The numbered migrations in order, each with the checksum of its text. */
function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, directory), 'utf8')
      return { name, text, checksum: hash('sha256', text, 'hex'), removes: removal.exec(text)?.[1] }
    })
}

/**
 * Runs the missing migrations, each in its own transaction with its record. Throws if an executed one has changed
 * since, or if a newer build has removed something (HOLD-04). Safe if several processes start at once. Calls
 * `progress` after each.
 */
export async function migrate(database: Database, progress: (name: string) => void = () => undefined): Promise<void> {
  await waitingForLock(() => database.script(records), createRaces)
  // A migration may rewrite much data, so its statements have no time limit. Requests queue behind its wait for a lock,
  // so it gives up early and retries.
  const patient =
    database.kind === 'server' ? `set local statement_timeout = 0; set local lock_timeout = '${lockWaitMs}ms';` : ''
  for (const { name, text, checksum, removes } of await waitingForLock(() => missingMigrations(database))) {
    const removed = removes === undefined ? 'null' : `'${removes.replaceAll("'", "''")}'`
    const record = `insert into applied_migration (name, checksum, ran_at, removes) values ('${name}', '${checksum}', now(), ${removed})`
    // The record comes first: a second process with the same migration waits here, then fails and continues.
    await waitingForLock(() => database.script(`begin;\n${patient}\n${record};\n${text}\ncommit;`)).catch((error) => {
      if (!isUniqueViolation(error)) throw error
    })
    progress(name)
  }
}

interface AppliedMigration {
  name: string
  checksum: string
  removes: string | null
}

/** The executed migrations, none in a new database; a build from before HOLD-04 recorded them in the old table. */
async function appliedMigrations({ queries }: Database): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ old: boolean; present: boolean }>`
    select to_regclass('migration') is not null as old, to_regclass('applied_migration') is not null as present`.execute(
    queries,
  )
  const [{ old, present } = { old: false, present: false }] = rows
  if (present)
    return (await sql<AppliedMigration>`select name, checksum, removes from applied_migration`.execute(queries)).rows
  if (!old) return []
  return (await sql<AppliedMigration>`select name, checksum, null as removes from migration`.execute(queries)).rows
}

/**
 * The missing migrations. Ignores a newer build's migration, but throws if it removes something; throws too if an
 * executed one has changed since.
 */
async function missingMigrations(database: Database): Promise<Migration[]> {
  const migrations = readMigrations()
  const applied = await appliedMigrations(database)
  for (const { name, checksum, removes } of applied) {
    const own = migrations.find((migration) => migration.name === name)
    if (own === undefined) {
      if (removes === null) continue
      throw new Error(`Its migration ${name} is newer than this build and removes ${removes}; start a newer build.`)
    }
    if (own.checksum !== checksum) throw new Error(`The migration ${name} has changed since it ran.`)
  }
  return migrations.filter(({ name }) => !applied.some((migration) => migration.name === name))
}

/** The names of the migrations that a start would run now; throws like the start. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  return (await missingMigrations(database)).map(({ name }) => name)
}

/** Whether every migration of this build has run, and no newer one with a removal. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await missingMigrations(database)).length === 0
}

/** Epoch milliseconds of the product's first start with this database: its first migration. */
export async function firstStart(queries: Queries): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from min(ran_at)) * 1000)::bigint as at from applied_migration`.execute(queries)
  return rows[0]?.at ?? null
}

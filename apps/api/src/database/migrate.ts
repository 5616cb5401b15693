import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

const directory = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  text: string
  checksum: string
}

/** The numbered migrations in order, each with the checksum of its text. */
function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, directory), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Runs the migrations that the database has not had, each in a transaction of its own with its record. Throws when one
 * that ran before has changed since, or is gone. Safe when several processes start at once.
 */
export async function migrate(database: Database): Promise<void> {
  await database
    .script(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null)',
    )
    .catch(async (error: { code?: string }) => {
      // Two processes that make the table at once: one of them loses on a system index.
      if (error.code !== '23505') throw error
    })
  for (const { name, text, checksum } of await notRunYet(database)) {
    const record = `insert into migration (name, checksum, ran_at) values ('${name}', '${checksum}', now())`
    try {
      // The record comes first: a second process that runs the same migration waits here, then fails and goes on.
      await database.script(`begin;\n${record};\n${text}\ncommit;`)
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
    }
  }
}

/** Those that the database has not had. Throws when one that ran before has changed since, or is gone. */
async function notRunYet(database: Database): Promise<Migration[]> {
  const migrations = readMigrations()
  const done = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from migration order by name`.execute(database.queries)
  for (const one of done.rows) {
    const known = migrations.find((migration) => migration.name === one.name)
    if (known === undefined) throw new Error(`The database has had the migration ${one.name}, which this build lacks.`)
    if (known.checksum !== one.checksum) throw new Error(`The migration ${one.name} has changed since it ran.`)
  }
  return migrations.filter(({ name }) => !done.rows.some((one) => one.name === name))
}

/** The names of the migrations that a start would run now, without running them; it throws what the start would. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  try {
    return (await notRunYet(database)).map(({ name }) => name)
  } catch (error) {
    // Nothing has ever run here: there is no such table.
    if ((error as { code?: string }).code !== '42P01') throw error
    return readMigrations().map(({ name }) => name)
  }
}

/** Whether every migration of this build has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  const done = await sql<{ count: number }>`select count(*) as count from migration`.execute(database.queries)
  return done.rows[0]?.count === readMigrations().length
}

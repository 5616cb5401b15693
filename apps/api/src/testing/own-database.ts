import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../serve.ts'
import { readSettings } from '../settings.ts'
import { fingerprint } from './started-data.ts'

/** A new empty database on the tests' PostgreSQL server. */
export interface OwnDatabase {
  url: string
  /** Drops it, with its open connections. */
  drop(): Promise<void>
}

/** Runs a statement on the server of TEST_DATABASE_URL. */
async function onServer(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** The address of a database of the server. */
function urlOf(name?: string): string {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL names no server.')
  const url = new URL(serverUrl)
  if (name !== undefined) url.pathname = `/${name}`
  return url.href
}

const newName = () => `own_${randomUUID().replaceAll('-', '')}`

async function copyOf(template: string): Promise<OwnDatabase> {
  const name = newName()
  await onServer(`create database "${name}" template "${template}"`)
  return { url: urlOf(name), drop: () => onServer(`drop database "${name}" with (force)`).then(() => undefined) }
}

/** Creates an empty database on the server of TEST_DATABASE_URL. */
export const ownDatabase = () => copyOf('template1')

/** Creates a database like after a first start: a copy of a template that is created once per server. */
export async function startedDatabase(): Promise<OwnDatabase> {
  const original = `started_${fingerprint()}`
  const { rows } = await onServer(`select from pg_database where datname = '${original}'`)
  if (rows.length === 0) {
    const draft = newName()
    await onServer(`create database "${draft}"`)
    const dataDir = mkdtempSync(join(tmpdir(), 'nerdify-own-'))
    const database = await openDatabase(readSettings({ DATA_DIR: dataDir, DATABASE_URL: urlOf(draft) }))
    await database.close()
    rmSync(dataDir, { recursive: true })
    await onServer(`alter database "${draft}" rename to "${original}"`)
  }
  return copyOf(original)
}

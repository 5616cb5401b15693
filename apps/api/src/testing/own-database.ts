import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** An empty database of its own on the PostgreSQL server that these tests run on. */
export interface OwnDatabase {
  url: string
  /** Removes it, with its open connections. */
  drop(): Promise<void>
}

/** Makes such a database on the server of TEST_DATABASE_URL. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL names no server.')
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await onServer(`create database "${name}"`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database "${name}" with (force)`) }
}

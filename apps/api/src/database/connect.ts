import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { openEmbeddedPool } from './embedded/pool.ts'
import { usePackets } from './server-connection.ts'
import type { Queries, Tables } from './tables.ts'
import { epochOfTimestamp, int8, timestamptz } from './value-types.ts'

/** The data directory belongs to another process that is alive. */
export class DataDirectoryInUse extends Error {}

/** The database of one process: the queries, a way to run a text of several statements, and its end. */
export interface Database {
  kind: 'embedded' | 'server'
  queries: Queries
  /** Runs several statements; when one fails, the transaction they opened is rolled back. */
  script(sql: string): Promise<void>
  close(): Promise<void>
  /** Embedded only: how often files were flushed to the disk; 0 on a server. */
  flushes(): Promise<number>
}

/** Opens PostgreSQL by its address, with at most `connections` connections. */
export function connectServer(databaseUrl: string, connections = 10): Database {
  const types = {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === int8) return Number
      if (oid === timestamptz) return epochOfTimestamp
      return pg.types.getTypeParser(oid, format as 'text')
    },
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 5000,
    // Kept for as long as they are good: a new connection would have to prepare its statements again.
    idleTimeoutMillis: 0,
    keepAlive: true,
    options: '-c timezone=UTC',
    types: types as pg.CustomTypesConfig,
    // A setting of clients, which the types of pools do not know.
    pipeline: true,
  } as pg.PoolConfig)
  pool.on('connect', usePackets)
  // A connection that breaks between two statements of a transaction: the next one fails, and the answer is 503.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) })
  return {
    kind: 'server',
    queries,
    async script(sql) {
      const client = await pool.connect()
      try {
        await client.query(sql)
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => queries.destroy(),
    flushes: async () => 0,
  }
}

/**
 * Opens the embedded database under `dataDir`, made anew when it is not there. A lock file with the owner's process
 * number keeps a second process out ({@link DataDirectoryInUse}).
 */
export async function connectEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockDirectory(dataDir)
  const directory = join(dataDir, 'database')
  try {
    await prepareDirectory(directory)
    const pool = await openEmbeddedPool(directory)
    const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) })
    return {
      kind: 'embedded',
      queries,
      async script(sql) {
        const client = await pool.connect()
        try {
          await client.script(sql)
        } catch (error) {
          await client.script('rollback')
          throw error
        } finally {
          client.release()
        }
      },
      async close() {
        await queries.destroy()
        unlock()
      },
      flushes: () => pool.flushes(),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function lockDirectory(dataDir: string): () => void {
  const file = join(dataDir, 'lock')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => unlinkSync(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number(readFileSync(file, 'utf8'))
      if (owner !== process.pid && isAlive(owner)) {
        throw new DataDirectoryInUse(
          `The data directory ${dataDir} is in use by process ${owner}; stop it or set DATA_DIR to another directory.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
}

function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Fills a directory that is not there from a prepared empty database, which is kept with the installed packages: copying
 * takes a second or two, making one takes ten. The copy appears under its name only when it is whole.
 */
async function prepareDirectory(directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  const prepared = preparedDirectory()
  if (!existsSync(prepared)) {
    const making = `${prepared}.${process.pid}`
    mkdirSync(making, { recursive: true })
    const pool = await openEmbeddedPool(making)
    await pool.end()
    try {
      renameSync(making, prepared)
    } catch {
      // Another process was quicker; its copy is as good.
      rmSync(making, { recursive: true, force: true })
    }
  }
  const copying = `${directory}.new`
  rmSync(copying, { recursive: true, force: true })
  cpSync(prepared, copying, { recursive: true })
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} holds files that are not a database; run "npm run reset" or set DATA_DIR.`)
  }
  rmSync(directory, { recursive: true, force: true })
  renameSync(copying, directory)
}

function preparedDirectory(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const kept = join(dirname(dirname(root)), '.cache', 'nerdify')
  mkdirSync(kept, { recursive: true })
  return join(kept, `empty-database-${version}`)
}

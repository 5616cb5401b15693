import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { lockDataDirectory } from './embedded/directory-lock.ts'
import { openEmbeddedPool } from './embedded/pool.ts'
import { openServerPool } from './server-pool.ts'
import type { Queries, Tables } from './tables.ts'

/** The database of one process: its queries, a runner of several statements, and its end. */
export interface Database {
  kind: 'embedded' | 'server'
  queries: Queries
  /** Runs several statements; if one fails, the transaction they opened is rolled back. */
  script(sql: string): Promise<void>
  close(): Promise<void>
  /** Embedded only: the number of flushes to the disk; 0 on a server. */
  flushes(): Promise<number>
}

/** Opens PostgreSQL by its address, with at most `connections` connections. */
export function connectServer(databaseUrl: string, connections = 10): Database {
  const pool = openServerPool(databaseUrl, connections)
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'server',
    queries,
    script: pool.script,
    close: () => queries.destroy(),
    flushes: async () => 0,
  }
}

/**
 * Opens the embedded database under `dataDir`, created if it is missing. A lock refuses a second process
 * (`DataDirectoryInUse`).
 */
export async function connectEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: owners.folder })
  const unlock = lockDataDirectory(dataDir)
  const directory = join(dataDir, 'database')
  try {
    await prepareDirectory(directory)
    keepFromOthers(directory)
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

/** Only the owner may use the database's files (SAFE-16). */
const owners = { folder: 0o700, file: 0o600 }

/** Restricts a database to its owner: a copy of the prepared one, or one that an older version created. */
function keepFromOthers(directory: string): void {
  chmodSync(directory, owners.folder)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? owners.folder : owners.file)
  }
}

/**
 * Fills a missing directory from a prepared empty database, which is stored with the installed packages: copying takes
 * a second or two, creating one takes ten. The copy gets its name only when it is complete.
 */
async function prepareDirectory(directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  const prepared = preparedDirectory()
  if (!existsSync(prepared)) {
    const temporary = `${prepared}.${process.pid}`
    mkdirSync(temporary, { recursive: true })
    const pool = await openEmbeddedPool(temporary)
    await pool.end()
    try {
      renameSync(temporary, prepared)
    } catch {
      // Another process was faster; its copy is as good.
      rmSync(temporary, { recursive: true, force: true })
    }
  }
  const incomplete = `${directory}.new`
  rmSync(incomplete, { recursive: true, force: true })
  cpSync(prepared, incomplete, { recursive: true })
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} holds files that are not a database; run "npm run reset" or set DATA_DIR.`)
  }
  rmSync(directory, { recursive: true, force: true })
  renameSync(incomplete, directory)
}

function preparedDirectory(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const cacheFolder = join(dirname(dirname(root)), '.cache', 'nerdify')
  mkdirSync(cacheFolder, { recursive: true })
  return join(cacheFolder, `empty-database-${version}`)
}

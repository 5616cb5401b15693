import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isReadOnly } from './transaction.ts'
import { epochOfTimestamp, int8, timestamptz } from './value-types.ts'
import { hash } from 'node:crypto'

/**
 * The longest waits of a session in milliseconds, also while other sessions wait for it (HOLD-05). The server enforces
 * them, even against a frozen process or one that the network has cut off.
 */
const sessionLimits = {
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 8_000,
  statement_timeout: 10_000,
}

/** A server that is silent for this long has failed: it would have ended the statement itself. */
const answerLimitMs = 12_000
const connectLimitMs = 5_000
const endLimitMs = 5_000
/** The maximum age of a connection, in seconds: then it is reopened, to the current target of the server's name. */
const oldestConnectionS = 15 * 60
/** For several statements, such as a migration that rewrites much data. */
const scriptLimitMs = 24 * 3_600_000

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === timestamptz) return epochOfTimestamp
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

function newPool(connectionString: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: answerLimitMs,
    ...sessionLimits,
    // Keeps idle connections: a new one has to prepare its statements again.
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: oldestConnectionS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC',
    types: types as pg.CustomTypesConfig,
    // A client setting that the pool's types lack. It ends a connection that does not answer in time.
    pipeline: true,
  } as pg.PoolConfig)
  // If a connection breaks between two statements of a transaction, the next one fails, and the answer is 503.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A broken idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** Connections to a PostgreSQL server in Kysely's form. */
export interface ServerPool extends PostgresPool {
  /** Runs several statements without the usual time limit. */
  script(sql: string): Promise<void>
}

/**
 * Opens at most `connections` connections on demand. Each statement is prepared at its first use, so that the server
 * plans it once (decision 0051). All connections are replaced if one stops answering, because the network has probably
 * cut the others too, or if one refuses to write: its server became a standby (HOLD-05).
 */
export function openServerPool(databaseUrl: string, connections: number): ServerPool {
  let pool = newPool(databaseUrl, connections)
  const names = preparedNames()

  async function run(from: pg.Pool, client: pg.PoolClient, text: string, values: readonly unknown[]) {
    try {
      return await runPrepared(names, client, text, values)
    } catch (error) {
      if ((isReadOnly(error) || (error as Error).message === 'Query read timeout') && from === pool) {
        pool = newPool(databaseUrl, connections)
        void from.end()
      }
      throw error
    }
  }

  return {
    async connect() {
      const from = pool
      const client = await from.connect()
      return {
        query(text: string, values: readonly unknown[]) {
          const answered = run(from, client, text, values)
          if (text !== 'begin') return answered
          // Not awaited, to save a round trip: it fails only with its connection, and so does the next statement.
          answered.catch(() => undefined)
          return { command: 'BEGIN', rowCount: null, rows: [] }
        },
        release: (error?: boolean) => client.release(error),
      } as unknown as PostgresPoolClient
    },
    async script(text) {
      const client = await pool.connect()
      try {
        await client.query({ text, query_timeout: scriptLimitMs } as pg.QueryConfig)
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    // A dead connection does not report its end.
    end: () => Promise.race([pool.end(), new Promise<void>((resolve) => setTimeout(resolve, endLimitMs).unref())]),
    options: pool.options,
  }
}

/**
 * Runs a statement under its name. An outdated one is sent again, except in a transaction, which runs again as a whole.
 */
async function runPrepared(names: PreparedNames, client: pg.PoolClient, text: string, values: readonly unknown[]) {
  const run = (name: string | undefined) => client.query({ name, text, values: [...values] })
  // A statement without values is `begin` or the like, or may be several. A search is planned for its own words:
  // PostgreSQL would reuse a plan for rare words, which reads every order for frequent ones.
  const name = values.length === 0 || text.includes('to_tsquery(') ? undefined : names.nameOf(text)
  try {
    return await run(name)
  } catch (error) {
    if (!names.isOutdated(error, name) || client.getTransactionStatus() !== 'I') throw error
    return run(names.nameOf(text))
  }
}

/** Maximum number of prepared texts on a connection; further statements are sent unprepared. */
const mostPreparedTexts = 400

/** The names under which the connections of one new pool prepare their statements. */
type PreparedNames = ReturnType<typeof preparedNames>

/** The names for one new pool, empty at first. */
function preparedNames() {
  const names = new Map<string, string>()
  /** Counts how often statements were outdated. */
  let generation = 0
  return {
    /**
     * The name of a text; undefined for one that is not prepared. It is derived from the text, so that no other
     * statement can run under it, even if a pooler mixes up the sessions of several processes.
     */
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined || names.size >= mostPreparedTexts) return known
      const name = `${generation}_${hash('sha256', text, 'base64url')}`
      names.set(text, name)
      return name
    },
    /**
     * Whether a statement failed because a newer build's migration changed its table after the preparation. Then all
     * texts get new names, so that each connection prepares them again.
     */
    isOutdated(error: unknown, name: string | undefined): boolean {
      if ((error as { code?: string }).code !== '0A000' || name === undefined) return false
      if ([...names.values()].includes(name)) {
        names.clear()
        generation += 1
      }
      return true
    },
  }
}

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isReadOnly } from './transaction.ts'
import { epochOfTimestamp, int8, timestamptz } from './value-types.ts'
import { hash } from 'node:crypto'

/**
 * For how long a session of ours may wait or keep others waiting, in milliseconds (HOLD-05). The server ends what takes
 * longer, also for a process of ours that is frozen and for one that the network has cut off.
 */
const sessionLimits = {
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 8_000,
  statement_timeout: 10_000,
}

/** A server that has not answered by then is mute: it would have ended the statement itself. */
const answerLimitMs = 12_000
const connectLimitMs = 5_000
const endLimitMs = 5_000
/** Greatest age of a connection, in seconds: then it is made again, to wherever the server's name leads by then. */
const oldestConnectionS = 15 * 60
/** For a text of several statements, such as a migration, which may have much to rewrite. */
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
    // Idle ones are kept: a new connection has to prepare its statements again.
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: oldestConnectionS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC',
    types: types as pg.CustomTypesConfig,
    // A setting of clients, which the types of pools do not know. With it a connection ends that has not answered in time.
    pipeline: true,
  } as pg.PoolConfig)
  // A connection that breaks between two statements of a transaction: the next one fails, and the answer is 503.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** Connections to a PostgreSQL server, in the form in which Kysely takes them. */
export interface ServerPool extends PostgresPool {
  /** Runs a text of several statements, which may take its time. */
  script(sql: string): Promise<void>
}

/**
 * Opens at most `connections` connections, each when it is needed first. Each statement is prepared at its first use, so
 * that the server plans it once (decision 0051). All connections are replaced when one goes mute, because the network has
 * most likely cut the others as well, or when one refuses to write: its server became a standby (HOLD-05).
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
          // Not waited for, which saves a round trip: it only fails with its connection, and the next statement with it.
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
    // A mute connection does not say that it has ended.
    end: () => Promise.race([pool.end(), new Promise<void>((resolve) => setTimeout(resolve, endLimitMs).unref())]),
    options: pool.options,
  }
}

/** Runs a statement under its name. An outdated one is sent again, save in a transaction, which runs again as a whole. */
async function runPrepared(names: PreparedNames, client: pg.PoolClient, text: string, values: readonly unknown[]) {
  const run = (name: string | undefined) => client.query({ name, text, values: [...values] })
  // One without values is `begin` or its like, or may hold several. A search is planned for its own words: PostgreSQL would
  // keep the plan that suits rare ones, which reads each order for a frequent one.
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
     * The name of a text; nothing for one that is not prepared. It is made from the text, so that never another one runs
     * under it, even where a pooler mixes up the sessions of several processes.
     */
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined || names.size >= mostPreparedTexts) return known
      const name = `${generation}_${hash('sha256', text, 'base64url')}`
      names.set(text, name)
      return name
    },
    /**
     * Whether a statement failed because a newer build's migration changed its table since it was prepared. Then all texts
     * get new names, so that each connection prepares them again.
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

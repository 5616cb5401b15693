import { sql } from 'kysely'
import type { Queries } from './tables.ts'

/** How many sessions to probe for one that the pooler reassigned. */
const mostSessions = 4

/** A missing prepared statement, or a duplicate from another session. */
const lostStatementCodes = ['26000', '42P05']

const ask = async (queries: Queries): Promise<number | undefined> => {
  // With a value, so that it is prepared.
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid where ${1}::integer = 1`.execute(queries)
  return rows[0]?.pid
}

/** The effect on our sessions of a pooler in transaction mode in front of the server. */
type Pooling = 'none' | 'keeps_statements' | 'loses_statements'

/**
 * Whether a pooler gives a connection's session to others between transactions, and whether prepared statements outlive
 * that, as they must (HOLD-11). Needs as many connections as it probes.
 */
export async function poolingOf(queries: Queries): Promise<Pooling> {
  try {
    return await queries.connection().execute(async (first) => {
      const session = await ask(first)
      const probe = async (left: number): Promise<Pooling> =>
        queries.transaction().execute(async (second) => {
          // Without a pooler no second connection gets this session, and the first one keeps it. With a pooler, the
          // first one asks again from another session.
          const isShared = (await ask(second)) === session
          if (!isShared && left > 1) return probe(left - 1)
          return (await ask(first)) !== session || isShared ? 'keeps_statements' : 'none'
        })
      return probe(mostSessions - 1)
    })
  } catch (error) {
    if (lostStatementCodes.includes((error as { code?: string }).code ?? '')) return 'loses_statements'
    throw error
  }
}

/**
 * Whether our connection is encrypted, whether its session has the limits, which a pooler may have dropped, and whether
 * the server accepts writes, unlike a standby (HOLD-05).
 */
export async function sessionFacts(queries: Queries) {
  const { rows } = await sql<{ ssl: boolean; limit: string; readonly: string }>`
    select ssl, current_setting('statement_timeout') as limit, current_setting('transaction_read_only') as readonly
    from pg_stat_ssl where pid = pg_backend_pid()`.execute(queries)
  return {
    isEncrypted: rows[0]?.ssl === true,
    hasLimits: rows[0]?.limit !== '0',
    isWritable: rows[0]?.readonly !== 'on',
  }
}

/**
 * Throws if the server refuses writes, such as a standby behind its name after a failover (HOLD-05). Changes no row.
 */
export async function assertWritable(queries: Queries): Promise<void> {
  await sql`select from applied_migration where false for update`.execute(queries)
}

/** The version of PostgreSQL, such as `15.9`; throws without an answer. */
export async function serverVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(queries)
  return rows[0]?.version ?? ''
}

import { type Selectable, sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { NewRow } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** Opens a session. */
export const insertSession = (queries: Queries, row: NewRow<'session'>) =>
  queries.insertInto('session').values(row).execute()

/** The columns that decide a session's reach. */
interface OpenSessionRow {
  origin: Selectable<Tables['session']>['origin']
  started_at: number
  order_id: string | null
}

const openSession = statement<OpenSessionRow, [clientId: string, id: string, now: Date]>(`
  select origin, created_at as started_at, order_id from session
  where client_id = $1 and id = $2 and ended_at is null and expires_at > $3`)

/** A session that has neither ended nor expired. */
export async function readOpenSession(
  queries: Queries,
  clientId: string,
  id: string,
  now: number,
): Promise<OpenSessionRow | undefined> {
  return (await openSession(queries, clientId, id, new Date(now)))[0]
}

/** The time zone of a client's newest session that reports one; undefined if none does. */
export async function lastTimeZone(queries: Queries, clientId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('session')
    .select('time_zone')
    .where('client_id', '=', clientId)
    .where('time_zone', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.time_zone ?? undefined
}

/** Whether a client had a session, within the retention of ended ones. */
export async function hasSession(queries: Queries, clientId: string): Promise<boolean> {
  const session = await queries
    .selectFrom('session')
    .select('id')
    .where('client_id', '=', clientId)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** The sessions of a client that are open, the newest first. */
export function openSessionsOf(queries: Queries, clientId: string, now: number) {
  return queries
    .selectFrom('session')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends one session of a client, or all of them. */
export async function closeSessions(
  queries: Queries,
  sessions: { client_id: string; id?: string },
  now: number,
): Promise<void> {
  await queries
    .updateTable('session')
    .set({ ended_at: new Date(now) })
    .where((session) => session.and({ ...sessions }))
    .where('ended_at', 'is', null)
    .execute()
}

/** The ids of the sessions that have neither ended nor expired. */
export async function openSessionIds(
  queries: Queries,
  { clientIds, ids, now }: { clientIds: readonly string[]; ids: readonly string[]; now: number },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('session')
    .select('id')
    .where(sql<boolean>`client_id = any(${clientIds}::uuid[])`)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .execute()
  return rows.map(({ id }) => id)
}

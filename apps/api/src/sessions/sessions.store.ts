import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { after, findRows, insertRow, type NewRow, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Writes a new session. */
export function insertSession(queries: Queries, session: NewRow<'session'>): Promise<void> {
  return insertRow(queries, 'session', session)
}

/** What of the row of a session says how far it reaches, if it is there, has not ended and has not expired. */
export const openSessionRow = (
  queries: Queries,
  { clientId, id, now }: { clientId: string; id: string; now: number },
) =>
  queries
    .selectFrom('session')
    .select(['session.origin', 'session.created_at as started_at', 'session.order_id as order_id'])
    .where('session.client_id', '=', clientId)
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', instant(now))

/** A session that is there, has not ended and has not expired. */
export function readOpenSession(queries: Queries, clientId: string, id: string, now: number) {
  return openSessionRow(queries, { clientId, id, now }).executeTakeFirst()
}

/** The sessions of a client that are open, the newest first. */
export function openSessionsOf(queries: Queries, clientId: string, now: number) {
  const open = { client_id: clientId, ended_at: null, expires_at: after(now) }
  return findRows(queries, 'session', open, { by: ['created_at', 'id'], lastFirst: true })
}

/** Ends all sessions of a client for good. */
export async function closeAllSessions(queries: Queries, clientId: string, now: number): Promise<void> {
  await updateRows(queries, 'session', { client_id: clientId, ended_at: null }, { ended_at: new Date(now) })
}

/** Which of some sessions are there, have not ended and have not expired. */
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

/** Ends a session for good. */
export async function closeSession(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await updateRows(queries, 'session', { client_id: clientId, id, ended_at: null }, { ended_at: new Date(now) })
}

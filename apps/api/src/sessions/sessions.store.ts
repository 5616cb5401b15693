import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { after, findRows, insertInto, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Writes a new session. */
export const insertSession = insertInto('session')

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

/** Ends one session of a client for good, or all of them. */
export async function closeSessions(
  queries: Queries,
  sessions: { client_id: string; id?: string },
  now: number,
): Promise<void> {
  await updateRows(queries, 'session', { ...sessions, ended_at: null }, { ended_at: new Date(now) })
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

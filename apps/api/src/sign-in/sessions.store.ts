import { sql } from 'kysely'
import { compiledOnce, firstRow } from '../database/compiled-once.ts'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'

/** Writes a new session. */
export async function insertSession(
  queries: Queries,
  session: { id: string; clientId: string; now: number; expiresAt: number; timeZone: string | null },
): Promise<void> {
  await queries
    .insertInto('session')
    .values({
      id: session.id,
      client_id: session.clientId,
      created_at: new Date(session.now),
      expires_at: new Date(session.expiresAt),
      time_zone: session.timeZone,
    })
    .execute()
}

/** The row of a session that is there, has not ended and has not expired. */
export const openSessionRow = (queries: Queries, { clientId, id, now }: { clientId: string; id: string; now: Date }) =>
  queries
    .selectFrom('session')
    .select('session.id')
    .where('session.client_id', '=', clientId)
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<number>`${now}`)
const openSession = compiledOnce(openSessionRow)

/** Whether the session is there, has not ended and has not expired. */
export async function isSessionOpen(queries: Queries, clientId: string, id: string, now: number): Promise<boolean> {
  return (await firstRow(queries, openSession(queries, { clientId, id, now: new Date(now) }))) !== undefined
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

/** Removes sessions that expired before an instant (epoch milliseconds), whether they were ended before that or not. */
export async function deleteSessionsExpiredBefore(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom('session').where('expires_at', '<', instant(before)).execute()
}

/** Ends a session for good. */
export async function closeSession(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await queries
    .updateTable('session')
    .set({ ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

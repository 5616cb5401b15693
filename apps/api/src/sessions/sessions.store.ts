import type { SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'

/** Writes a new session. */
export async function insertSession(
  queries: Queries,
  session: {
    id: string
    clientId: string
    now: number
    expiresAt: number
    origin: SessionOrigin
    orderId: string | null
    timeZone: string | null
    browser: string | null
    country: string | null
  },
): Promise<void> {
  await queries
    .insertInto('session')
    .values({
      id: session.id,
      client_id: session.clientId,
      created_at: new Date(session.now),
      expires_at: new Date(session.expiresAt),
      time_zone: session.timeZone,
      origin: session.origin,
      order_id: session.orderId,
      browser: session.browser,
      country: session.country,
    })
    .execute()
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
  return queries
    .selectFrom('session')
    .select(['id', 'created_at', 'origin', 'browser', 'country'])
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends all sessions of a client for good. */
export async function closeAllSessions(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries
    .updateTable('session')
    .set({ ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .execute()
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
  await queries
    .updateTable('session')
    .set({ ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

import { randomBytes } from 'node:crypto'
import type { Operator } from '../http/caller.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { hashOfKey } from '../keys/derived-key.ts'
import { endStaffSessions, insertStaffSession, openSessionHashes, staffSessionByHash } from './staff.store.ts'

/** OPS-15. */
export const sessionLifeMs = 12 * 3_600_000
const tokenBytes = 32

/** Opens a session and returns its token; the database stores its hash (OPS-15). */
export async function startStaffSession(
  queries: Queries,
  { secret, staffId, now }: { secret: string; staffId: string; now: number },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await insertStaffSession(queries, {
    hash: hashOfKey(secret, token),
    staff_id: staffId,
    created_at: new Date(now),
    expires_at: new Date(now + sessionLifeMs),
  })
  return token
}

/**
 * The person of a token. Undefined for an unknown token; `over` for a session that has expired or ended, or whose
 * person was removed. The row decides at each call.
 */
export async function staffOfToken(
  { queries, clock, settings }: AppContext,
  token: string,
): Promise<Operator | 'over' | undefined> {
  const sessionHash = hashOfKey(settings.secret, token)
  const row = await staffSessionByHash(queries, sessionHash)
  if (row === undefined) return undefined
  if (row.is_over || row.expires_at <= clock.now()) return 'over'
  const { staff_id: id, name, email, role, expires_at: expiresAt } = row
  return { name, role, session: { id, email, hash: sessionHash, expiresAt } }
}

/** The hashes of the sessions that are still open. */
export const openStaffSessions = async (
  { queries, clock }: AppContext,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> => new Set(await openSessionHashes(queries, hashes, clock.now()))

/** Ends a session (OPS-15); a no-op for an ended one. */
export const endStaffSession = ({ queries, clock }: AppContext, hash: string): Promise<void> =>
  endStaffSessions(queries, { hash }, clock.now())

import { browserName } from '@nerdify/domain/sign-in/browser-name.ts'
import { type SessionOrigin, sessionLifeMs } from '@nerdify/domain/sign-in/session-reach.ts'
import { isTimeZone } from '@nerdify/domain/pricing/zoned-time.ts'
import { jwtVerify, SignJWT } from 'jose'
import { refuseBlocked } from '../accounts/blocked.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import type { OpenSession, SignedIn } from '../http/caller.ts'
import type { AppContext } from '../app-context.ts'
import { closeSessions, insertSession, lastTimeZone, openSessionIds, readOpenSession } from './sessions.store.ts'

/** The context of a new session: the device's time zone, and the request's browser and address (SAFE-04). */
export interface OpenedAt {
  timeZone: string | null
  userAgent?: string | undefined
  ip?: string | undefined
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(`session:${secret}`)

/**
 * Opens a session and returns its token: a JWT with the ids of client and session; the session's row decides. In a
 * transaction; 422 for a blocked client (SAFE-04).
 */
export async function startSession(
  product: AppContext,
  queries: Queries,
  start: { clientId: string; origin: SessionOrigin; orderId?: string | null; at?: OpenedAt },
): Promise<string> {
  const now = product.clock.now()
  const id = uuidv7(now)
  const expiresAt = now + sessionLifeMs[start.origin]
  const { timeZone, userAgent, ip } = start.at ?? { timeZone: null }
  await refuseBlocked(queries, start.clientId)
  await insertSession(queries, {
    id,
    client_id: start.clientId,
    created_at: new Date(now),
    expires_at: new Date(expiresAt),
    origin: start.origin,
    order_id: start.orderId ?? null,
    time_zone: timeZone,
    browser: browserName(userAgent),
    country: (ip === undefined ? undefined : product.geo.regionOf(ip)?.slice(0, 2)) ?? null,
  })
  return new SignJWT({ sid: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(start.clientId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(keyOf(product.settings.secret))
}

/** The time zone of a client's newest sign-in that reports one; null without one. */
export async function knownZoneOf(queries: Queries, clientId: string): Promise<string | null> {
  const zone = (await lastTimeZone(queries, clientId)) ?? ''
  return isTimeZone(zone) ? zone : null
}

/** The client's time zone if known, else the company's (TALK-04). */
export const zoneOfClient = async (
  queries: Queries,
  clientId: string,
  { companyZone }: Pick<AppContext['settings'], 'companyZone'>,
): Promise<string> => (await knownZoneOf(queries, clientId)) ?? companyZone

/** A session with its reach, if it has neither ended nor expired. */
export async function openSession({ queries, clock }: AppContext, key: SignedIn): Promise<OpenSession | undefined> {
  const { clientId, sessionId } = key
  const row = await readOpenSession(queries, clientId, sessionId, clock.now())
  return row && { clientId, sessionId, origin: row.origin, startedAt: row.started_at, orderId: row.order_id }
}

/** The open session of a token. */
export async function openSessionOf(product: AppContext, token: string | undefined): Promise<OpenSession | undefined> {
  const key = await tokenSubject(product, token)
  return key && openSession(product, key)
}

/** The ids of the sessions that are still open. */
export async function openSessionsAmong(
  product: AppContext,
  sessions: readonly SignedIn[],
): Promise<ReadonlySet<string>> {
  return new Set(
    await openSessionIds(product.queries, {
      clientIds: [...new Set(sessions.map(({ clientId }) => clientId))],
      ids: sessions.map(({ sessionId }) => sessionId),
      now: product.clock.now(),
    }),
  )
}

/** Ends the session of a token; an unreadable token is no error (AUTH-23). */
export async function endSession(product: AppContext, token: string | undefined): Promise<void> {
  const signedIn = await tokenSubject(product, token)
  if (signedIn === undefined) return
  const { clientId, sessionId } = signedIn
  await closeSessions(product.queries, { client_id: clientId, id: sessionId }, product.clock.now())
}

/** The claims of a verified token; its expiry in epoch seconds. */
interface Claims extends SignedIn {
  expiresAt: number
}

/** A cache of verified tokens: a client sends the same one with every call. */
const verified = new WeakMap<AppContext, Map<string, Claims>>()
const mostVerified = 10_000

/** The session in a token; undefined if it is forged or expired. Only the session's row says whether it is open. */
export async function tokenSubject(product: AppContext, token: string | undefined): Promise<SignedIn | undefined> {
  if (token === undefined) return undefined
  const cache = verified.get(product) ?? new Map<string, Claims>()
  verified.set(product, cache)
  const claims = cache.get(token) ?? (await verify(product, token))
  if (claims === undefined || claims.expiresAt * 1000 <= product.clock.now()) return undefined
  if (!cache.has(token)) {
    // Evicts the oldest: a map keeps insertion order.
    if (cache.size >= mostVerified) cache.delete(cache.keys().next().value as string)
    cache.set(token, claims)
  }
  return claims
}

async function verify(product: AppContext, token: string): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(product.settings.secret), {
      algorithms: ['HS256'],
      currentDate: new Date(product.clock.now()),
    })
    const { sub, sid, exp } = payload
    if (typeof sub !== 'string' || typeof sid !== 'string' || !isUuid(sub) || !isUuid(sid)) return undefined
    return exp === undefined ? undefined : { clientId: sub, sessionId: sid, expiresAt: exp }
  } catch {
    return undefined
  }
}

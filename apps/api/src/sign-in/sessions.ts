import { jwtVerify, SignJWT } from 'jose'
import type { Queries } from '../database/tables.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import type { Product } from '../product.ts'
import { closeSession, insertSession, isSessionOpen, openSessionIds } from './sessions.store.ts'

/** The client of a request and the session that let them in. */
export interface SignedIn {
  clientId: string
  sessionId: string
}

export { openSessionRow } from './sessions.store.ts'

const sessionDays = 30
const dayMs = 86_400_000

const keys = new Map<string, Uint8Array>()
const keyOf = (secret: string): Uint8Array => {
  let key = keys.get(secret)
  if (key === undefined) {
    key = new TextEncoder().encode(`session:${secret}`)
    keys.set(secret, key)
  }
  return key
}

/** Opens a session and answers its token: a JWT that names the client and the session; the row behind it decides. */
export async function startSession(
  product: Product,
  queries: Queries,
  start: { clientId: string; timeZone: string | null },
): Promise<string> {
  const now = product.clock.now()
  const id = uuidv7(now)
  const expiresAt = now + sessionDays * dayMs
  await insertSession(queries, { id, clientId: start.clientId, now, expiresAt, timeZone: start.timeZone })
  return new SignJWT({ sid: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(start.clientId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(keyOf(product.settings.secret))
}

/** Who a token says it stands for: nothing when it is forged or old. Whether its session is open, the row decides. */
export const namedByToken = (product: Product, token: string): Promise<SignedIn | undefined> =>
  readToken(product, token)

/** Whether a session is there, has not ended and has not expired. */
export const isOpen = ({ queries, clock }: Product, { clientId, sessionId }: SignedIn): Promise<boolean> =>
  isSessionOpen(queries, clientId, sessionId, clock.now())

/** The keys of those sessions that are open still. */
export async function openSessionsAmong(product: Product, sessions: readonly SignedIn[]): Promise<ReadonlySet<string>> {
  return new Set(
    await openSessionIds(product.queries, {
      clientIds: [...new Set(sessions.map(({ clientId }) => clientId))],
      ids: sessions.map(({ sessionId }) => sessionId),
      now: product.clock.now(),
    }),
  )
}

/** Ends the session of a token; a token that says nothing is no fault (AUTH-23). */
export async function endSession(product: Product, token: string | undefined): Promise<void> {
  const signedIn = token === undefined ? undefined : await readToken(product, token)
  if (signedIn === undefined) return
  await closeSession(product.queries, signedIn.clientId, signedIn.sessionId, product.clock.now())
}

/** What a token with a good signature says; its end in epoch seconds. */
interface Claims extends SignedIn {
  expiresAt: number
}

/** Tokens whose signature was found good: a client sends the same one again and again. */
const verified = new WeakMap<Product, Map<string, Claims>>()
const mostVerified = 10_000

async function readToken(product: Product, token: string): Promise<SignedIn | undefined> {
  let known = verified.get(product)
  if (known === undefined) {
    known = new Map()
    verified.set(product, known)
  }
  const claims = known.get(token) ?? (await verify(product, token))
  if (claims === undefined || claims.expiresAt * 1000 <= product.clock.now()) return undefined
  if (!known.has(token)) {
    // The oldest goes: a map keeps the order in which its entries came.
    if (known.size >= mostVerified) known.delete(known.keys().next().value as string)
    known.set(token, claims)
  }
  return claims
}

async function verify(product: Product, token: string): Promise<Claims | undefined> {
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

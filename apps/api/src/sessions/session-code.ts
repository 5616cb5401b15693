import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../app-context.ts'
import { openSession } from './sessions.ts'
import type { OpenSession, SignedIn } from '../http/caller.ts'

const keyBytes = 16
/** 144 bits that need the server's secret. */
const markBytes = 18

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const markOf = (secret: string, named: Buffer) =>
  createHmac('sha256', secret).update('session-code:').update(named).digest().subarray(0, markBytes)

/**
 * The `referral_code` that a session reads of its client (SAFE-03): it opens the plan links (PAY-12) while that session
 * is open, and signs nobody in. It contains the session's id, so it is not stored.
 */
export function sessionCode(secret: string, { clientId, sessionId }: SignedIn): string {
  const named = Buffer.concat([bytesOf(clientId), bytesOf(sessionId)])
  return Buffer.concat([named, markOf(secret, named)]).toString('base64url')
}

/** The session of a code, if it is open. */
export async function sessionOfCode(product: AppContext, code: string): Promise<OpenSession | undefined> {
  const named = readCode(product.settings.secret, code)
  return named && openSession(product, named)
}

/** The client of a code, even after its session ended (AUTH-13). */
export function clientIdOfSessionCode(secret: string, code: string): string | undefined {
  return readCode(secret, code)?.clientId
}

function readCode(secret: string, code: string): SignedIn | undefined {
  const bytes = Buffer.from(code, 'base64url')
  if (bytes.length !== 2 * keyBytes + markBytes) return undefined
  const named = bytes.subarray(0, 2 * keyBytes)
  if (!timingSafeEqual(bytes.subarray(2 * keyBytes), markOf(secret, named))) return undefined
  return { clientId: uuidOf(named.subarray(0, keyBytes)), sessionId: uuidOf(named.subarray(keyBytes)) }
}

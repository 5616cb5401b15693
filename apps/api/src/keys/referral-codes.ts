import { randomBytes, randomInt } from 'node:crypto'
import type { Queries } from '../database/tables.ts'
import { hashOfKey } from './derived-key.ts'
import {
  clientIdOfReferralHash,
  clientIdOfShareCode,
  insertReferral,
  referralOf,
  replacePrivateCode,
} from './keys.store.ts'
import { seal, unseal } from './sealed-text.ts'

/** AUTH-14: at least 96 random bits; these are 144. */
const privateCodeBytes = 18
/** Letters and digits that do not look alike. */
const shareAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const shareCodeLength = 8

/** The client, the server's secret, and the time in epoch milliseconds. */
export interface KeyOwner {
  clientId: string
  secret: string
  now: number
}

export interface ReferralCodes {
  /** Private: part of old rating and plan links, which it still opens (SAFE-03). New messages no longer contain it. */
  referralCode: string
  /** Public: part of the share link (REF-04); it signs nobody in. */
  shareCode: string
}

/**
 * The codes of a client, created on demand, in a transaction. A private code sealed with an older secret is replaced:
 * it can no longer be found.
 */
export async function referralCodes(queries: Queries, ofClient: KeyOwner): Promise<ReferralCodes> {
  const codes = await readReferral(queries, ofClient)
  const referralCode = unseal(ofClient.secret, codes.sealed_code)
  if (referralCode === undefined) {
    await replaceReferralCode(queries, ofClient)
    return referralCodes(queries, ofClient)
  }
  return { referralCode, shareCode: codes.share_code }
}

/** Creates the codes of a client with this public one, which is free; a no-op if the client has codes. */
export async function createReferralCodes(
  queries: Queries,
  { clientId, secret, now, shareCode }: KeyOwner & { shareCode: string },
): Promise<void> {
  await insertReferral(queries, { client_id: clientId, ...newPrivateCode(secret, now), share_code: shareCode })
}

async function readReferral(queries: Queries, { clientId, secret, now }: KeyOwner, { lock } = { lock: false }) {
  const existing = await referralOf(queries, clientId, { lock })
  if (existing !== undefined) return existing
  await createReferralCodes(queries, { clientId, secret, now, shareCode: await freeShareCode(queries) })
  // Ours, or those of a concurrent request.
  const stored = await referralOf(queries, clientId, { lock })
  if (stored === undefined) throw new Error('the codes of a client were not written')
  return stored
}

export { clientIdOfShareCode } from './keys.store.ts'

/** The private code in the variables of an older message, at rendering; empty if the secret has changed since. */
export function unsealReferralCode(secret: string, sealed: string): string {
  return unseal(secret, sealed) ?? ''
}

/** Replaces a client's private code (AUTH-20): links with the old one sign nobody in. The public code stays. */
export async function replaceReferralCode(queries: Queries, ofClient: KeyOwner): Promise<void> {
  const codes = await readReferral(queries, ofClient, { lock: true })
  await replacePrivateCode(queries, codes, newPrivateCode(ofClient.secret, ofClient.now))
}

/**
 * The client with this private code, for the links that are sent to its client (AUTH-14, PAY-12); a public code matches
 * nobody.
 */
export function findClientIdByReferralCode(
  queries: Queries,
  { code, secret, lock = false }: { code: string; secret: string; lock?: boolean },
): Promise<string | undefined> {
  return clientIdOfReferralHash(queries, hashOfKey(secret, code), { lock })
}

function newPrivateCode(secret: string, now: number) {
  const code = randomBytes(privateCodeBytes).toString('base64url')
  return { sealed_code: seal(secret, code), hash: hashOfKey(secret, code), made_at: new Date(now) }
}

/** A new public code; if two requests draw the same one, its unique key refuses the second. */
async function freeShareCode(queries: Queries): Promise<string> {
  for (;;) {
    const letters = Array.from({ length: shareCodeLength }, () => shareAlphabet[randomInt(shareAlphabet.length)])
    const code = letters.join('')
    if ((await clientIdOfShareCode(queries, code)) === undefined) return code
  }
}

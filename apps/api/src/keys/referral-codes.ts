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
/** Letters and digits that nobody mistakes for one another. */
const shareAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const shareCodeLength = 8

/** Whose codes, the server's secret, and the time. */
export interface KeyOwner {
  clientId: string
  secret: string
  now: number
}

/** The two codes of a client (AUTH-14). */
export interface ReferralCodes {
  /** Private: stood in the rating and plan links of before, which it still opens (SAFE-03). It is sent to nobody any more. */
  referralCode: string
  /** Public: stands in the share link (REF-04) and signs nobody in. */
  shareCode: string
}

/**
 * The codes of a client, made when they are first needed, in a transaction. A private code that was sealed with another
 * secret is replaced: nothing could be found by it any more.
 */
export async function referralCodes(queries: Queries, ofClient: KeyOwner): Promise<ReferralCodes> {
  const kept = await keptReferral(queries, ofClient)
  const referralCode = unseal(ofClient.secret, kept.sealed_code)
  if (referralCode === undefined) {
    await replaceReferralCode(queries, ofClient)
    return referralCodes(queries, ofClient)
  }
  return { referralCode, shareCode: kept.share_code }
}

async function keptReferral(queries: Queries, { clientId, secret, now }: KeyOwner, { lock } = { lock: false }) {
  const kept = await referralOf(queries, clientId, { lock })
  if (kept !== undefined) return kept
  await insertReferral(queries, {
    client_id: clientId,
    ...newPrivateCode(secret, now),
    share_code: await freeShareCode(queries),
  })
  // Ours, or the one of somebody who was a moment earlier.
  const made = await referralOf(queries, clientId, { lock })
  if (made === undefined) throw new Error('the codes of a client were not written')
  return made
}

/** Whose public code it is, or nobody's; it signs nobody in (AUTH-14). */
export { clientIdOfShareCode as clientOfShareCode } from './keys.store.ts'

/** The private code in the variables of a message from before, when it is rendered; empty when the secret has changed since. */
export function unsealReferralCode(secret: string, sealed: string): string {
  return unseal(secret, sealed) ?? ''
}

/** Gives a client another private code (AUTH-20): links with the old one sign nobody in. The public one stays. */
export async function replaceReferralCode(queries: Queries, ofClient: KeyOwner): Promise<void> {
  const kept = await keptReferral(queries, ofClient, { lock: true })
  await replacePrivateCode(queries, kept, newPrivateCode(ofClient.secret, ofClient.now))
}

/**
 * Whose private code it is, for the links that are sent to its client (AUTH-14, PAY-12); the public one is as unknown
 * as any text.
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

/** A new public code; where two requests draw the same one, its unique key refuses the second. */
async function freeShareCode(queries: Queries): Promise<string> {
  for (;;) {
    const letters = Array.from({ length: shareCodeLength }, () => shareAlphabet[randomInt(shareAlphabet.length)])
    const code = letters.join('')
    if ((await clientIdOfShareCode(queries, code)) === undefined) return code
  }
}

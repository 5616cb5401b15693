import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeLength } from '@nerdify/domain/sign-in/code.ts'

/**
 * The code of a challenge, derived from its id with the server's secret: the database stores no secret, and a resend
 * sends the same code (AUTH-04, AUTH-20).
 */
export function codeOfChallenge(secret: string, challengeId: string): string {
  const digest = createHmac('sha256', secret).update(`code:${challengeId}`).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** codeLength).padStart(codeLength, '0')
}

/** Compares a typed code in constant time. */
export function isCodeOfChallenge(secret: string, challengeId: string, typed: string): boolean {
  const hash = (code: string) => createHmac('sha256', secret).update(`compare:${challengeId}:${code}`).digest()
  return timingSafeEqual(hash(codeOfChallenge(secret, challengeId)), hash(typed))
}

import type { Queries } from '../database/tables.ts'
import { noteUse, type RateLimit, refuseWhenUsedUp } from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'

const dayMs = 24 * 3_600_000

/** Wrong codes that lock an account's phone sign-in (AUTH-21). */
const wrongCodesOfOneClient: RateLimit = { name: 'wrong-code', most: 10, windowMs: dayMs }
/** The lock, which lasts its whole time, however old the first wrong code is (AUTH-21). */
const lockedPhone: RateLimit = { name: 'locked-phone', most: 1, windowMs: dayMs }

/**
 * The client and the kind of browser that tries to sign in: one that signed in before, or any other (decision 0047).
 */
interface SignInTry {
  clientId: string
  isKnown: boolean
  now: number
}

/**
 * Counts browsers that signed in before separately, so that strangers' codes do not lock them out (SAFE-14). A factor
 * on the limits changes the number of codes, not the lock.
 */
const lockOf = ({ clientId, isKnown, now }: SignInTry) => ({
  subject: isKnown ? `${clientId}:known` : clientId,
  now,
  scale: 1,
})

/**
 * Counts a wrong code of an account; the last allowed one locks its phone sign-in for that kind of browser (AUTH-21).
 */
export async function noteWrongCode({ queries, settings }: AppContext, attempt: SignInTry): Promise<void> {
  const lock = lockOf(attempt)
  const { limitScale: scale } = settings
  const wrongCodes = await noteUse(queries, wrongCodesOfOneClient, { ...lock, scale })
  if (wrongCodes >= wrongCodesOfOneClient.most * scale) await noteUse(queries, lockedPhone, lock)
}

/** 429 while the phone sign-in of an account is locked (AUTH-21). */
export function refuseLockedPhone(queries: Queries, attempt: SignInTry): Promise<void> {
  return refuseWhenUsedUp(queries, lockedPhone, lockOf(attempt))
}

import type { Queries } from '../database/tables.ts'
import { noteUse, type RateLimit, refuseWhenUsedUp } from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'

const dayMs = 24 * 3_600_000

/** Wrong codes that lock an account's phone sign-in (AUTH-21). */
const wrongCodesOfOneClient: RateLimit = { name: 'wrong-code', most: 10, windowMs: dayMs }
/** The lock, which lasts its whole time however long ago the first of the wrong codes was (AUTH-21). */
const lockedPhone: RateLimit = { name: 'locked-phone', most: 1, windowMs: dayMs }

/** Who tries to sign in to an account: a browser that it signed in from before, or anybody (decision 0047). */
interface Trying {
  clientId: string
  isKnown: boolean
  now: number
}

/**
 * Browsers that signed in before are counted apart, so that no stranger's codes lock them out (SAFE-14). A factor on the limits
 * changes how many codes lock, not what a lock is.
 */
const lockOf = ({ clientId, isKnown, now }: Trying) => ({
  subject: isKnown ? `${clientId}:known` : clientId,
  now,
  scale: 1,
})

/** Counts a wrong code of an account; the last one that is allowed locks its phone sign-in for such as typed it (AUTH-21). */
export async function noteWrongCode({ queries, settings }: AppContext, trying: Trying): Promise<void> {
  const lock = lockOf(trying)
  const { limitScale: scale } = settings
  const wrongCodes = await noteUse(queries, wrongCodesOfOneClient, { ...lock, scale })
  if (wrongCodes >= wrongCodesOfOneClient.most * scale) await noteUse(queries, lockedPhone, lock)
}

/** 429 while the phone sign-in of an account is locked (AUTH-21). */
export function refuseLockedPhone(queries: Queries, trying: Trying): Promise<void> {
  return refuseWhenUsedUp(queries, lockedPhone, lockOf(trying))
}

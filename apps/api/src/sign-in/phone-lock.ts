import type { Queries } from '../database/tables.ts'
import { noteUse, type RateLimit, refuseWhenUsedUp } from '../limits/rate-limit.ts'
import type { Product } from '../product.ts'

const dayMs = 24 * 3_600_000

/** Wrong codes that lock an account's phone sign-in (AUTH-21). */
const wrongCodesOfOneClient: RateLimit = { name: 'wrong-code', most: 10, windowMs: dayMs }
/** The lock, which lasts its whole time however long ago the first of the wrong codes was (AUTH-21). */
const lockedPhone: RateLimit = { name: 'locked-phone', most: 1, windowMs: dayMs }

/** Counts a wrong code of an account; the last one that is allowed locks its phone sign-in (AUTH-21). */
export async function noteWrongCode(
  { queries, settings }: Product,
  { clientId, now }: { clientId: string; now: number },
): Promise<void> {
  const { limitScale: scale } = settings
  const wrongCodes = await noteUse(queries, wrongCodesOfOneClient, { of: clientId, now, scale })
  if (wrongCodes >= wrongCodesOfOneClient.most * scale) await noteUse(queries, lockedPhone, lockOf(clientId, now))
}

/** 429 while the phone sign-in of an account is locked (AUTH-21). */
export function refuseLockedPhone(
  queries: Queries,
  { clientId, now }: { clientId: string; now: number },
): Promise<void> {
  return refuseWhenUsedUp(queries, lockedPhone, lockOf(clientId, now))
}

/** A factor on the limits changes how many codes lock, not what a lock is. */
const lockOf = (clientId: string, now: number) => ({ of: clientId, now, scale: 1 })

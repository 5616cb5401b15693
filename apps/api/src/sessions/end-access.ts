import type { Queries } from '../database/tables.ts'
import { expireKeysOf } from '../keys/keys.store.ts'
import { deleteNoncesOf } from './nonces.store.ts'
import { replaceReferralCode } from '../keys/referral-codes.ts'
import { closeSessions } from './sessions.store.ts'

/**
 * Signs a client out everywhere (SAFE-04), in one transaction: keys of sent links, the private code, pending codes,
 * known browsers and all sessions end. Rows are locked in the order of a sign-in, so a racing sign-in either commits
 * first and is ended too, or finds no key to sign in with. `meanwhile` is done to the account between the keys and the
 * sessions. Live updates end within a second.
 */
export async function endAccess(
  queries: Queries,
  { clientId, secret, now }: { clientId: string; secret: string; now: number },
  meanwhile?: () => Promise<void>,
): Promise<void> {
  await expireKeysOf(queries, clientId, now)
  await replaceReferralCode(queries, { clientId, secret, now })
  await deleteNoncesOf(queries, clientId)
  await meanwhile?.()
  await closeSessions(queries, { client_id: clientId }, now)
}

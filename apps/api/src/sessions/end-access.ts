import type { Queries } from '../database/tables.ts'
import { endPendingChanges } from '../accounts/pending-emails.ts'
import { endLinks } from '../keys/end-links.ts'
import { expireChallenges } from './challenges.store.ts'
import { deleteNoncesOf } from './nonces.store.ts'
import { replaceReferralCode } from '../keys/referral-codes.ts'
import { closeSessions } from './sessions.store.ts'

/**
 * Signs a client out everywhere (SAFE-04), in one transaction: sent links, the private code, a pending e-mail, pending
 * codes, known browsers and all sessions end. Rows are locked in the order of a sign-in, so a racing sign-in either
 * commits first and is ended too, or finds no key to sign in with. `meanwhile` runs between the keys and the sessions.
 * Live updates end within a second.
 */
export async function endAccess(
  queries: Queries,
  { clientId, secret, now }: { clientId: string; secret: string; now: number },
  meanwhile?: () => Promise<void>,
): Promise<void> {
  await endLinks(queries, { clientId, now })
  await endPendingChanges(queries, clientId, now)
  await replaceReferralCode(queries, { clientId, secret, now })
  await expireChallenges(queries, clientId, now)
  await deleteNoncesOf(queries, clientId)
  await meanwhile?.()
  await closeSessions(queries, { client_id: clientId }, now)
}

import type { Queries } from '../database/tables.ts'
import { deleteChallengesBefore } from './challenges.store.ts'
import { deleteKeysExpiredBefore } from './keys.store.ts'
import { deleteSessionsExpiredBefore } from './sessions.store.ts'

/** Removes codes that were sent, and keys of links and sessions that expired, before these instants (epoch milliseconds). */
export async function forgetOldSignIns(
  queries: Queries,
  before: { challengesBefore: number; keysExpiredBefore: number; sessionsExpiredBefore: number },
): Promise<void> {
  await deleteChallengesBefore(queries, before.challengesBefore)
  await deleteKeysExpiredBefore(queries, before.keysExpiredBefore)
  await deleteSessionsExpiredBefore(queries, before.sessionsExpiredBefore)
}

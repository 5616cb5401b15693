import type { Queries } from '../database/tables.ts'
import { deleteChallengesBefore } from './challenges.store.ts'
import { deleteKeysExpiredBefore } from './keys.store.ts'

/** Removes codes that were sent, and keys of links that expired, before these instants (epoch milliseconds). */
export async function forgetOldSignIns(
  queries: Queries,
  before: { challengesBefore: number; keysExpiredBefore: number },
): Promise<void> {
  await deleteChallengesBefore(queries, before.challengesBefore)
  await deleteKeysExpiredBefore(queries, before.keysExpiredBefore)
}

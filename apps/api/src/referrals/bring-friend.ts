import { noReferralTag } from '@nerdify/domain/referrals/referral.ts'
import { clientMayBeGone } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { clientOfShareCode } from '../keys/referral-codes.ts'
import { countReferrals, deleteOpenReferral, insertReferral } from './referrals.store.ts'

export { openReferralRow } from './referrals.store.ts'

/** Notes at sign-up who brought a client by their public code (REF-04). An unknown code, and one of a client who takes no part (REF-03), does nothing. */
export async function noteReferrer(
  queries: Queries,
  { friendId, shareCode, now }: { friendId: string; shareCode: string; now: number },
): Promise<void> {
  const referrerId = await clientOfShareCode(queries, shareCode)
  if (referrerId === undefined || referrerId === friendId) return
  const referrer = await clientMayBeGone(queries, referrerId)
  if (referrer === undefined || referrer.erased_at !== null || referrer.tags.includes(noReferralTag)) return
  await insertReferral(queries, { referrerId, friendId, now })
}

/** Somebody who turns out to have been a client before was brought by nobody (REF-05, HOLD-09). */
export function dropOpenReferral(queries: Queries, friendId: string): Promise<void> {
  return deleteOpenReferral(queries, friendId)
}

/** What a client's friends came to (REF-01); cents. */
export function referralCounts(queries: Queries, clientId: string) {
  return countReferrals(queries, clientId)
}

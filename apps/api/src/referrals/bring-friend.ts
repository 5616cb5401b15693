import { noReferralTag } from '@nerdify/domain/referrals/referral.ts'
import { clientMayBeGone } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { clientOfShareCode } from '../keys/referral-codes.ts'
import { countReferrals, insertReferral, openReferralRow } from './referrals.store.ts'

/** Who brought a client is forgotten where they turn out to have been one before: nobody did (REF-05, HOLD-09). */
export { deleteOpenReferral as dropOpenReferral, openReferralRow } from './referrals.store.ts'

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

/** What a client's friends came to (REF-01), cents, and whether they still have what a friend gave them: no order was paid with it (REF-04). */
export async function referralFacts(queries: Queries, clientId: string) {
  const hasGift = (await openReferralRow(queries, clientId).executeTakeFirst()) !== undefined
  return { ...(await countReferrals(queries, clientId)), hasGift }
}

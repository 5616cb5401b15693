import { noReferralTag } from '@nerdify/domain/referrals/referral.ts'
import { clientById } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { clientIdOfShareCode } from '../keys/referral-codes.ts'
import { countReferrals, insertReferral, insertReferralCard, isBroughtByFriend } from './referrals.store.ts'
import { personMarks } from '../keys/person-marks.ts'

/** Deletes the referral of a person who turns out to be a former client (REF-05, HOLD-09). */
export { dropOpenReferral, openReferralRow } from './referrals.store.ts'

/**
 * Records at sign-up a client's referrer by public code (REF-04). A no-op for an unknown code, and for one of a client
 * without referrals (REF-03).
 */
export async function noteReferrer(
  queries: Queries,
  { friendId, shareCode, now }: { friendId: string; shareCode: string; now: number },
): Promise<void> {
  const referrerId = await clientIdOfShareCode(queries, shareCode)
  if (referrerId === undefined || referrerId === friendId) return
  const referrer = await clientById(queries, referrerId)
  if (referrer === undefined || referrer.erased_at !== null || referrer.tags.includes(noReferralTag)) return
  await insertReferral(queries, { referrerId, friendId, now })
}

/**
 * A client's referral totals (REF-01), cents, and whether they still have a friend's gift: no order was paid with it
 * (REF-04).
 */
export async function referralFacts(queries: Queries, clientId: string) {
  const hasGift = await isBroughtByFriend(queries, clientId)
  return { ...(await countReferrals(queries, clientId)), hasGift }
}

/** Referrers and friends, the results, and bonuses that wait for staff (SAFE-08). */
export {
  noteOnReferral,
  pendingBonuses,
  referralOf,
  referralsBy,
  waitingBonuses,
  type StoredReferral,
} from './referrals.store.ts'

/**
 * Claims a card for one bonus (SAFE-08); false if it belongs to another friend's. The provider's fingerprint is stored
 * as a mark, which outlives the accounts (HOLD-09).
 */
export function claimCard(
  queries: Queries,
  claim: { secret: string; cardFingerprint: string; referrerId: string; friendId: string; now: number },
): Promise<boolean> {
  const { secret, cardFingerprint, ...rest } = claim
  const [card] = personMarks(secret, 'referral', { cardFingerprint })
  if (card === undefined) throw new Error('a card has a mark')
  return insertReferralCard(queries, { mark: card.mark, ...rest })
}
